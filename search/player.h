// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "probe/tablebase.h"

namespace damiera {

/// How far a player looks ahead for one move. The caller watches the clock.
struct PlayLimits {
  int depth = 60;                    ///< plies, captures at the end not counted
  std::uint64_t nodes = UINT64_MAX;  ///< positions of one thread at most
  int threads = 1;
};

/// Where a player stands, and in the end the move that it chooses.
struct Choice {
  Move move;
  int score = 0;            ///< hundredths of a man, for the side to move; see is_decided()
  int depth = 0;            ///< plies that were searched to the end; 0: the tables chose alone
  std::uint64_t nodes = 0;  ///< of one thread
  std::vector<Move> line;   ///< expected play, from this move on

  /// True if the score says that the game is won or lost, by the tables or to the end.
  bool is_decided() const { return score >= least_win || score <= -least_win; }

  static constexpr int least_win = 20000;    ///< won by the tables
  static constexpr int end_of_game = 30000;  ///< less the plies to it
};

/// Called after each depth and now and then between; false ends the search.
using PlayWatch = std::function<bool(const Choice&)>;

/// Chooses moves by alpha-beta search with iterative deepening, with the tables as leaves. It never
/// plays a move that the tables know to be worse than another: where they hold the position, only
/// moves that keep its value are looked at, and with distances the one that makes most progress is
/// played. What is found beyond the tables is an opinion, no proof: see solve().
class Player {
 public:
  /// Remembers positions in `bytes` of memory, from one move to the next. `tables` must outlive
  /// this.
  Player(const Tablebase& tables, std::size_t bytes);
  ~Player();

  /// The move for a valid position. `played`: the positions of the game so far, as who was to move
  /// saw them; to come back to one counts as a draw. One thread at a time. Errors: bad_position,
  /// also if there is no legal move; as for Tablebase::wdl, but missing tables are not missed.
  Result<Choice> choose(const Position& pos, std::span<const Position> played,
                        const PlayLimits& limits, const PlayWatch& watch);

 private:
  struct Memory;
  const Tablebase& tables_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace damiera
