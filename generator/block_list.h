// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

namespace damiera {

/// A list of men block numbers. Each takes four bytes if all numbers fit, else eight: for a pair
/// with many men, the list takes more memory than the values.
class BlockList {
 public:
  /// Bytes of a list of `size` numbers, each below `blocks`.
  static std::uint64_t bytes_for(std::uint64_t size, std::uint64_t blocks) {
    return size * (is_narrow(blocks) ? sizeof(std::uint32_t) : sizeof(std::uint64_t));
  }

  BlockList() = default;
  BlockList(std::uint64_t size, std::uint64_t blocks) {
    if (is_narrow(blocks))
      numbers_.emplace<Narrow>(size);
    else
      numbers_.emplace<Wide>(size);
  }

  std::uint64_t size() const {
    return std::visit([](const auto& list) { return std::uint64_t{list.size()}; }, numbers_);
  }
  std::uint64_t operator[](std::uint64_t i) const {
    return std::visit([i](const auto& list) { return std::uint64_t{list[i]}; }, numbers_);
  }
  void set(std::uint64_t i, std::uint64_t block) {
    std::visit(
        [i, block](auto& list) {
          list[i] = static_cast<typename std::decay_t<decltype(list)>::value_type>(block);
        },
        numbers_);
  }

 private:
  using Narrow = std::vector<std::uint32_t>;
  using Wide = std::vector<std::uint64_t>;
  static bool is_narrow(std::uint64_t blocks) {
    return blocks <= std::uint64_t{std::numeric_limits<std::uint32_t>::max()} + 1;
  }
  std::variant<Narrow, Wide> numbers_;
};

}  // namespace damiera
