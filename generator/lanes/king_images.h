// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "generator/lanes/board_symmetry.h"
#include "generator/parallel.h"
#include "indexing/king_placement.h"

namespace damiera {

/// For a block without men. Calls copy(from, to), from many threads, for each placement `to` in
/// which the kings of the side without the lane king are not the least of their images; `from` is
/// its image in which they are.
template <Rules R, class Copy>
void for_each_image(const KingPlacement& kings, const Copy& copy) {
  using Symmetry = BoardSymmetry<R>;
  constexpr Bitboard all = Board<R>::all;
  for_each_number(kings.count() / kings.lane_count(), [&](std::uint64_t row) {
    const Bitboard other = unrank(row, kings.other_kings(), all);
    const auto least = Symmetry::least(other);
    if (least.symmetry == 0) return;
    // The lane side's kings stand on squares that the row leaves free; these are numbered.
    const Bitboard free = all & ~other, image_free = all & ~least.set;
    std::array<std::uint8_t, 64> place{};
    for (int n = 0; Square sq : free)
      place[static_cast<std::size_t>(n++)] = static_cast<std::uint8_t>(
          image_free.below(Symmetry::image(least.symmetry, Bitboard::of(sq)).lowest()).count());
    const std::uint64_t from = rank(least.set, all) * kings.lane_count();
    const std::uint64_t to = row * kings.lane_count();
    std::uint64_t set = Bitboard::first(kings.lane_kings()).bits();
    for (std::uint64_t n = 0; n < kings.lane_count(); ++n) {
      Bitboard image;
      for (Square sq : Bitboard{set}) image = image.with(Square(place[static_cast<int>(sq)]));
      std::uint64_t number = from;
      for (int k = 1; Square sq : image) number += choose(static_cast<int>(sq), k++);
      copy(number, to + n);
      // The next greater word with the same number of bits: the next set in the order of rank().
      // Source: Warren, Hacker's Delight, 2-1.
      const std::uint64_t lowest = set & -set, ripple = set + lowest;
      set = (ripple ^ set) >> (2 + std::countr_zero(set)) | ripple;
    }
  });
}

}  // namespace damiera
