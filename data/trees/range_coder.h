// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace damiera {

/// Codes guesses, right or wrong, in about as many bits as their probabilities say. Guesses that
/// are all right take no byte. Source: G. N. N. Martin, Range encoding, 1979; carries are handled
/// as in the LZMA coder.
class RangeEncoder {
 public:
  explicit RangeEncoder(std::vector<std::byte>& out) : out_{out}, begin_{out.size()} {}

  /// `miss`: the probability of a miss in 65536ths, 1 to 65535.
  void put(bool is_miss, std::uint32_t miss) {
    const std::uint32_t bound = (range_ >> 16) * ((1U << 16) - miss);
    if (is_miss) {
      low_ += bound;
      range_ -= bound;
    } else {
      range_ = bound;
    }
    for (; range_ < 1U << 24; range_ <<= 8) shift();
  }
  /// Ends the code. Bytes of 0 at its end are left out.
  void finish() {
    low_ = roundest();
    for (int i = 0; i < 5; ++i) shift();
    while (out_.size() > begin_ && out_.back() == std::byte{0}) out_.pop_back();
  }

 private:
  // The number within the interval that ends in the most zeros.
  std::uint64_t roundest() const {
    for (int bits = 32;; --bits) {
      const std::uint64_t unit = std::uint64_t{1} << bits;
      const std::uint64_t up = (low_ + unit - 1) & ~(unit - 1);
      if (up < low_ + range_) return up;
    }
  }
  // The first byte is always 0, and left out.
  void emit(std::uint64_t byte) {
    if (!first_) out_.push_back(static_cast<std::byte>(byte));
    first_ = false;
  }
  void shift() {
    if (low_ < 0xff000000 || low_ >> 32 != 0) {
      emit(held_ + (low_ >> 32));
      for (; waiting_ > 0; --waiting_) emit(0xff + (low_ >> 32));
      held_ = low_ >> 24 & 0xff;
    } else {
      ++waiting_;
    }
    low_ = low_ << 8 & 0xffffffff;
  }

  std::vector<std::byte>& out_;
  std::size_t begin_;
  std::uint64_t low_ = 0;
  std::uint32_t range_ = 0xffffffff;
  std::uint64_t held_ = 0;
  std::size_t waiting_ = 0;  // bytes of 0xff after `held_` that a carry would change
  bool first_ = true;
};

/// Reads what RangeEncoder wrote. Any bytes can be decoded, to any number of guesses: beyond their
/// end it reads zeros.
class RangeDecoder {
 public:
  explicit RangeDecoder(std::span<const std::byte> bytes) : rest_{bytes} {
    for (int i = 0; i < 4; ++i) code_ = code_ << 8 | take();
  }

  /// True for a miss.
  bool get(std::uint32_t miss) {
    const std::uint32_t bound = (range_ >> 16) * ((1U << 16) - miss);
    const bool is_miss = code_ >= bound;
    if (is_miss) {
      code_ -= bound;
      range_ -= bound;
    } else {
      range_ = bound;
    }
    for (; range_ < 1U << 24; range_ <<= 8) code_ = code_ << 8 | take();
    return is_miss;
  }

 private:
  std::uint32_t take() {
    if (rest_.empty()) return 0;
    const auto byte = std::to_integer<std::uint32_t>(rest_.front());
    rest_ = rest_.subspan(1);
    return byte;
  }

  std::span<const std::byte> rest_;
  std::uint32_t code_ = 0, range_ = 0xffffffff;
};

}  // namespace damiera
