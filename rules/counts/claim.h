// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "rules/counts/draw_count.h"
#include "rules/notation/game.h"

namespace damiera {

/// What became of a count.
enum class Verdict {
  granted,         ///< complete: the game is drawn
  not_yet,         ///< running where the game, or what is known of it, ends
  annulled,        ///< a move made it void
  not_admissible,  ///< it could not begin, or the game was won before it was complete
};

/// "granted", "not yet", "annulled", "not admissible".
std::string_view name(Verdict verdict);

/// One count from where it begins to where it stops. Moves are places in Game::moves.
struct CountRun {
  Verdict verdict;
  std::size_t from;  ///< the first move to be counted
  std::size_t to;    ///< one past the last that was counted
  std::string why;   ///< if not admissible

  std::size_t plies() const { return to - from; }
  /// The move that made it void: the one that follows.
  std::optional<std::size_t> annulled_by() const;
  /// How many moves stand, of White and of Black.
  std::array<int, 2> moves(const Game& game) const;
};

/// A claim of a draw by one count, judged.
struct Claim {
  DrawCount count;  ///< with the number of moves that was counted
  CountRun run;     ///< that decides
  /// What else was or could be counted, in order: without a request, the counts before `run`; with
  /// one, those from the first request that could follow it.
  std::vector<CountRun> others;
};

/// What is asked about a game.
struct ClaimRequest {
  std::optional<MoveNumber> from;  ///< the move before which the draw is claimed; else whenever a
                                   ///< count could begin
  std::optional<MoveNumber> at;    ///< the last move made when it is judged; else that of the game
  std::optional<int> moves;        ///< the moves to be counted of each player; else as usual
};

/// Judges the draw by `count` in a game. A count begins where its forces stand on the board and
/// goes on until each player has made its number of moves, unless a move annuls it or the game is
/// over; where it is annulled it may begin again. Asked about no move in particular, the verdict is
/// that of the first complete count, or else of the last there was. A game that is won by the very
/// last move of a count is won. Linear in the length of the game.
/// Requires count.admits(*request.moves) if that is given. Error bad_notation for moves in the
/// request that the game does not have.
Result<Claim> judge(const Game& game, const DrawCount& count, const ClaimRequest& request = {});

/// The counts that the request asks for: those that admit its number of moves, or the usual ones.
/// Error bad_notation, which says what the game's rules admit.
Result<std::vector<DrawCount>> requested_counts(Variant variant, const ClaimRequest& request);

}  // namespace damiera
