// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "indexing/combinatorics.h"
#include "rules/moves.h"

namespace damiera {

/// All placements of a number of kings on a set of squares, numbered as rank() does, and which of
/// them a single king move joins. Pieces that are not part of it may stand in the way.
template <Rules R>
class KingGraph {
 public:
  struct Step {
    std::uint32_t to;  ///< number of the other placement
    Bitboard between;  ///< squares that must be empty for the move, beside its end
  };

  /// Begins anew, with the memory it has.
  void reset(Bitboard squares, int kings) {
    const auto count = choose(squares.count(), kings);
    sets_.clear();
    first_step_.clear();
    steps_.clear();
    for (std::uint64_t n = 0; n < count; ++n) sets_.push_back(unrank(n, kings, squares));
    for (std::size_t n = 0; n < count; ++n) {
      first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
      for (Square from : sets_[n]) add_steps(n, from, squares);
    }
    first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
  }

  std::size_t size() const { return sets_.size(); }
  Bitboard set(std::size_t n) const { return sets_[n]; }
  std::span<const Step> steps(std::size_t n) const {
    return std::span{steps_}.subspan(first_step_[n], first_step_[n + 1] - first_step_[n]);
  }

 private:
  void add_steps(std::size_t n, Square from, Bitboard squares) {
    const Bitboard fellows = sets_[n].without(from);
    const Bitboard empty = squares & ~fellows;
    for (Direction d : all_directions) {
      Bitboard between;
      for (Bitboard x = Board<R>::step(Bitboard::of(from), d) & empty; x.any();
           x = Board<R>::step(x, d) & empty) {
        steps_.push_back({static_cast<std::uint32_t>(rank(fellows | x, squares)), between});
        if (!R.flying_kings) break;
        between |= x;
      }
    }
  }

  std::vector<Bitboard> sets_;
  std::vector<std::uint32_t> first_step_;
  std::vector<Step> steps_;
};

}  // namespace damiera
