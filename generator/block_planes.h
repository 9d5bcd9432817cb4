// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "generator/longest_so_far.h"
#include "generator/shared_bits.h"
#include "generator/value_planes.h"

namespace damiera {

/// The outcomes of one block as they are found, at three bits a position: two for its value, and
/// one that says whether it has a capture. At first all are draws without a capture. Different
/// threads may put different positions.
class BlockPlanes {
 public:
  /// `captures`: a bit for each position of the block, zeroed.
  BlockPlanes(ValuePlanes& values, std::uint64_t block, std::span<std::uint8_t> captures)
      : values_{values}, block_{block}, captures_{captures} {}

  /// Sets the outcome of a position. Requires that it was not set before.
  void put(std::uint64_t placement, Outcome o) {
    values_.store(block_, placement, o.value());
    if (o.is_capture())
      set_capture(placement);
    else
      longest_.add(o.plies(), placement);
  }
  bool is_capture(std::uint64_t placement) const {
    // relaxed: a join orders what is put and what is read
    return std::atomic_ref{captures_[placement / 8]}.load(std::memory_order_relaxed) >>
               placement % 8 &
           1;
  }
  /// Gives position `to` the value and the capture mark of position `from`, which has the same
  /// distance.
  void copy(std::uint64_t from, std::uint64_t to) {
    values_.store(block_, to, values_.value(block_, from));
    if (is_capture(from)) set_capture(to);
  }

  /// The longest distance of the positions that were put without a capture, by placement number.
  const LongestSoFar& longest() const { return longest_; }

 private:
  void set_capture(std::uint64_t placement) { set_shared_bit(captures_.data(), placement); }
  ValuePlanes& values_;
  std::uint64_t block_;
  std::span<std::uint8_t> captures_;
  LongestSoFar longest_;
};

}  // namespace damiera
