#include "answers/dtz.h"

namespace damiera {

std::optional<int> dtz(const Evaluation& e) {
  const int sign = static_cast<int>(e.probe.value);
  if (sign == 0) return 0;
  if (e.probe.dtc == 0) return sign;  // the game is over
  const auto plies = e.counted && e.counted->dtc ? e.counted->dtc : e.probe.dtc;
  return plies ? std::optional{sign * *plies} : std::nullopt;
}

}  // namespace damiera
