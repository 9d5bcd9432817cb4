#include "answers/values.h"

#include <fmt/core.h>

#include "answers/count_words.h"

namespace damiera {

std::string in_words(const Probe& probe) {
  if (probe.value == Value::draw) return "draws";
  const char* verb = probe.value == Value::win ? "wins" : "loses";
  if (!probe.dtc) return fmt::format("{}, distance not known", verb);
  if (*probe.dtc == 0) return fmt::format("{}, no move left", verb);
  return fmt::format("{}, conversion in {} {}", verb, *probe.dtc,
                     *probe.dtc == 1 ? "ply" : "plies");
}

std::string in_words(const Judgement& j) {
  std::string words = in_words(j.probe);
  if (j.dtw.value_or(0) > 0)
    words += fmt::format(", the end in {} {}", *j.dtw, *j.dtw == 1 ? "ply" : "plies");
  if (!j.counted) return words;
  if (j.counted->value == RuleValue::cursed_win || j.counted->value == RuleValue::blessed_loss)
    words += "; a draw by the count";
  return words;
}

std::string_view name(Color color) { return color == Color::white ? "White" : "Black"; }

void append_members(Text& out, const Probe& probe) {
  append(out, "\"wdl\":\"");
  append(out, name(probe.value));
  append(out, "\",\"dtc\":");
  if (probe.dtc)
    fmt::format_to(std::back_inserter(out), "{}", *probe.dtc);
  else
    append(out, "null");
}

void append_members(Text& out, const Judgement& judgement) {
  append_members(out, judgement.probe);
  fmt::format_to(std::back_inserter(out), ",\"dtw\":{}",
                 judgement.dtw ? std::to_string(*judgement.dtw) : "null");
}

}  // namespace damiera
