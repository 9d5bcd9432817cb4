// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "answers/verification/keys.h"
#include "answers/verification/king_sets.h"

namespace damiera {

/// The quiet moves of one side's kings, as if no other piece were on the board. For each set of
/// squares of these kings, numbered over the whole board, it holds the sets that one move leads to,
/// ray by ray. Other pieces show in the matrix of keys: the key is `none` where a king of the set
/// would stand on one of them.
class KingMoves {
 public:
  /// A set that is reached. A ray begins with the square furthest away; `begins` marks it.
  struct Reached {
    std::uint32_t set : 31;
    std::uint32_t begins : 1;
  };

  /// The sets that can be numbered at most.
  static constexpr std::uint64_t most_sets = std::uint64_t{1} << 31;

  /// Requires at most `most_sets` sets of this number of kings.
  template <Rules R>
  static KingMoves make(int kings);
  /// The bytes() of what make() returns.
  template <Rules R>
  static std::uint64_t bytes_for(int kings);

  std::size_t sets() const { return first_.size() - 1; }
  std::uint64_t bytes() const { return reached_.size() * sizeof(Reached) + first_.size() * 8; }

  /// best[c] becomes the maximum of itself and of what the moves from `set` lead to in column c of
  /// `keys`, a matrix of `stride` columns with a row for each set. A king goes on along its ray
  /// until a key is `none`.
  void raise(std::size_t set, const Key* keys, std::size_t stride, Key* best) const {
    const auto reached = std::span{reached_}.subspan(first_[set], first_[set + 1] - first_[set]);
    if (stride == 1) return raise_columns<1>(reached, keys, stride, best);
    for (std::size_t c = 0; c < stride; c += width)
      raise_columns<width>(reached, keys + c, stride, best + c);
  }
  /// A number of columns that raise() can work with: at least `columns`.
  static std::size_t stride_for(std::size_t columns) {
    return columns == 1 ? 1 : (columns + width - 1) / width * width;
  }

 private:
  static constexpr std::size_t width = 16;

  template <std::size_t n>
  static void raise_columns(std::span<const Reached> reached, const Key* keys, std::size_t stride,
                            Key* best) {
    Key found[n], ray[n] = {};
    std::copy_n(best, n, found);
    for (const Reached r : reached) {
      const Key* const row = keys + r.set * stride;
      if (r.begins) {
        for (std::size_t c = 0; c < n; ++c) found[c] = std::max(found[c], ray[c]);
        for (std::size_t c = 0; c < n; ++c) ray[c] = row[c];
      } else {
        for (std::size_t c = 0; c < n; ++c)
          ray[c] = row[c] == keys::none ? keys::none : std::max(ray[c], row[c]);
      }
    }
    for (std::size_t c = 0; c < n; ++c) best[c] = std::max(found[c], ray[c]);
  }

  std::vector<std::uint64_t> first_;  // of each set; one more at the end
  std::vector<Reached> reached_;
};

template <Rules R>
std::uint64_t KingMoves::bytes_for(int kings) {
  using B = Board<R>;
  std::uint64_t reached = 0;  // the other kings stand neither on the way nor at its end
  for (const Square from : B::all)
    for (const Direction d : all_directions) {
      int others = B::size - 2;
      for (Bitboard at = B::step(Bitboard::of(from), d); at.any() && others + 1 >= kings;
           at = B::step(at, d), --others) {
        if (kings > 0) reached += choose(others, kings - 1);
        if (!R.flying_kings) break;
      }
    }
  return reached * sizeof(Reached) + (choose(B::size, kings) + 1) * 8;
}

template <Rules R>
KingMoves KingMoves::make(int kings) {
  using B = Board<R>;
  const auto number = numbering<std::uint32_t>(B::size, kings, false, 1);
  const auto number_of = [&](Bitboard set) {
    std::uint32_t n = 0;
    for (int i = 0; const Square sq : set) n += number[i++][static_cast<int>(sq)];
    return n;
  };
  KingMoves moves;
  for (std::uint64_t n = 0; n < choose(B::size, kings); ++n) {
    moves.first_.push_back(moves.reached_.size());
    const Bitboard set = unrank(n, kings, B::all);
    for (const Square from : set)
      for (const Direction d : all_directions) {
        std::vector<Bitboard> ray;
        Bitboard at = B::step(Bitboard::of(from), d) & ~set;
        for (; at.any(); at = B::step(at, d) & ~set) {
          ray.push_back(at);
          if (!R.flying_kings) break;
        }
        for (std::size_t i = ray.size(); i-- > 0;)
          moves.reached_.push_back({number_of(set.without(from) | ray[i]), i + 1 == ray.size()});
      }
  }
  moves.first_.push_back(moves.reached_.size());
  return moves;
}

}  // namespace damiera
