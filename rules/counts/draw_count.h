// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "rules/moves.h"
#include "rules/notation/fen.h"

namespace damiera {

/// The pieces that must be on the board for a count to begin.
struct Forces {
  bool king_each_side = false;  ///< each side has a king
  bool lone_king = false;       ///< one side has a king and nothing else
  bool kings_only = false;      ///< nobody has a man
  int least_pieces = 0;         ///< of both sides
  int most_pieces = 50;         ///< of both sides
  Bitboard line = {};  ///< squares that a side must hold, the same for both sides; empty: no line
  bool lone_king_holds = false;  ///< true: only the lone king may stand on the line; false: a king
                                 ///< of its opponent must stand there
};

/// What makes a count void; it may then begin again.
struct Annulments {
  bool by_man_move = false;
  bool by_capture = false;    ///< a change in the number of pieces
  bool by_crowning = false;   ///< a man becomes a king
  bool by_leaving = false;    ///< the pieces no longer stand as Forces require
  bool by_last_king = false;  ///< a side has pieces left, but no king
};

/// A rule by which a game is drawn after a number of moves. It does not depend on colours; the code
/// below and judge() look at these properties only, never at the article.
struct DrawCount {
  std::string_view article;  ///< where it is written
  int moves;                 ///< by each player
  int least;                 ///< an arbiter may reduce `moves` to this; equal to it if not at all
  bool usual;                ///< counted unless somebody says otherwise
  bool on_request;           ///< draws the game only if a player asks for it; else by itself
  bool looks_back;           ///< a claim is about the moves before it; else about those after it
  Forces forces;
  Annulments annulled;
  std::string_view reduced_by = {};  ///< where it is written that `moves` may be reduced
  bool of_the_stronger = false;      ///< complete with the last move of the side with more pieces

  /// True if `number` of moves by each player may be counted by this rule.
  constexpr bool admits(int number) const { return least <= number && number <= moves; }
};

/// The counts of a game, the principal one first; none if its rules have none. Repetition of a
/// position is not among them, as no table takes it into account: see repetition.h.
std::span<const DrawCount> draw_counts(Variant variant);

/// The count of a game that may begin with any forces and that conversions, and nothing else, make
/// void. Tables under a count are about this one. Null if the game's rules have none.
const DrawCount* count_by_conversions(Variant variant);

/// The plies of a complete count that begins in this position: two for each move, but one less if
/// only the moves of the stronger side count and it moves first.
int plies_of(const DrawCount& count, const Setup& begin);

/// Whether a move of this kind makes the count void, on whichever squares the pieces stand.
constexpr bool annuls(const DrawCount& count, const Move& move) {
  return (count.annulled.by_man_move && !move.by_king) ||
         (count.annulled.by_capture && move.is_capture()) ||
         (count.annulled.by_crowning && move.crowned);
}

/// Whether `move`, which leads to `after`, makes the count void.
bool annuls(const DrawCount& count, const Move& move, const Setup& after);

/// Whether the pieces hold the line that `forces` requires.
bool holds_line(const Forces& forces, const Position& pos);

/// Why a count cannot begin in a position.
enum class Obstacle : std::uint8_t {
  mover_without_king,     ///< the side to move has no king
  opponent_without_king,  ///< the other side has none
  men_on_board,
  no_lone_king,    ///< no side has a king and nothing else
  wrong_pieces,    ///< too few or too many
  line_not_held,   ///< the lone king does not hold the line, or not alone
  line_not_taken,  ///< no king of the side against the lone king is on the line
};

/// The first obstacle to the count in this position; nothing if it can begin.
std::optional<Obstacle> obstacle(const DrawCount& count, const Setup& setup);

}  // namespace damiera
