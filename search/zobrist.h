// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rules/position.h"

namespace damiera {

/// Zobrist keys: there is a number for each kind of piece on each square. A position's key is the
/// exclusive or of the numbers of its pieces. Two positions may share a key, though hardly ever, so
/// code that must be certain compares positions.
class Zobrist {
 public:
  constexpr Zobrist() {
    std::uint64_t state = 0x9e3779b97f4a7c15;
    for (auto& kind : keys_)
      for (std::uint64_t& key : kind) key = next(state);
  }

  constexpr std::uint64_t key(const Position& pos) const {
    return sum(keys_[0], pos.my_men) ^ sum(keys_[1], pos.my_kings) ^ sum(keys_[2], pos.their_men) ^
           sum(keys_[3], pos.their_kings) ^ of_run(0, pos.my_run) ^ of_run(1, pos.their_run);
  }

 private:
  using Keys = std::array<std::uint64_t, 64>;

  // Source: Sebastiano Vigna, splitmix64.
  static constexpr std::uint64_t next(std::uint64_t& state) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  static constexpr std::uint64_t sum(const Keys& keys, Bitboard set) {
    std::uint64_t all = 0;
    for (Square sq : set) all ^= keys[static_cast<std::size_t>(sq)];
    return all;
  }

  // For games that limit the moves of kings: squares and moves are below 64 and 4.
  constexpr std::uint64_t of_run(std::size_t side, const KingRun& run) const {
    if (!run.any()) return 0;
    return std::rotl(keys_[side][static_cast<std::size_t>(run.king)], 16 * run.moves);
  }

  std::array<Keys, 4> keys_{};
};

inline constexpr Zobrist zobrist;

}  // namespace damiera
