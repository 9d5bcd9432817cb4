// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace damiera {

/// Writes integers as FORMAT.md describes them: little-endian, or as varints.
class ByteWriter {
 public:
  explicit ByteWriter(std::vector<std::byte>& out) : out_{out} {}

  template <std::unsigned_integral T>
  void put(T x) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
      out_.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(x) >> 8 * i));
  }
  void put_varint(std::uint32_t x) {
    for (; x >= 128; x >>= 7) out_.push_back(static_cast<std::byte>(x | 128));
    out_.push_back(static_cast<std::byte>(x));
  }

 private:
  std::vector<std::byte>& out_;
};

/// Reads the bytes of a ByteWriter. After a read beyond the end, or of an invalid varint, ok() is
/// false and every read gives 0.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_{bytes} {}

  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }
  /// The bytes not yet read.
  std::span<const std::byte> rest() const { return rest_; }

  template <std::unsigned_integral T>
  T get() {
    std::uint64_t x = 0;
    const auto bytes = take(sizeof(T));
    for (std::size_t i = 0; i < bytes.size(); ++i)
      x |= std::to_integer<std::uint64_t>(bytes[i]) << 8 * i;
    return static_cast<T>(x);
  }
  std::uint32_t get_varint() {
    std::uint64_t x = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const auto byte = get<std::uint8_t>();
      x |= static_cast<std::uint64_t>(byte & 127) << shift;
      if (byte < 128) return x >> 32 == 0 ? static_cast<std::uint32_t>(x) : fail();
    }
    return fail();
  }
  /// The next `n` bytes; empty if there are fewer.
  std::span<const std::byte> take(std::size_t n) {
    if (n > rest_.size()) {
      fail();
      return {};
    }
    const auto taken = rest_.first(n);
    rest_ = rest_.subspan(n);
    return taken;
  }

 private:
  std::uint32_t fail() {
    ok_ = false;
    rest_ = {};
    return 0;
  }

  std::span<const std::byte> rest_;
  bool ok_ = true;
};

}  // namespace damiera
