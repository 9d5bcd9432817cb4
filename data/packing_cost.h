// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "data/file/table_info.h"
#include "data/profile.h"

namespace damiera {

/// An estimate, from measurements, of the seconds that one processor takes to pack a table: the
/// time for training, which does not grow beyond a certain size, and the time for each position.
double packing_seconds(const TableId& id, Profile profile, Effort effort);

/// An estimate of the memory that packing a table takes, in bytes.
struct PackingMemory {
  std::uint64_t values;  ///< the values of all cells, some of which may lie in a file
  std::uint64_t others;  ///< samples for the trainer, and for `fast` the bytes of the file

  std::uint64_t most() const { return values + others; }
  /// What is left if as many values as possible lie in a file.
  std::uint64_t least() const;
  /// The bound of PackResources::memory with which packing takes about `bytes`, or least() if that
  /// is more.
  std::uint64_t bound_within(std::uint64_t bytes) const;
};
PackingMemory packing_memory(const TableId& id, Profile profile);

/// The memory to pack tables one after the other, in bytes: what the table that takes most takes.
struct PackingBounds {
  std::uint64_t most = 0;   ///< with all values in memory
  std::uint64_t least = 0;  ///< with as many values as possible in a file
};
PackingBounds packing_bounds(std::span<const TableId> tables, Profile profile);

/// How many bytes a packed table takes for each byte of the table as built, rounded up.
double packed_share(Metric metric, Profile profile);

}  // namespace damiera
