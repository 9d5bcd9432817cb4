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
  std::string why;   ///< the reason, if not admissible

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
  std::optional<AskedMove> from;  ///< the move before which a player requests the count; else each
                                  ///< count begins as early as it can
  std::optional<AskedMove> at;    ///< the last move to look at; else the last move of the game
  std::optional<int> moves;       ///< the moves that each player must make; else the usual number
};

/// Judges the draw by `count` in a game. A count begins where its forces stand on the board and
/// goes on until each player has made its number of moves, unless a move annuls it or the game is
/// over; an annulled count may begin again. With a request, the first complete count from there on
/// gives the verdict, or if none is complete, the count that was requested. Without a request, the
/// last count gives it. A complete count is not_claimed if the rule wants a request, none is given
/// and the game was won. A win by the very last move of a count stands. Linear in the length of the
/// game.
/// Requires count.admits(*request.moves) if that is given. Error bad_notation for moves in the
/// request that the game does not have.
Result<Claim> judge(const Game& game, const DrawCount& count, const ClaimRequest& request = {});

/// The counts that the request is about: those that admit its number of moves, or the usual counts
/// if it gives no number. Error bad_notation, which says what the game's rules admit.
Result<std::vector<DrawCount>> requested_counts(Variant variant, const ClaimRequest& request);

}  // namespace damiera
