// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "rules/counts/claim.h"
#include "rules/notation/move_notation.h"

namespace damiera {

/// The moves of a game and their texts, as reports of claims name them. The game must outlive this.
class ClaimSheet {
 public:
  explicit ClaimSheet(const Game& game) : game_{game}, setups_{game.setups()} {}

  const Game& game() const { return game_; }
  const Setup& before(std::size_t i) const { return setups_[i]; }

  /// The number of move `i` of the game; `i` may be the move that would come next.
  MoveNumber number(std::size_t i) const {
    return i < game_.moves.size() ? game_.moves[i].number : game_.following();
  }
  /// "31w", as JSON and options have it; ClaimWords has it in each language.
  std::string short_number(std::size_t i) const { return text(number(i)); }
  std::string move(std::size_t i) const { return move(i, game_.moves[i].move); }
  /// The text of `move`, made in place of the game's move `i`.
  std::string move(std::size_t i, const Move& move) const {
    return move_text(game_.variant, setups_[i], move);
  }

 private:
  const Game& game_;
  std::vector<Setup> setups_;
};

}  // namespace damiera
