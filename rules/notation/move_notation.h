// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/moves.h"
#include "rules/notation/fen.h"

namespace damiera {

/// The texts of the legal moves of one position. The constructor walks all captures, which in
/// Frisian draughts can take a tenth of a second: make one object for all moves of a list.
class MoveTexts {
 public:
  MoveTexts(Variant variant, const Setup& setup);

  /// The move as this game writes it: "22-18", "c3-d4", "22x15". A capture names the squares
  /// between only if another legal move has the same ends: "1x10x19x28". Requires a legal move.
  std::string text(const Move& move) const;
  /// The squares of a move from the first to the last, as White sees them. If several paths have
  /// the same result, returns the path with the lowest squares. Requires a legal move.
  std::vector<Square> path(const Move& move) const;

 private:
  Variant variant_;
  Color to_move_;
  std::map<Move, std::vector<Square>> captures_;
};

/// The text of a single move: see MoveTexts. Requires a legal move of `setup`.
std::string move_text(Variant variant, const Setup& setup, const Move& move);

/// The texts of moves that are made one after the other. Requires legal moves.
std::vector<std::string> line_texts(Variant variant, Setup setup, std::span<const Move> line);

/// The legal move of `setup` that the text means. Squares may be joined by '-', 'x' or ':'. A
/// capture may name all, some or none of the squares between its ends, on any path that has the
/// same result.
/// Error bad_notation if the text cannot be read, or if no legal move or several fit.
Result<Move> parse_move(Variant variant, const Setup& setup, std::string_view text);

/// The setup after `move`. Requires a legal move of `setup`.
Setup after(Variant variant, const Setup& setup, const Move& move);
/// The setup after these moves, one after the other. Requires legal moves.
Setup after_line(Variant variant, Setup setup, std::span<const Move> line);

/// All legal moves of `setup`.
Moves legal_moves(Variant variant, const Setup& setup);

}  // namespace damiera
