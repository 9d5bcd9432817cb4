// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "answers/evaluation.h"

namespace damiera {

/// One number for clients of chess tables: the rule-aware distance to conversion in plies, negative
/// where the side to move loses; without a count, and for what the count turns into a draw, that
/// with unlimited moves. 0 is a draw and nothing else: the end of the game is 1 ply. Nothing if the
/// distance is not known.
std::optional<int> dtz(const Evaluation& e);

}  // namespace damiera
