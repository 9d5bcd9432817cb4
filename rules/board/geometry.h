// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <utility>

#include "rules/board/bitboard.h"
#include "rules/rules.h"

namespace damiera {

/// A direction as the side to move sees it: its men go up the board. The four diagonals come first;
/// the other four lead along columns and rows to the next square of the same colour, for captures.
enum class Direction : std::uint8_t {
  up_left,
  up_right,
  down_left,
  down_right,
  up,
  left,
  right,
  down
};

/// The diagonals.
inline constexpr std::array all_directions{Direction::up_left, Direction::up_right,
                                           Direction::down_left, Direction::down_right};
inline constexpr std::array forward_directions{Direction::up_left, Direction::up_right};

inline constexpr std::array straight_directions{Direction::up, Direction::left, Direction::right,
                                                Direction::down};

constexpr bool is_up(Direction d) {
  return d == Direction::up_left || d == Direction::up_right || d == Direction::up;
}
constexpr bool is_left(Direction d) {
  return d == Direction::up_left || d == Direction::down_left || d == Direction::left;
}
constexpr bool is_diagonal(Direction d) { return d <= Direction::down_right; }
constexpr Direction opposite(Direction d) { return Direction(static_cast<int>(d) ^ 3); }

/// The directions in which pieces capture.
template <Rules R>
inline constexpr auto capture_directions = [] {
  std::array<Direction, R.captures_orthogonally ? 8 : 4> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = Direction(i);
  return all;
}();

/// Calls f.template operator()<D>() for each capture direction. Always inlined: as a separate
/// function it made move generation a sixth slower.
template <Rules R, class F, std::size_t... i>
[[gnu::always_inline]] constexpr void for_each_capture_direction(const F& f,
                                                                 std::index_sequence<i...>) {
  (f.template operator()<capture_directions<R>[i]>(), ...);
}
template <Rules R, class F>
[[gnu::always_inline]] constexpr void for_each_capture_direction(const F& f) {
  for_each_capture_direction<R>(f, std::make_index_sequence<capture_directions<R>.size()>{});
}

/// The board of a game: its squares, and the neighbours of each. Squares are counted row by row,
/// width/2 to a row; in alternate rows the first playing square is in column 0 or 1.
template <Rules R>
struct Board {
  static constexpr int row_squares = R.row_squares();
  static constexpr int size = R.squares_total();
  static_assert(
      size <= 64,
      "a Bitboard is one word of 64 bits: a board with more playing squares, as the 72 of "
      "Canadian draughts, needs a wider one");
  static constexpr Bitboard all = Bitboard::first(size);

  static constexpr int row(Square sq) { return static_cast<int>(sq) / row_squares; }
  static constexpr int column(Square sq) {
    return 2 * (static_cast<int>(sq) % row_squares) + (starts_left(row(sq)) ? 0 : 1);
  }
  static constexpr Bitboard row_set(int r) {
    return Bitboard{Bitboard::first(row_squares).bits() << r * row_squares};
  }
  /// The rows on which the side to move's men promote, and the opponent's.
  static constexpr Bitboard my_last_row = row_set(0);
  static constexpr Bitboard their_last_row = row_set(R.width - 1);

  /// The set moved one step; squares that would leave the board are dropped.
  template <Direction D>
  static constexpr Bitboard step(Bitboard set) {
    constexpr Step s = make_step(D);
    return moved(set, s);
  }
  /// The same step with the direction as a run-time argument. It has no branch, as a processor
  /// cannot predict the direction of a capture.
  static constexpr Bitboard step(Bitboard set, Direction d) {
    return moved(set, steps[static_cast<std::size_t>(d)]);
  }

  /// Like step<D>(), for the sets of several boards at once, for example LaneWords.
  template <Direction D, class Sets>
  [[gnu::always_inline]] static Sets step_each(const Sets& sets) {
    using Set = typename Sets::Set;
    constexpr Step s = make_step(D);
    const Sets left = sets & Sets{static_cast<Set>(s.left.bits())};
    const Sets right = sets & Sets{static_cast<Set>(s.right.bits())};
    const Sets there = left.template shifted<s.of_left>() | right.template shifted<s.of_right>();
    if constexpr (size == 8 * sizeof(Set)) return there;
    return there & Sets{static_cast<Set>(all.bits())};
  }

  /// The set as seen from the other side of the board: turned by 180 degrees.
  static constexpr Bitboard turned(Bitboard set) {
    if constexpr (size == 32)
      return Bitboard{reversed(static_cast<std::uint32_t>(set.bits()))};
    else
      return Bitboard{reversed(set.bits()) >> (64 - size)};
  }
  static constexpr Square turned(Square sq) { return Square(size - 1 - static_cast<int>(sq)); }

 private:
  static constexpr bool starts_left(int r) { return (r % 2 == 0) == R.top_left_is_dark; }
  static constexpr Bitboard make_left_rows() {
    Bitboard rows;
    for (int r = 0; r < R.width; ++r)
      if (starts_left(r)) rows |= row_set(r);
    return rows;
  }
  static constexpr Bitboard edge(int col) {
    Bitboard squares;
    for (int sq = 0; sq < size; ++sq)
      if (column(Square(sq)) == col) squares = squares.with(Square(sq));
    return squares;
  }
  static constexpr std::uint64_t reversed(std::uint64_t x) {
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(x);
  }
  static constexpr std::uint32_t reversed(std::uint32_t x) {
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(x);
  }
  static constexpr Bitboard left_rows = make_left_rows();
  static constexpr Bitboard left_edge = edge(0);
  static constexpr Bitboard right_edge = edge(R.width - 1);

  /// A step in one direction. `left` and `right` are the squares from which it stays within the
  /// columns: `left` in rows that start at column 0, `right` in the other rows. `of_left` and
  /// `of_right` are what it adds to the numbers of these squares. They differ by one on diagonals,
  /// as a row that starts at column 0 lies half a square further to the left.
  struct Step {
    Bitboard left, right;
    int of_left, of_right;
  };
  static constexpr Step make_step(Direction d) {
    if (!is_diagonal(d)) return make_straight_step(d);
    const int rows = is_up(d) ? -row_squares : row_squares, aside = is_left(d) ? -1 : 0;
    return {.left = left_rows & ~(is_left(d) ? left_edge : Bitboard{}),
            .right = all & ~left_rows & ~(is_left(d) ? Bitboard{} : right_edge),
            .of_left = rows + aside,
            .of_right = rows + aside + 1};
  }
  // A step along a row or a column, over the light square between.
  static constexpr Step make_straight_step(Direction d) {
    if (d == Direction::up || d == Direction::down) {
      const int rows = is_up(d) ? -2 * row_squares : 2 * row_squares;
      return {left_rows, all & ~left_rows, rows, rows};
    }
    const Bitboard ends = is_left(d) ? edge(0) | edge(1) : edge(R.width - 2) | edge(R.width - 1);
    const int aside = is_left(d) ? -1 : 1;
    return {left_rows & ~ends, all & ~left_rows & ~ends, aside, aside};
  }
  static constexpr std::array steps{
      make_step(Direction::up_left),   make_step(Direction::up_right),
      make_step(Direction::down_left), make_step(Direction::down_right),
      make_step(Direction::up),        make_step(Direction::left),
      make_step(Direction::right),     make_step(Direction::down)};
  static_assert(size < 64 - 2 * row_squares || !R.captures_orthogonally,
                "a step up or down must not come back at the other end of the word");
  static constexpr Bitboard moved(Bitboard set, const Step& s) {
    return Bitboard{std::rotl((set & s.left).bits(), s.of_left) |
                    std::rotl((set & s.right).bits(), s.of_right)} &
           all;
  }
};

}  // namespace damiera
