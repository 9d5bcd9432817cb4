// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "rules/moves.h"
#include "rules/notation/fen.h"

namespace damiera {

/// The move as this game writes it: "22-18", "c3-d4", "22x15". A capture names the squares it
/// lands on between only where another legal move has the same ends: "1x10x19x28"; of several
/// paths with the same result the one with the lowest squares. Requires a legal move of `setup`.
std::string move_text(Variant variant, const Setup& setup, const Move& move);

/// The legal move of `setup` that the text means. Squares may be joined by '-', 'x' or ':'; of a
/// capture all, some or none of the squares between may be given, of any path that has its result.
/// Error bad_notation for text that cannot be read, and where no legal move or several fit.
Result<Move> parse_move(Variant variant, const Setup& setup, std::string_view text);

/// The setup after `move`. Requires a legal move of `setup`.
Setup after(Variant variant, const Setup& setup, const Move& move);

/// All legal moves of `setup`.
Moves legal_moves(Variant variant, const Setup& setup);

}  // namespace damiera
