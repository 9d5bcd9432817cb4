// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "apps/hub/game_record.h"
#include "apps/hub/level.h"
#include "apps/hub/table_play.h"
#include "apps/hub/thought.h"
#include "search/player.h"

namespace damiera {

/// The options of a mover.
struct MoverOptions {
  Variant variant = Variant::international;
  std::vector<std::filesystem::path> folders = {};  ///< folders of tables, in addition to the
                                                    ///< shipped ones
  std::size_t cache_bytes = std::size_t{256} << 20;
  int count_moves = 0;  ///< the draw count by which the game is played; 0: none
  int threads = 1;
};

/// Chooses moves for every protocol: by the tables if they hold the position, else by a search with
/// the tables as leaves. One thread at a time.
class Mover {
 public:
  /// Errors: io, for a folder that cannot be read.
  static Result<std::unique_ptr<Mover>> open(const MoverOptions& options);

  const MoverOptions& options() const { return options_; }

  /// The move for the current position of `game`; requires that there is one. `level` bounds depth
  /// and nodes, `watch` bounds time. Returns a move even if tables cannot be read; the note then
  /// says why.
  Thought choose(const GameRecord& game, const Level& level, const ThoughtWatch& watch);
  /// Forgets the results of earlier searches.
  void forget();

 private:
  Mover(const MoverOptions& options, Tablebase tables);
  Thought by_tables(const EvaluatedMove& chosen, const GameRecord& game,
                    const ThoughtWatch& watch) const;
  std::vector<Move> expected_line(const EvaluatedMove& chosen, const GameRecord& game,
                                  const TablePlay::GoesOn& goes_on) const;
  Result<Thought> by_search(const GameRecord& game, const Level& level, const ThoughtWatch& watch,
                            std::span<const Move> among);

  MoverOptions options_;
  std::unique_ptr<TablePlay> table_play_;
  std::unique_ptr<Player> player_;
};

}  // namespace damiera
