// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "generator/lanes/board_symmetry.h"
#include "rules/moves.h"

namespace damiera {

/// The graph of all placements of a number of kings on a set of squares, numbered as by rank(). A
/// single king move joins two placements. Pieces outside the graph may block a move.
///
/// On an empty board the graph can be limited to the placements that are the least of their images
/// under BoardSymmetry. A move to another placement then leads to that placement's least image.
template <Rules R>
class KingGraph {
  using Symmetry = BoardSymmetry<R>;

 public:
  struct Step {
    std::uint32_t to;       ///< number of the other placement, or of the least of its images
    std::uint8_t symmetry;  ///< which of its images that is
    std::uint8_t king,
        becomes;       ///< the place of the king that moves among the others, before and after
    Bitboard between;  ///< squares that must be empty for the move, in addition to its end
  };

  /// Bytes that a graph of `kings` kings on `squares` squares takes; at most, if there are men.
  static std::uint64_t bytes_for(int squares, int kings, bool least_only) {
    if (kings == 0) return 0;
    std::uint64_t steps = 0;  // of all placements; no other king of the graph stands in the way
    for (Square from : Board<R>::all)
      for_each_way(from, Board<R>::all, [&](Bitboard, Bitboard between) {
        const int others = squares - 2 - between.count();
        if (others >= kings - 1) steps += choose(others, kings - 1);
      });
    const std::uint64_t all = choose(squares, kings);
    const std::uint64_t sets = least_only ? Symmetry::least_sets(kings) : all;
    // The share of steps that are kept equals the share of sets, within a few in a thousand.
    steps = static_cast<std::uint64_t>(static_cast<double>(steps) * static_cast<double>(sets) /
                                       static_cast<double>(all));
    return sets * (sizeof(Bitboard) + sizeof(std::uint64_t)) + steps * sizeof(Step);
  }

  /// Makes the graph again for other squares and kings, and reuses its memory. `least_only`
  /// requires all squares of the board.
  void reset(Bitboard squares, int kings, bool least_only = false) {
    assert(!least_only || squares == Board<R>::all);
    least_only_ = least_only;
    const auto count = choose(squares.count(), kings);
    sets_.clear();
    if (least_only) sets_.reserve(Symmetry::least_sets(kings));
    std::vector<std::uint32_t> numbers(least_only ? count : 0);  // by rank
    for (std::uint64_t n = 0; n < count; ++n) {
      const Bitboard set = unrank(n, kings, squares);
      if (least_only && Symmetry::least(set).symmetry != 0) continue;
      if (least_only) numbers[n] = static_cast<std::uint32_t>(sets_.size());
      sets_.push_back(set);
    }
    first_step_.clear();
    first_step_.reserve(sets_.size() + 1);
    steps_.clear();
    if (least_only) steps_.reserve(count_steps(squares));
    for (const Bitboard set : sets_) {
      first_step_.push_back(steps_.size());
      for_each_step(set, squares, [&](Square from, Bitboard to, Bitboard between) {
        const Bitboard fellows = set.without(from), moved = fellows | to;
        const auto least = least_only ? Symmetry::least(moved) : typename Symmetry::Least{moved, 0};
        const auto n = static_cast<std::uint32_t>(rank(least.set, squares));
        steps_.push_back({least_only ? numbers[n] : n, static_cast<std::uint8_t>(least.symmetry),
                          static_cast<std::uint8_t>(set.below(from).count()),
                          static_cast<std::uint8_t>(fellows.below(to.lowest()).count()), between});
      });
    }
    first_step_.push_back(steps_.size());
  }

  std::size_t size() const { return sets_.size(); }
  bool is_least_only() const { return least_only_; }
  Bitboard set(std::size_t n) const { return sets_[n]; }
  std::span<const Step> steps(std::size_t n) const {
    return std::span{steps_}.subspan(first_step_[n], first_step_[n + 1] - first_step_[n]);
  }

 private:
  // Calls way(to, between) for each square that a king can reach from a square, with the squares
  // that it passes.
  template <class Way>
  static void for_each_way(Square from, Bitboard empty, const Way& way) {
    for (Direction d : all_directions) {
      Bitboard between;
      for (Bitboard x = Board<R>::step(Bitboard::of(from), d) & empty; x.any();
           x = Board<R>::step(x, d) & empty) {
        way(x, between);
        if (!R.flying_kings) break;
        between |= x;
      }
    }
  }
  // Calls step(from, to, between) for the moves of these kings.
  template <class Visit>
  static void for_each_step(Bitboard kings, Bitboard squares, const Visit& step) {
    for (Square from : kings) {
      for_each_way(from, squares & ~kings.without(from),
                   [&](Bitboard to, Bitboard between) { step(from, to, between); });
    }
  }

  std::size_t count_steps(Bitboard squares) const {
    std::size_t steps = 0;
    for (const Bitboard set : sets_)
      for_each_step(set, squares, [&](Square, Bitboard, Bitboard) { ++steps; });
    return steps;
  }

  bool least_only_ = false;
  std::vector<Bitboard> sets_;
  std::vector<std::uint64_t> first_step_;  // seven kings on 10x10 have more than 2^32 steps
  std::vector<Step> steps_;
};

}  // namespace damiera
