#include "answers/uci.h"

#include <fmt/core.h>

#include <vector>

#include "rules/rules.h"

namespace damiera {

namespace {

/// The legal path with this result whose squares are lowest for White; of a quiet move its end.
template <Rules R>
std::vector<int> path_of(const Setup& setup, const Move& move) {
  const auto number = [&](Square sq) {
    const int n = static_cast<int>(sq);
    return setup.to_move == Color::white ? n + 1 : R.squares_total() - n;
  };
  std::vector<int> best;
  if (!move.is_capture()) return {number(move.from), number(move.to)};
  visit_captures<R>(setup.pos, [&](const CaptureLine& c) {
    if (c.move != move) return;
    std::vector<int> path{number(move.from)};
    for (const Square sq : c.path) path.push_back(number(sq));
    if (best.empty() || path < best) best = std::move(path);
  });
  return best;
}

}  // namespace

std::string uci(Variant variant, const Setup& setup, const Move& move) {
  return with_moves(variant, [&]<Rules R>() {
    std::string text;
    for (const int square : path_of<R>(setup, move)) text += fmt::format("{:02}", square);
    return text;
  });
}

}  // namespace damiera
