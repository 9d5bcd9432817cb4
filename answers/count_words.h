// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "probe/tablebase.h"
#include "rules/notation/fen.h"

namespace damiera {

/// Moves by each side, "31" or "31.5", in plies. Nothing for any other text, and for more than
/// `max_count_moves`.
std::optional<int> parse_counted_moves(std::string_view text);

/// A sentence for an arbiter: "Count of 40 moves, 31 moves played: White wins in 23 moves (45
/// plies) at best; 9 moves (18 plies) remain in the count: a draw by FID Art. 10." `probe` is the
/// result under `count` for a position in which `to_move` is to move.
std::string count_in_words(Variant variant, Color to_move, const CountedProbe& probe,
                           const Count& count);

/// The article by which a game is drawn after `moves` moves: "FID Art. 10"; in words where no rule
/// of the game has this number.
std::string article(Variant variant, int moves);

}  // namespace damiera
