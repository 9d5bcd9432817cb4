// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "answers/evaluation.h"

namespace damiera {

/// The value as one number, for clients made for chess tables: the distance to conversion in plies,
/// negative where the side to move loses. The distance is rule-aware; it is the one with unlimited
/// moves if there is no count, or if the count makes the position a draw. Only a draw is 0: a
/// finished game is 1 ply from its end. Nothing if the distance is not known.
std::optional<int> dtz(const Evaluation& e);

}  // namespace damiera
