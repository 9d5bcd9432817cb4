#include "cli/values.h"

namespace damiera {

Probe for_mover(const ProbedMove& move) {
  Probe mine{-move.probe.value, move.probe.dtc};
  if (mine.value != Value::draw && move.move.is_conversion())
    mine.dtc = 1;
  else if (mine.dtc)
    ++*mine.dtc;
  return mine;
}

bool is_better(const Probe& a, const Probe& b) {
  if (a.value != b.value) return a.value > b.value;
  return a.value == Value::loss ? a.dtc > b.dtc : a.dtc < b.dtc;
}

std::string in_words(const Probe& probe) {
  if (probe.value == Value::draw) return "draws";
  const char* verb = probe.value == Value::win ? "wins" : "loses";
  if (!probe.dtc) return fmt::format("{}, distance not known", verb);
  if (*probe.dtc == 0) return fmt::format("{}, no move left", verb);
  return fmt::format("{}, conversion in {} {}", verb, *probe.dtc,
                     *probe.dtc == 1 ? "ply" : "plies");
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

}  // namespace damiera
