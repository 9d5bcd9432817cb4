// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "rules/position.h"

namespace damiera {

/// A position in four words, half a cache line. The runs of kings lie above the squares of the men:
/// no board has more than 50 squares.
class CompactPosition {
 public:
  CompactPosition() = default;
  explicit constexpr CompactPosition(const Position& pos)
      : words_{pos.my_men.bits() | above(pos.my_run), pos.my_kings.bits(),
               pos.their_men.bits() | above(pos.their_run), pos.their_kings.bits()} {}

  constexpr Position position() const {
    return {men(words_[0]),      Bitboard{words_[1]},  men(words_[2]),
            Bitboard{words_[3]}, run_above(words_[0]), run_above(words_[2])};
  }
  constexpr bool operator==(const CompactPosition&) const = default;

 private:
  static constexpr int squares = 56;  // bits below a run: six for its king, two for its moves

  static constexpr std::uint64_t above(const KingRun& run) {
    return (static_cast<std::uint64_t>(run.moves) << 6 | static_cast<std::uint64_t>(run.king))
           << squares;
  }
  static constexpr Bitboard men(std::uint64_t word) {
    return Bitboard{word} & Bitboard::first(squares);
  }
  static constexpr KingRun run_above(std::uint64_t word) {
    const auto bits = static_cast<std::uint8_t>(word >> squares);
    return {static_cast<std::uint8_t>(bits >> 6), Square(bits & 63)};
  }

  std::array<std::uint64_t, 4> words_;
};

}  // namespace damiera
