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
  std::uint64_t nodes = UINT64_MAX;  ///< at most in each thread; checked every 8
  int threads = 1;
  /// Asked before the tables are read for a move of the position: if it returns false, the moves
  /// that are left are taken as they come. None: always true.
  std::function<bool()> goes_on = {};
  /// The legal moves to choose from; empty: all that the tables do not know to be worse.
  std::span<const Move> among = {};
};

/// The best move so far; in the end, the move that the player chooses.
struct Choice {
  Move move;
  int score = 0;            ///< hundredths of a man, for the side to move; see is_decided()
  int depth = 0;            ///< plies searched completely; 0: the tables alone chose
  std::uint64_t nodes = 0;  ///< of one thread
  std::vector<Move> line;   ///< expected play, from this move on

  /// True if the score says that the game is won or lost, by the tables or to the end.
  bool is_decided() const { return score >= least_win || score <= -least_win; }

  static constexpr int least_win = 20000;    ///< won by the tables
  static constexpr int end_of_game = 30000;  ///< minus the plies to the end
};

/// Called after each depth and now and then between; false ends the search.
using PlayWatch = std::function<bool(const Choice&)>;

/// Chooses moves by alpha-beta search with iterative deepening, with the tables as leaves. It never
/// plays a move that the tables know to be worse than another. Where they hold the position, only
/// moves that keep its value are searched; where they hold distances, the move that makes most
/// progress is played. A score beyond the tables is an estimate, not a proof: see solve().
class Player {
 public:
  /// Remembers positions in `bytes` of memory, from one move to the next. `tables` must outlive
  /// this.
  Player(const Tablebase& tables, std::size_t bytes);
  ~Player();

  /// The move for a valid position. `played`: the positions of the game so far, as the side then to
  /// move saw them; to return to one of them counts as a draw. One thread at a time. Errors:
  /// bad_position, also if there is no legal move; as for Tablebase::wdl, except missing_table.
  Result<Choice> choose(const Position& pos, std::span<const Position> played,
                        const PlayLimits& limits, const PlayWatch& watch);

 private:
  struct Memory;
  const Tablebase& tables_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace damiera
