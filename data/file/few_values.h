// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "data/file/even_bits.h"

namespace damiera {

/// Values of consecutive cells, each 0, 1, 2, or 3 for dont_care. For 64 cells there are two words:
/// one has the low bit of each value, the other the high bit.
class FewValues {
 public:
  /// All are 0.
  explicit FewValues(std::uint64_t size) : size_{size}, words_((size + 63) / 64) {}

  struct Word {
    std::uint64_t low = 0, high = 0;
  };
  std::uint64_t size() const { return size_; }
  /// The words; the bits after the last value are 0.
  const std::vector<Word>& words() const { return words_; }
  unsigned value(std::uint64_t i) const {
    const Word& word = words_[i / 64];
    return static_cast<unsigned>((word.low >> i % 64 & 1) | (word.high >> i % 64 & 1) << 1);
  }
  /// Sets up to 32 values from number `i` on, which must be 0 before. `pairs` has two bits for
  /// each, the first value in the lowest bits, and zeros above the last one.
  void put(std::uint64_t i, std::uint64_t pairs) {
    const std::uint64_t low = even_bits(pairs), high = even_bits(pairs >> 1);
    words_[i / 64].low |= low << i % 64;
    words_[i / 64].high |= high << i % 64;
    if (i % 64 <= 32 || i / 64 + 1 == words_.size()) return;
    words_[i / 64 + 1].low |= low >> (64 - i % 64);
    words_[i / 64 + 1].high |= high >> (64 - i % 64);
  }

 private:
  std::uint64_t size_;
  std::vector<Word> words_;
};

}  // namespace damiera
