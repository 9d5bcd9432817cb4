// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "data/file/cell_order.h"
#include "data/file/table.h"
#include "data/trees/tree_codec.h"
#include "indexing/slice_index.h"

namespace damiera {

/// Calls visit(Index, value) for each position of block `n`, in the order of the file; `values` are
/// the values that Table::read() gave. Thread-safe.
template <Rules R, class T, class Visit>
void for_each_stored(const Table& table, const SliceIndex<R>& slice, std::uint64_t n,
                     std::span<const T> values, const Visit& visit) {
  const std::uint64_t begin = n * table.block_positions();
  if (table.coding() == Coding::runs) {
    for (std::size_t i = 0; i < values.size(); ++i) visit(Index{begin + i}, values[i]);
    return;
  }
  const CellOrder order{R, slice.material(), table.layout()};
  CellCursor cursor{order, begin};
  for (std::size_t i = 0; i < values.size(); ++i, cursor.next())
    if (cursor.is_position()) visit(slice.index(cursor.position()), values[i]);
}

/// The block of a table that was decoded last.
struct HeldBlock {
  std::optional<std::uint64_t> number;
  std::vector<Value> values;
};

/// Reads the values of a WDL table, 0, 1 or 2, for the cells of another order from `begin` on. The
/// values of captures and of cells without a position are arbitrary. Errors: corrupt.
template <Rules R>
Result<void> read_cells(const Table& wdl, const CellOrder& order, std::uint64_t begin,
                        std::span<std::uint16_t> out, HeldBlock& held) {
  const Material& m = wdl.info().id.material;
  std::optional<SliceIndex<R>> slice;  // of many men it takes long to make
  if (wdl.coding() == Coding::runs) slice.emplace(m);
  const CellOrder stored{R, m, wdl.layout()};
  CellCursor cursor{order, begin};
  for (std::size_t i = 0; i < out.size(); ++i, cursor.next()) {
    out[i] = 1;
    if (!cursor.is_position()) continue;
    const Position& pos = cursor.position();
    const std::uint64_t n =
        slice ? static_cast<std::uint64_t>(slice->index(pos)) : stored.cell(pos);
    if (const std::uint64_t wanted = n / wdl.block_positions(); wanted != held.number) {
      held.number.reset();
      held.values.resize(wdl.positions_in(wanted));
      if (auto read = wdl.read(wanted, std::span{held.values}); !read) return read;
      held.number = wanted;
    }
    out[i] = cell_of(held.values[n % wdl.block_positions()]);
  }
  return {};
}

}  // namespace damiera
