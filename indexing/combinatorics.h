// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "rules/board/bitboard.h"

namespace damiera {

namespace detail {

inline constexpr int choose_n = 51;  // n is 0 to 50, the squares of the largest board
inline constexpr int choose_k = 25;  // k is 0 to 24: no side has more pieces

constexpr auto make_binomials() {
  std::array<std::array<std::uint64_t, choose_k>, choose_n> c{};
  for (int n = 0; n < choose_n; ++n) {
    c[n][0] = 1;
    for (int k = 1; k < choose_k && k <= n; ++k) c[n][k] = c[n - 1][k - 1] + c[n - 1][k];
  }
  return c;
}

inline constexpr auto binomials = make_binomials();

}  // namespace detail

/// The number of k-subsets of n things. Requires 0 <= n <= 50 and 0 <= k < 25.
constexpr std::uint64_t choose(int n, int k) {
  assert(0 <= n && n < detail::choose_n && 0 <= k && k < detail::choose_k);
  return detail::binomials[n][k];
}

/// The number of `set` among the equally large subsets of `universe`, in colexicographic order:
/// 0 .. choose(universe.count(), set.count()) - 1. The lowest member varies fastest.
/// Requires set within universe.
/// Source: Knuth, TAOCP 4A, section 7.2.1.3, the combinatorial number system.
constexpr std::uint64_t rank(Bitboard set, Bitboard universe) {
  assert((set & universe) == set);
  std::uint64_t r = 0;
  for (int k = 1; Square sq : set) r += choose(universe.below(sq).count(), k++);
  return r;
}

/// The k-subset of `universe` with number r: the inverse of rank.
/// Requires r < choose(universe.count(), k).
constexpr Bitboard unrank(std::uint64_t r, int k, Bitboard universe) {
  assert(r < choose(universe.count(), k));
  Bitboard set;
  for (int n = universe.count(); k > 0; --k) {
    do --n;
    while (choose(n, k) > r);
    r -= choose(n, k);
    set = set.with(universe.nth(n));
  }
  return set;
}

/// Walks the subsets of `universe` with k members in the order of rank(). A step takes a fraction
/// of the time of unrank().
class Subsets {
 public:
  /// Begins at the subset with number r. Requires r < choose(universe.count(), k).
  Subsets(std::uint64_t r, int k, Bitboard universe) : size_{k}, count_{universe.count()} {
    for (int n = 0; Square sq : universe) squares_[n++] = sq;
    for (int n = count_, left = k; left > 0; --left) {
      do --n;
      while (choose(n, left) > r);
      r -= choose(n, left);
      place(left - 1, n);
    }
  }

  Bitboard set() const { return set_; }

  /// Moves on to the next subset. At the last one it returns false and changes nothing.
  bool next() {
    if (size_ == 0) return false;
    int i = 0;
    while (i + 1 < size_ && members_[i] + 1 == members_[i + 1]) ++i;
    const int n = members_[i] + 1;
    if (n == count_) return false;
    remove(i);
    for (int k = 0; k < i; ++k) place(k, k);
    place(i, n);
    return true;
  }
  /// Moves back to the previous subset. At the first one it returns false and changes nothing.
  bool previous() {
    int i = 0;
    while (i < size_ && members_[i] == i) ++i;
    if (i == size_) return false;
    const int n = members_[i] - 1;
    remove(i);
    for (int k = 0; k <= i; ++k) place(k, n - i + k);
    return true;
  }

 private:
  void place(int i, int n) {
    members_[i] = n;
    set_ = set_.with(squares_[n]);
  }
  // Removes the members 0 to i.
  void remove(int i) {
    for (int k = 0; k <= i; ++k) set_ = set_.without(squares_[members_[k]]);
  }

  int size_, count_;
  std::array<int, detail::choose_k> members_{};  // ascending, by number within the universe
  std::array<Square, detail::choose_n> squares_{};
  Bitboard set_;
};

}  // namespace damiera
