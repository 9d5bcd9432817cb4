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
  not_claimed,     ///< complete, but nobody is known to have asked for it, and the game was won
};

/// "granted", "not yet", "annulled", "not admissible", "not claimed".
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
  /// What else was counted, in order: the counts before `run`; or, where `run` was asked for and
  /// annulled, those that began again after it.
  std::vector<CountRun> others;
  std::string_view
      reduced_by;  ///< the article by which fewer moves than usual were counted, or empty
};

/// What is asked about a game.
struct ClaimRequest {
  std::optional<AskedMove> from;  ///< the move before which the draw is claimed; else whenever a
                                  ///< count could begin
  std::optional<AskedMove> at;    ///< the last move made when it is judged; else that of the game
  std::optional<int> moves;       ///< the moves to be counted of each player; else as usual
};

/// Judges the draw by `count` in a game. A count begins where its forces stand on the board and
/// goes on until each player has made its number of moves, unless a move annuls it or the game is
/// over; where it is annulled it may begin again. The verdict is that of the first complete count
/// from the request on, or else of the count that was asked for; without a request, of the last
/// there was. A complete count that is on request, where no request is given and the game was won,
/// is not_claimed. A game that is won by the very last move of a count is won. Linear in the length
/// of the game.
/// Requires count.admits(*request.moves) if that is given. Error bad_notation for moves in the
/// request that the game does not have.
Result<Claim> judge(const Game& game, const DrawCount& count, const ClaimRequest& request = {});

/// The counts that the request asks for: those that admit its number of moves, or the usual ones.
/// Error bad_notation, which says what the game's rules admit.
Result<std::vector<DrawCount>> requested_counts(Variant variant, const ClaimRequest& request);

}  // namespace damiera
