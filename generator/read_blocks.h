#pragma once

#include <tbb/parallel_for.h>

#include <mutex>
#include <optional>
#include <vector>

#include "data/table.h"

namespace damiera {

/// Calls visit(first, values) for each block of a table, from many threads: the number of its first
/// position, and what Table::read gives as std::span<const T>. Errors: corrupt, for one block that
/// cannot be read; the others are visited all the same.
template <class T, class Visit>
Result<void> read_blocks(const Table& table, const Visit& visit) {
  std::mutex mutex;
  std::optional<Error> failed;
  tbb::parallel_for(std::uint64_t{0}, table.blocks(), [&](std::uint64_t n) {
    std::vector<T> block(table.positions_in(n));
    if (auto read = table.read(n, std::span<T>{block}); !read) {
      const std::scoped_lock lock{mutex};
      failed = read.error();
      return;
    }
    visit(n * table.block_positions(), std::span<const T>{block});
  });
  if (failed) return *failed;
  return {};
}

}  // namespace damiera
