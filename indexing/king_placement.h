// SPDX-License-Identifier: MIT
#pragma once

#include "indexing/combinatorics.h"
#include "indexing/material.h"

namespace damiera {

/// The side whose kings vary fastest in the numbering of a men block. Both slices of a pair have
/// the same lane side (`mine` in one is `theirs` in the other), unless a slice is its own flip.
enum class LaneSide : std::uint8_t { mine, theirs };

/// The side with fewer, but at least one, kings. If both have the same number, it is the side that
/// is the opponent in the greater slice of the pair.
constexpr LaneSide lane_side(const Material& m) {
  if (m.my_kings == 0 || m.their_kings == 0)
    return m.my_kings == 0 ? LaneSide::theirs : LaneSide::mine;
  if (m.my_kings != m.their_kings)
    return m.my_kings < m.their_kings ? LaneSide::mine : LaneSide::theirs;
  return m < m.flipped() ? LaneSide::mine : LaneSide::theirs;
}

/// Numbers the king placements within a men block. The other side's kings among the free squares
/// vary slowest; the lane side's kings, among the squares that remain, vary fastest.
class KingPlacement {
 public:
  /// `squares`: the number of squares of the board.
  constexpr KingPlacement(const Material& m, int squares)
      : lane_{lane_side(m)},
        lane_kings_{lane_ == LaneSide::mine ? m.my_kings : m.their_kings},
        other_kings_{m.kings() - lane_kings_},
        lane_count_{choose(squares - m.men() - other_kings_, lane_kings_)},
        count_{choose(squares - m.men(), other_kings_) * lane_count_} {}

  /// The number of placements in a block.
  constexpr std::uint64_t count() const { return count_; }
  /// The number of placements of the lane side's kings for each placement of the other side's.
  constexpr std::uint64_t lane_count() const { return lane_count_; }
  constexpr LaneSide lane() const { return lane_; }
  constexpr int lane_kings() const { return lane_kings_; }
  constexpr int other_kings() const { return other_kings_; }

  struct Kings {
    Bitboard mine, theirs;
  };
  /// `free`: the squares without men. Requires all kings to stand on different squares of them.
  constexpr std::uint64_t rank(const Kings& kings, Bitboard free) const {
    const bool mine = lane_ == LaneSide::mine;
    const Bitboard lane = mine ? kings.mine : kings.theirs;
    const Bitboard other = mine ? kings.theirs : kings.mine;
    return damiera::rank(other, free) * lane_count_ + damiera::rank(lane, free & ~other);
  }
  /// The inverse of rank. Requires n < count().
  constexpr Kings unrank(std::uint64_t n, Bitboard free) const {
    const Bitboard other = damiera::unrank(n / lane_count_, other_kings_, free);
    const Bitboard lane = damiera::unrank(n % lane_count_, lane_kings_, free & ~other);
    return lane_ == LaneSide::mine ? Kings{lane, other} : Kings{other, lane};
  }

 private:
  LaneSide lane_;
  int lane_kings_, other_kings_;
  std::uint64_t lane_count_, count_;
};

}  // namespace damiera
