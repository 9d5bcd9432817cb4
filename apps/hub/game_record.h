// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "rules/moves.h"
#include "rules/notation/fen.h"
#include "rules/value.h"

namespace damiera {

/// The data about a game that are needed to choose a move.
class GameRecord {
 public:
  GameRecord(Variant variant, const Setup& start) : variant_{variant}, setups_{start} {}

  Variant variant() const { return variant_; }
  const Setup& now() const { return setups_.back(); }
  /// All positions from the start to the current one.
  const std::vector<Setup>& setups() const { return setups_; }
  /// The earlier positions, each as the side then to move saw it.
  std::vector<Position> played() const;
  /// How many plies were played since the last conversion, or since the start.
  int quiet_plies() const;
  /// How often the current position has occurred, this time included.
  int times_here() const;

  /// The value for the side to move if the game is over by the rules; draws by count are ignored.
  std::optional<Value> result() const;

  /// Plays a legal move.
  void play(const Move& move);
  /// Goes back to the position after the first `plies`. Requires that they were played.
  void go_back_to(std::size_t plies);

 private:
  Variant variant_;
  std::vector<Setup> setups_;
  std::vector<bool> conversions_;
};

}  // namespace damiera
