// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "rules/board/bitboard.h"

namespace damiera {

namespace detail {

inline constexpr int choose_n = 51;  // 50 squares and one more
inline constexpr int choose_k = 25;  // as many pieces of one kind as one may wish

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

/// Number of k-subsets of n things. Requires 0 <= n <= 50 and 0 <= k < 25.
constexpr std::uint64_t choose(int n, int k) {
  assert(0 <= n && n < detail::choose_n && 0 <= k && k < detail::choose_k);
  return detail::binomials[n][k];
}

/// Number of `set` among the equally large subsets of `universe`, in colexicographic order:
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

}  // namespace damiera
