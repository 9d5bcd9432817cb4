// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "indexing/material.h"
#include "indexing/men_block.h"

namespace damiera {

/// Remembers the men blocks that were looked up last: the moves of one block lead to few others.
/// One thread at a time.
template <class Target>
class RememberedBlocks {
 public:
  /// The block of these men in the slice with these numbers of kings. Calls target(Material, Men)
  /// if it is not remembered. Valid until the next call.
  template <class TargetOf>
  const Target& operator()(const Men& men, int my_kings, int their_kings, const TargetOf& target) {
    const Key key{men, my_kings, their_kings};
    const std::uint64_t hash =
        (men.mine.bits() * 0x9e3779b97f4a7c15 ^ men.theirs.bits()) * 0xd6e8feb86659fd93 +
        (static_cast<std::uint64_t>(my_kings * 16 + their_kings) << 59);
    Entry& entry = entries_[hash >> 59];
    if (entry.key != key)
      entry = {key, target({men.mine.count(), my_kings, men.theirs.count(), their_kings}, men)};
    return entry.target;
  }

 private:
  struct Key {
    Men men;
    int my_kings = -1, their_kings;
    bool operator==(const Key&) const = default;
  };
  struct Entry {
    Key key;
    Target target;
  };
  std::array<Entry, 32> entries_;
};

}  // namespace damiera
