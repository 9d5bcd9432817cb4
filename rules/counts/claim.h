// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "rules/counts/draw_count.h"
#include "rules/notation/game.h"

namespace damiera {

/// How a count ended.
enum class Verdict {
  granted,         ///< complete: the game is drawn
  not_yet,         ///< still running after the last move that is looked at
  annulled,        ///< a move made it void
  not_admissible,  ///< it could not begin, or the game was won before it was complete
  not_claimed,     ///< complete, but nobody is known to have asked for it, and the game was won
};

/// "granted", "not yet", "annulled", "not admissible", "not claimed".
std::string_view name(Verdict verdict);

/// One run of a count, from its first move to its last. Moves are places in Game::moves.
struct CountRun {
  Verdict verdict;
  std::size_t from;  ///< the first move counted
  std::size_t to;    ///< one past the last move counted

  std::size_t plies() const { return to - from; }
  /// The move that made it void, which is the move after the last one counted.
  std::optional<std::size_t> annulled_by() const;
  /// The number of moves counted, of White and of Black.
  std::array<int, 2> moves(const Game& game) const;
};

/// A claim of a draw by one count, judged.
struct Claim {
  DrawCount count;  ///< with the number of moves that was counted
  CountRun run;     ///< the one that decides
  /// The other runs of the count, in order: the runs before `run`; or, if `run` was requested and
  /// annulled, the runs after it.
  std::vector<CountRun> others;
  std::string_view
      reduced_by;  ///< the article by which fewer moves than usual were counted, or empty
};

/// Which counts of a game to judge, and up to which move.
struct ClaimRequest {
  std::optional<AskedMove> from;  ///< the move before which the draw is claimed; else each count
                                  ///< begins as early as it can
  std::optional<AskedMove> at;    ///< the last move to look at; else the last move of the game
  std::optional<int> moves;       ///< the moves that each player must make; else the usual number
};

/// The request with these texts of moves, each as parse_asked_move() reads it. Error bad_notation,
/// which begins with "from: " or "at: ".
Result<ClaimRequest> claim_request(std::optional<std::string_view> from,
                                   std::optional<std::string_view> at, std::optional<int> moves);

/// Where a request stands in a game: places in Game::moves.
struct ClaimPlace {
  std::optional<std::size_t> from;  ///< the move before which the draw is claimed
  std::size_t end;                  ///< one past the last move to look at
};

/// The place of a request. Error bad_notation for moves that the game does not have, or if the
/// claim comes after the last move to look at.
Result<ClaimPlace> place_of(const ClaimRequest& request, const Game& game);

/// Judges the draw by `count` in a game. A count begins where its forces stand on the board and
/// goes on until each player has made its number of moves, unless a move annuls it or the game is
/// over; an annulled count may begin again. Each count begins as early as it can, and the last one
/// gives the verdict. A complete count is not_claimed if the rule wants a request, none is given
/// and the game was won. A win by the very last move of a count stands.
/// With a request, a count that looks back is judged in the same way by the moves before the claim;
/// if a player has to ask for it, it must also stand at the claim, and not have been annulled since
/// it was complete. A count that does not look back begins at the request: the first complete count
/// from there on gives the verdict, or if none is complete, the count that was asked for.
/// Linear in the length of the game. Requires count.admits(*request.moves) if that is given. Errors
/// as for place_of().
Result<Claim> judge(const Game& game, const DrawCount& count, const ClaimRequest& request = {});

/// The counts that the request asks for: the counts that admit its number of moves, or without a
/// number the usual ones, which are none if the game's rules have none. Error bad_notation for a
/// number that they do not admit, which says what they do.
Result<std::vector<DrawCount>> requested_counts(Variant variant, const ClaimRequest& request);

/// The side that has won on the board: the side to move after the last move has no legal move.
/// Nothing if the game could go on.
std::optional<Color> winner_on_board(const Game& game);

}  // namespace damiera
