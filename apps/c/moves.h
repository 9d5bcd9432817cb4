// SPDX-License-Identifier: MIT
// Moves as C sees them.
#pragma once

#include <algorithm>
#include <span>

#include "answers/evaluation.h"
#include "apps/c/calls.h"
#include "rules/notation/move_notation.h"

namespace damiera::c {

/// A move of the position, without a value. `texts` are the texts of the position's moves.
damiera_move move_of(Variant variant, const Setup& setup, const MoveTexts& texts, const Move& move);
/// The move with its value for the side that makes it.
damiera_move move_of(Variant variant, const Setup& setup, const MoveTexts& texts,
                     const EvaluatedMove& move);

/// The caller's buffer for moves.
struct Room {
  damiera_move* moves;
  std::size_t capacity;
  std::size_t* count;  ///< gets the number of moves, also if there is too little room
};

/// Returns DAMIERA_OK if the caller has given a buffer, and sets its count to 0.
damiera_status check(const Room& room);
/// Writes all moves or, if there is too little room, none.
damiera_status give(std::span<const damiera_move> moves, const Room& room);

}  // namespace damiera::c
