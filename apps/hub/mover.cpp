#include "apps/hub/mover.h"

#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

constexpr std::size_t search_bytes = std::size_t{16} << 20;
// Lines of decided games end by themselves; of draws a few plies are enough.
constexpr std::size_t most_shown = 40, most_shown_of_draws = 6;

/// The result of a search, with the scores of the protocols.
Thought thought_of(const Choice& choice) {
  Thought thought{
      .move = choice.move, .line = choice.line, .depth = choice.depth, .nodes = choice.nodes};
  const Value value = choice.score > 0 ? Value::win : Value::loss;
  const int left = Choice::end_of_game - std::abs(choice.score);
  if (choice.is_decided())
    thought.score = decided_score(value, left < 1000 ? left : plies_not_known);
  else if (choice.depth > 0)
    thought.score = opinion_score(choice.score);
  return thought;
}

}  // namespace

Result<std::unique_ptr<Mover>> Mover::open(const MoverOptions& options) {
  auto tables =
      Tablebase::open(options.variant, options.folders, {.cache_bytes = options.cache_bytes});
  if (!tables) return tables.error();
  return std::unique_ptr<Mover>{new Mover{options, *std::move(tables)}};
}

Mover::Mover(const MoverOptions& options, Tablebase tables)
    : options_{options},
      table_play_{std::make_unique<TablePlay>(std::move(tables), options.count_moves)} {
  forget();
}

void Mover::forget() { player_ = std::make_unique<Player>(table_play_->tables(), search_bytes); }

Thought Mover::choose(const GameRecord& game, const Level& level, const ThoughtWatch& watch) {
  const Thought none{};
  const auto by_table =
      table_play_->choose(game.now().pos, game.quiet_plies(), [&] { return watch(none); });
  if (by_table && by_table->move) return by_tables(*by_table->move, game, watch);
  auto found = by_search(game, level, watch, by_table ? by_table->keeping : std::vector<Move>{});
  Thought thought =
      found ? *std::move(found) : Thought{.move = legal_moves(game.variant(), game.now()).front()};
  if (thought.line.empty()) thought.line = {thought.move};
  if (!by_table) thought.note = by_table.error().message;
  if (!found) thought.note = found.error().message;
  return thought;
}

Thought Mover::by_tables(const EvaluatedMove& chosen, const GameRecord& game,
                         const ThoughtWatch& watch) const {
  Thought thought{.move = chosen.move};
  thought.line = expected_line(chosen, game, [&] { return watch(thought); });
  thought.score = decided_score(value_in_game(chosen.worth),
                                plies_in_game(chosen.worth).value_or(plies_not_known));
  thought.depth = static_cast<int>(thought.line.size());
  thought.nodes = thought.line.size();
  thought.worth = chosen.worth;
  return thought;
}

std::vector<Move> Mover::expected_line(const EvaluatedMove& chosen, const GameRecord& game,
                                       const TablePlay::GoesOn& goes_on) const {
  const bool draw = value_in_game(chosen.worth) == Value::draw;
  std::vector<Move> line;
  int quiet_plies = game.quiet_plies();
  for (std::optional<EvaluatedMove> next = chosen; next;) {
    line.push_back(next->move);
    if (line.size() == (draw ? most_shown_of_draws : most_shown) || !goes_on()) break;
    quiet_plies = next->move.is_conversion() ? 0 : quiet_plies + 1;
    // Any drawing move will do: comparing them takes longer than the move itself.
    const auto reply = table_play_->choose(next->position, quiet_plies, [] { return false; });
    next = reply ? reply->move : std::nullopt;
  }
  return line;
}

Result<Thought> Mover::by_search(const GameRecord& game, const Level& level,
                                 const ThoughtWatch& watch, std::span<const Move> among) {
  const PlayLimits limits{.depth = level.depth,
                          .nodes = level.nodes,
                          .threads = options_.threads,
                          .goes_on = [&] { return watch({}); },
                          .among = among};
  const auto choice = player_->choose(game.now().pos, game.played(), limits,
                                      [&](const Choice& c) { return watch(thought_of(c)); });
  if (!choice) return choice.error();
  return thought_of(*choice);
}

}  // namespace damiera
