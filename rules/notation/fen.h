// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/position.h"
#include "rules/result.h"

namespace damiera {

/// A position of a game between White and Black. Notation is the only place with colours.
struct Setup {
  Position pos;  ///< as the side to move sees it
  Color to_move;

  auto operator<=>(const Setup&) const = default;
};

/// The position in which a game starts.
Setup initial_setup(Variant variant);

/// The pieces as White sees the board: White's are "mine", whoever is to move. Its own inverse:
/// the same call turns such a view back into Setup::pos.
Position seen_by_white(Variant variant, const Setup& setup);

/// The position in PDN FEN: side to move, White's pieces, Black's, each side's squares ascending,
/// as in "W:WK3,20:BK31" or "B:Wa1,c3:BKb8". A side without pieces is its letter alone. If there
/// are runs of kings they follow as lidraughts writes them, Black's first: "W:WK46,28:BK43:+0+246"
/// has two moves of White's king on 46. Requires a valid position.
std::string fen(Variant variant, const Setup& setup);

/// The inverse of fen(). It also accepts sides in either order, letters in either case, spaces
/// between the tokens, ranges ("1-12", "K1-3"), a final dot, and a PDN tag [FEN "..."] around it.
/// Errors: bad_notation where the text cannot be read; bad_position for two pieces on a square or
/// a man on its promotion row. The message names the column, counted from 1, and the token.
/// The fields of FenRecord are read and dropped. A text without runs gives a position without runs.
Result<Setup> parse_fen(Variant variant, std::string_view text);

/// A position with the fields that lidraughts writes after the pieces: "W:WK3:BK31:H12:F40".
struct FenRecord {
  Setup setup;
  std::optional<int> counted;  ///< H: the plies of the draw count that have been played
  std::optional<int> number;   ///< F: the number of the next move, from 1
};

/// Reads what parse_fen() reads, and keeps the fields. They may come in either order, each at most
/// once; a field of another name is an error that names it. Errors as for parse_fen().
Result<FenRecord> parse_fen_record(Variant variant, std::string_view text);

}  // namespace damiera
