// SPDX-License-Identifier: MIT
#pragma once

#include "answers/best_line.h"
#include "rules/notation/game.h"

namespace damiera {

/// A best line as a game that begins with its position, and ends with its result. `event` is the
/// value of the tag Event.
Game line_game(Variant variant, const Setup& setup, const BestLine& line, const std::string& event);

}  // namespace damiera
