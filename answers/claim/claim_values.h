// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>

#include "probe/tablebase.h"
#include "rules/counts/draw_count.h"

namespace damiera {

/// What a position is worth to the side to move, with and without a draw count.
struct ClaimValue {
  Value without;              ///< with unlimited moves
  std::optional<int> dtc;     ///< distance to conversion in plies; none for draws
  std::optional<Value> with;  ///< under the count; nothing where the tables cannot tell
  /// Plies to the end of the game, if nothing makes the count void, so that the game itself has to
  /// end in time; none for draws and where the tables cannot tell.
  std::optional<int> to_end = {};

  /// Plies that the winner needs: to the end of the game if it has to end in time, else to the next
  /// conversion.
  std::optional<int> plies_needed() const { return to_end ? to_end : dtc; }
  bool operator==(const ClaimValue&) const = default;
};

/// Values under a draw count that is running. Every answer is certain. It comes from the tables of
/// the count, or from DTW tables for a count that nothing annuls. Without these tables, a win is a
/// draw if even its fastest conversion comes too late. It stays a win if that conversion is in
/// time, and no position with as many or fewer pieces has a conversion that takes longer than the
/// count. Not thread-safe.
class ClaimValues {
 public:
  explicit ClaimValues(Tablebase tables) : tables_{std::move(tables)} {}

  const Tablebase& tables() const { return tables_; }

  /// The value of `pos` when `plies` have been counted, of the `complete` plies of the count: see
  /// plies_of(). Errors as for Tablebase::probe.
  Result<ClaimValue> value(const Position& pos, const DrawCount& count, int complete, int plies);

 private:
  Result<std::optional<Value>> under(const Probe& probe, const Position& pos,
                                     const DrawCount& count, int complete, int plies);
  Result<std::optional<int>> plies_to_end(const Position& pos) const;
  Result<std::optional<int>> longest_dtc(int pieces);

  Tablebase tables_;
  std::map<int, std::optional<int>> longest_;  // by the largest number of pieces
};

}  // namespace damiera
