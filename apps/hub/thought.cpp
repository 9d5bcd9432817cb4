#include "apps/hub/thought.h"

#include <fmt/core.h>

#include <algorithm>

namespace damiera {

int decided_score(Value value, int plies) {
  if (value == Value::draw) return 0;
  if (value == Value::win) return 10000 - std::clamp(plies, 1, 999);
  return -10000 + std::clamp(plies, 2, 999);
}

int opinion_score(int hundredths) { return std::clamp(hundredths, -8999, 8999); }

std::string score_text(int score) {
  const int size = score < 0 ? -score : score;
  return fmt::format("{}{}.{:02}", score < 0 ? "-" : "", size / 100, size % 100);
}

}  // namespace damiera
