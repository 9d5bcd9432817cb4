#include "answers/count_words.h"

#include <fmt/core.h>

#include "answers/text.h"
#include "answers/values.h"
#include "rules/counts/draw_count.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

/// The number of moves that one side makes within `plies` plies. `moves_first`: this side makes the
/// first of these plies.
int moves_in(bool moves_first, int plies) { return (plies + moves_first) / 2; }

/// With the plies: "23 moves (45 plies)".
std::string moves_of(bool moves_first, int plies) {
  return fmt::format("{} ({})", in_number(moves_in(moves_first, plies), "move"),
                     plies_in_words(plies));
}

/// "9 moves (18 plies) remain in the count", "1 move (1 ply) remains in the count".
std::string rest_of_count(bool moves_first, int left) {
  return fmt::format("{} {} in the count", moves_of(moves_first, left),
                     moves_in(moves_first, left) == 1 ? "remains" : "remain");
}

/// "31 moves played"; "63 plies played" if one side has made one move more.
std::string played(int plies) {
  return (plies % 2 == 0 ? in_number(plies / 2, "move") : plies_in_words(plies)) + " played";
}

std::string verdict(const std::string& rule, Color to_move, const CountedProbe& probe, int left) {
  if (probe.value == RuleValue::draw) return "a draw, with the count or without it";
  const bool first = probe.value > RuleValue::draw;
  const auto winner = name(first ? to_move : opponent(to_move));
  if (!probe.dtc) return fmt::format("{} wins only without the count: a draw by {}", winner, rule);
  const bool stands = probe.value == RuleValue::win || probe.value == RuleValue::loss;
  if (stands && *probe.dtc == 0) return fmt::format("{} has won", winner);
  const std::string needed = moves_of(first, *probe.dtc), rest = rest_of_count(first, left);
  if (stands)
    return fmt::format("{} wins, in {} at best to the next conversion; {}", winner, needed, rest);
  return fmt::format("{} wins in {} at best; {}: a draw by {}", winner, needed, rest, rule);
}

}  // namespace

std::optional<int> parse_counted_moves(std::string_view text) {
  if (text.find('.') != text.npos)  // "7.0" and "7.50" are what some programs write
    text = text.substr(0, text.find_last_not_of('0') + 1);
  const bool half = text.ends_with(".5");
  if (half) text.remove_suffix(2);
  if (text.ends_with('.')) text.remove_suffix(1);
  const auto moves = whole_number<int>(text, 0, max_count_moves);
  if (!moves) return {};
  return 2 * *moves + half;
}

std::string article(Variant variant, int moves) {
  for (const DrawCount& count : draw_counts(variant))
    if (count.moves == moves && count.annulled.by_man_move && count.annulled.by_capture)
      return std::string{count.article};
  return "a count of " + in_number(moves, "move");
}

std::string count_in_words(Variant variant, Color to_move, const CountedProbe& probe,
                           const Count& count) {
  return fmt::format("Count of {}, {}: {}.", in_number(count.moves, "move"), played(count.plies),
                     verdict(article(variant, count.moves), to_move, probe, count.plies_left()));
}

}  // namespace damiera
