// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "indexing/combinatorics.h"
#include "rules/board/geometry.h"

namespace damiera {

/// The four symmetries of the board: mirrored in neither, one or both of its diagonals. Kings move
/// and capture alike in all directions, so a position without men keeps its value under each. Each
/// is its own inverse.
template <Rules R>
class BoardSymmetry {
  using B = Board<R>;

 public:
  static constexpr int count = 4;  ///< numbered from 0; number 0 is the identity

  static constexpr Bitboard image(int symmetry, Bitboard set) {
    if (symmetry & 1) set = mirrored(set);
    return symmetry & 2 ? B::turned(set) : set;
  }

  /// The least of the images of a set: rank() numbers it first.
  struct Least {
    Bitboard set;
    int symmetry;  ///< leads to the least image, and back; 0 if the set is the least itself
  };
  static constexpr Least least(Bitboard set) {
    Least found{set, 0};
    for (int symmetry = 1; symmetry < count; ++symmetry)
      if (const Bitboard other = image(symmetry, set); other < found.set) found = {other, symmetry};
    return found;
  }

  /// How many sets of `size` squares of the board are the least of their images.
  /// Source: Burnside's lemma; each symmetry exchanges some squares in pairs and fixes the others.
  static constexpr std::uint64_t least_sets(int size) {
    std::uint64_t fixed = 0;
    for (int symmetry = 0; symmetry < count; ++symmetry) {
      int stay = 0;
      for (Square sq : B::all) stay += image(symmetry, Bitboard::of(sq)) == Bitboard::of(sq);
      const int pairs = (B::size - stay) / 2;
      for (int n = 0; 2 * n <= size; ++n)
        if (n <= pairs && size - 2 * n <= stay)
          fixed += choose(pairs, n) * choose(stay, size - 2 * n);
    }
    return fixed / count;
  }

 private:
  // The square's image in a diagonal: its column becomes its row.
  static constexpr Bitboard mirrored(Square sq) {
    for (Square to : B::all)
      if (B::row(to) == B::column(sq) && B::column(to) == B::row(sq)) return Bitboard::of(to);
    return {};
  }
  static constexpr std::size_t bytes = (B::size + 7) / 8;
  using Table = std::array<std::array<std::uint64_t, 256>, bytes>;
  static constexpr Table make_table() {
    Table images{};
    for (int sq = 0; sq < B::size; ++sq) {
      auto& of_byte = images[static_cast<std::size_t>(sq / 8)];
      const std::uint64_t to = mirrored(Square(sq)).bits();
      for (std::size_t n = 0; n < 256; ++n)
        if (n >> sq % 8 & 1) of_byte[n] |= to;
    }
    return images;
  }
  static constexpr Table table = make_table();

  static constexpr Bitboard mirrored(Bitboard set) {
    std::uint64_t to = 0;
    for (std::size_t n = 0; n < bytes; ++n) to |= table[n][set.bits() >> 8 * n & 255];
    return Bitboard{to};
  }
};

}  // namespace damiera
