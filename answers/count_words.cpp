#include "answers/count_words.h"

#include <fmt/core.h>

#include "answers/values.h"
#include "rules/counts/draw_count.h"

namespace damiera {

namespace {

/// The moves that a side makes in so many plies, with the plies: "23 moves (45 plies)".
std::string moves_of(bool moves_first, int plies) {
  const int moves = (plies + moves_first) / 2;
  return fmt::format("{} {} ({} {})", moves, moves == 1 ? "move" : "moves", plies,
                     plies == 1 ? "ply" : "plies");
}

std::string verdict(const std::string& rule, Color to_move, const CountedProbe& counted, int left) {
  if (counted.value == RuleValue::draw) return "a draw, with the count or without it";
  const bool first = counted.value > RuleValue::draw;
  const auto winner = name(first ? to_move : opponent(to_move));
  if (!counted.dtc)
    return fmt::format("{} wins only without the count: a draw by {}", winner, rule);
  const bool stands = counted.value == RuleValue::win || counted.value == RuleValue::loss;
  if (stands && *counted.dtc == 0) return fmt::format("{} has won", winner);
  const std::string needed = moves_of(first, *counted.dtc), rest = moves_of(first, left);
  if (stands)
    return fmt::format("{} wins, in {} at best to the next conversion; {} remain in the count",
                       winner, needed, rest);
  return fmt::format("{} wins in {} at best; {} remain in the count: a draw by {}", winner, needed,
                     rest, rule);
}

}  // namespace

std::string moves_played(int plies) {
  return fmt::format("{}{}", plies / 2, plies % 2 == 0 ? "" : ".5");
}

std::string article(Variant variant, int moves) {
  for (const DrawCount& count : draw_counts(variant))
    if (count.moves == moves && count.annulled.by_man_move && count.annulled.by_capture)
      return std::string{count.article};
  return fmt::format("a count of {} moves", moves);
}

std::string count_in_words(Variant variant, Color to_move, const CountedProbe& counted,
                           const Count& count) {
  return fmt::format("Count of {} moves, {} played: {}.", count.moves, moves_played(count.plies),
                     verdict(article(variant, count.moves), to_move, counted, count.plies_left()));
}

void append_count(Text& out, const std::optional<CountedProbe>& counted) {
  if (!counted) return append(out, ",\"count\":null");
  fmt::format_to(std::back_inserter(out), ",\"count\":{{\"value\":\"{}\",\"dtc\":{}}}",
                 name(counted->value), counted->dtc ? std::to_string(*counted->dtc) : "null");
}

void append_count(Text& out, const std::optional<CountedProbe>& counted, const Count& count) {
  append_count(out, counted);
  if (!counted) return;
  out.resize(out.size() - 1);  // the brace
  fmt::format_to(std::back_inserter(out), ",\"moves\":{},\"plies_played\":{},\"plies_left\":{}}}",
                 count.moves, count.plies, count.plies_left());
}

}  // namespace damiera
