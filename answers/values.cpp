#include "answers/values.h"

#include <fmt/core.h>

namespace damiera {

std::string in_words(const Probe& probe) {
  if (probe.value == Value::draw) return "draws";
  const char* verb = probe.value == Value::win ? "wins" : "loses";
  if (!probe.dtc) return fmt::format("{}, distance not known", verb);
  if (*probe.dtc == 0) return fmt::format("{}, the game is over", verb);
  return fmt::format("{}, conversion in {}", verb, plies_in_words(*probe.dtc));
}

std::string in_words(const Evaluation& e) {
  std::string words = in_words(e.probe);
  if (e.dtw.value_or(0) > 0) words += ", the end in " + plies_in_words(*e.dtw);
  if (!e.counted) return words;
  if (e.counted->value == RuleValue::cursed_win || e.counted->value == RuleValue::blessed_loss)
    words += "; a draw by the count";
  return words;
}

std::string_view no_move_in_words(Variant variant, const Position& pos) {
  const bool is_over = rules_of(variant).goal == Goal::first_king_wins && !pos.their_kings.empty();
  return is_over ? "The game is over: the opponent has a king." : "No legal move.";
}

std::string plies_in_words(int plies) {
  return fmt::format("{} {}", plies, plies == 1 ? "ply" : "plies");
}

std::string_view name(Color color) { return color == Color::white ? "White" : "Black"; }

}  // namespace damiera
