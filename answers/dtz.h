// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "answers/evaluation.h"

namespace damiera {

/// The value as one number, for clients made for chess tables: the distance to conversion in plies,
/// negative where the side to move loses. The distance is the one under the count,
/// CountedProbe::dtc, where there is one, else the one with unlimited moves. Only a draw is 0: a
/// finished game is 1 ply from its end. Nothing if the distance is not known.
std::optional<int> dtz(const Evaluation& e);

}  // namespace damiera
