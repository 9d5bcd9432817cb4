#include "answers/evaluation.h"

#include "probe/worth.h"

namespace damiera {

namespace {

std::optional<int> one_more(std::optional<int> plies) {
  return plies ? std::optional{*plies + 1} : std::nullopt;
}

CountedProbe worth_under_count(const Move& move, const CountedProbe& after) {
  return {-after.value, after.dtc ? dtc_by(move, after.dtc) : std::nullopt};
}

}  // namespace

Evaluation worth_of(const Move& move, const Evaluation& after) {
  Evaluation worth{worth_of(move, after.probe), one_more(after.dtw), {}};
  if (after.counted) worth.counted = worth_under_count(move, *after.counted);
  return worth;
}

bool better(const Evaluation& a, const Evaluation& b) {
  if (a.counted && b.counted && a.counted->value != b.counted->value)
    return a.counted->value > b.counted->value;
  if (a.probe.value != b.probe.value) return a.probe.value > b.probe.value;
  const auto by_end = compare_plies(a.probe.value, a.dtw, b.dtw);
  return by_end == 0 ? better(a.probe, b.probe) : by_end > 0;
}

}  // namespace damiera
