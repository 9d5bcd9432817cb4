// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace damiera {

/// An order of the numbers 0 .. size - 1. It is learned from the values of a table, so the file
/// must store it. Thread-safe.
class LearnedOrder {
 public:
  static constexpr std::uint64_t max_size = 1 << 16;

  /// Requires each of the numbers 0 .. numbers.size() - 1 once, and at most max_size numbers.
  explicit LearnedOrder(std::vector<std::uint16_t> numbers);
  /// The inverse of append_to() for an order of `size` numbers. Null if `size` is 0 or more than
  /// max_size, or if the bytes are not exactly such an order.
  static std::shared_ptr<const LearnedOrder> parse(std::span<const std::byte> bytes,
                                                   std::uint64_t size);
  /// Appends bytes(size()) bytes, see FORMAT.md.
  void append_to(std::vector<std::byte>& out) const;
  /// The number of bytes that an order of `size` numbers takes.
  static std::uint64_t bytes(std::uint64_t size);

  bool operator==(const LearnedOrder&) const = default;

  std::uint64_t size() const { return numbers_.size(); }
  std::uint64_t number_at(std::uint64_t place) const { return numbers_[place]; }
  std::uint64_t place_of(std::uint64_t number) const { return places_[number]; }

 private:
  std::vector<std::uint16_t> numbers_, places_;
};

}  // namespace damiera
