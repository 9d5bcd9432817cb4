#include "answers/analyse/game_analysis.h"

#include <algorithm>

#include "answers/analyse/position_values.h"

namespace damiera {

namespace {

/// A move that was made is worth at least what is known of the position after it.
void learn_from_move(const KnownPosition& after, KnownPosition& before) {
  const Value worth = (-after.bounds).lo;
  if (worth <= before.bounds.lo) return;
  before.bounds.lo = worth;
  if (before.bounds.is_exact() && before.by == KnownBy::nothing) before.by = KnownBy::moves;
}

}  // namespace

std::optional<std::size_t> GameAnalysis::known_from() const {
  std::size_t first = positions.size();
  while (first > 0 && positions[first - 1].bounds.is_exact()) --first;
  return first < positions.size() ? std::optional{first} : std::nullopt;
}

Result<GameAnalysis> analyse(const Tablebase& tables, const Game& game,
                             const AnalyseOptions& options) {
  const PositionValues values{tables, options};
  GameAnalysis made{game.setups(), {}, {}};
  made.positions.resize(made.setups.size());
  for (std::size_t i = made.setups.size(); i-- > 0;) {
    auto known = values.search(made.setups[i]);
    if (!known) return known.error();
    made.positions[i] = *std::move(known);
    if (i + 1 < made.setups.size()) learn_from_move(made.positions[i + 1], made.positions[i]);
  }
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const Value had = made.positions[i].bounds.lo;
    const Value left = (-made.positions[i + 1].bounds).hi;
    if (left >= had) continue;
    auto better = values.line_for(made.setups[i], made.positions[i], had);
    if (!better) return better.error();
    made.mistakes.push_back({i, had, left, *std::move(better)});
  }
  return made;
}

}  // namespace damiera
