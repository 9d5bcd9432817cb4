// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "data/file/first_damage.h"
#include "data/file/slice_values.h"
#include "generator/parallel.h"

namespace damiera {

/// Calls visit(Index, value) with the stored value of each position of a table's slice, from many
/// threads; T as for Table::read. Errors: corrupt, for the first block that cannot be read (the
/// other blocks are still visited); missing_table if the table's values are derived, not stored.
template <Rules R, class T, class Visit>
Result<void> for_each_value(const Table& table, const SliceIndex<R>& slice, const Visit& visit) {
  if (table.is_searched())
    return Error{Error::Code::missing_table,
                 table.path().string() +
                     ": has no values, only the flipped slice's table has; expected tables of both "
                     "sides to build upon (see `damiera help pack`)"};
  FirstDamage damage;
  for_each_number(table.blocks(), [&](std::uint64_t n) {
    std::vector<T> block(table.positions_in(n));
    const auto read = table.read(n, std::span<T>{block});
    damage.add(n, read);
    if (read) for_each_stored<R, T>(table, slice, n, block, visit);
  });
  return damage.result();
}

}  // namespace damiera
