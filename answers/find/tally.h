// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rules/value.h"

namespace damiera {

/// The numbers of won and lost positions of a slice by their distance.
struct Tally {
  std::vector<std::uint64_t> wins, losses;  ///< by plies, from 0 to the longest
  std::uint64_t draws = 0, cursed_wins = 0, blessed_losses = 0;
  /// The lowest number of a position that takes longest to win, and to lose.
  std::optional<std::uint64_t> longest_win, longest_loss;

  /// Positions come in ascending order.
  void add(RuleValue value, int plies, std::uint64_t number);
  /// Adds a tally of positions with higher numbers.
  void add(const Tally& later);
  /// The sum over all plies, of `wins` or of `losses`.
  static std::uint64_t sum(const std::vector<std::uint64_t>& by_plies);
};

}  // namespace damiera
