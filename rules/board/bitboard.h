// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>

namespace damiera {

/// A playable square, counted from 0, row by row from the top left as White sees the board. Where
/// PDN numbers squares in the same direction, it is the PDN number minus one.
enum class Square : std::uint8_t {};

/// A set of squares; bit i stands for Square{i}. Iterates from the lowest square up.
class Bitboard {
 public:
  constexpr Bitboard() = default;
  explicit constexpr Bitboard(std::uint64_t bits) : bits_{bits} {}
  static constexpr Bitboard of(Square sq) {
    return Bitboard{std::uint64_t{1} << static_cast<int>(sq)};
  }
  /// The first `n` squares, 0 <= n < 64.
  static constexpr Bitboard first(int n) { return Bitboard{(std::uint64_t{1} << n) - 1}; }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool any() const { return bits_ != 0; }
  constexpr int count() const { return std::popcount(bits_); }
  constexpr bool contains(Square sq) const { return bits_ >> static_cast<int>(sq) & 1; }
  /// The members before `sq`.
  constexpr Bitboard below(Square sq) const { return *this & first(static_cast<int>(sq)); }
  /// The lowest member. Requires a set that is not empty.
  constexpr Square lowest() const {
    assert(any());
    return Square(std::countr_zero(bits_));
  }
  /// The member that has `n` members below it. Requires 0 <= n < count().
  constexpr Square nth(int n) const {
    assert(n < count());
    std::uint64_t rest = bits_;
    for (; n > 0; --n) rest &= rest - 1;
    return Square(std::countr_zero(rest));
  }
  constexpr Bitboard with(Square sq) const { return *this | of(sq); }
  constexpr Bitboard without(Square sq) const { return *this & ~of(sq); }

  constexpr auto operator<=>(const Bitboard&) const = default;
  constexpr Bitboard operator|(Bitboard b) const { return Bitboard{bits_ | b.bits_}; }
  constexpr Bitboard operator&(Bitboard b) const { return Bitboard{bits_ & b.bits_}; }
  constexpr Bitboard operator^(Bitboard b) const { return Bitboard{bits_ ^ b.bits_}; }
  constexpr Bitboard operator~() const { return Bitboard{~bits_}; }
  constexpr Bitboard& operator|=(Bitboard b) { return *this = *this | b; }
  constexpr Bitboard& operator&=(Bitboard b) { return *this = *this & b; }

  class Iterator {
   public:
    explicit constexpr Iterator(std::uint64_t rest) : rest_{rest} {}
    constexpr Square operator*() const { return Square(std::countr_zero(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    std::uint64_t rest_;
  };
  constexpr Iterator begin() const { return Iterator{bits_}; }
  constexpr Iterator end() const { return Iterator{0}; }

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace damiera
