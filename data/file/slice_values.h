// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>
#include <optional>

#include "data/file/table.h"
#include "data/trees/tree_codec.h"
#include "indexing/slice_index.h"
#include "rules/moves.h"

namespace damiera {

/// Calls visit(Index, value) for each position of block `n`, in the order in which they are
/// stored; `values` are those that Table::read gave. Thread-safe.
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

/// Values of a WDL table, 0, 1 or 2, for the cells of another order from `begin` on; what stands
/// for captures and in cells without a position is arbitrary. Errors: corrupt.
template <Rules R>
Result<void> read_cells(const Table& wdl, const CellOrder& order, std::uint64_t begin,
                        std::span<std::uint16_t> out, HeldBlock& held) {
  const SliceIndex<R> slice{wdl.info().id.material};
  const CellOrder stored{R, slice.material(), wdl.layout()};
  CellCursor cursor{order, begin};
  for (std::size_t i = 0; i < out.size(); ++i, cursor.next()) {
    out[i] = 1;
    if (!cursor.is_position()) continue;
    const Position& pos = cursor.position();
    const std::uint64_t n = wdl.coding() == Coding::runs
                                ? static_cast<std::uint64_t>(slice.index(pos))
                                : stored.cell(pos);
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

/// What stands in SliceValues for a position without capture, found in another way than by reading
/// the table.
using StoredValue = std::function<Result<std::uint16_t>(const Position&)>;

/// What a packed table of a slice is made from: cell_of() of its values or distances; `dont_care`
/// where no probe looks.
template <Rules R>
class SliceValues {
 public:
  /// Errors: corrupt.
  static Result<SliceValues> read(const Table& table, const Table& wdl) {
    SliceValues made{table.info().id};
    const bool values = holds_values(table.info().id.metric);
    auto done = values ? made.take<Value>(table, [](Value v) { return cell_of(v); })
                       : made.take<std::uint16_t>(table, [](std::uint16_t plies) { return plies; });
    if (!done) return done.error();
    if (!values)
      if (auto joined = made.join(wdl); !joined) return joined.error();
    return made;
  }

  /// The same, asking for one position after the other. Errors: those of `value`.
  static Result<SliceValues> ask(const TableId& id, const StoredValue& value) {
    SliceValues made{id};
    for (std::uint64_t i = 0; i < made.values_.size(); ++i) {
      const Position pos = made.slice_.position(Index{i});
      if (has_capture<R>(pos)) continue;
      const auto found = value(pos);
      if (!found) return found.error();
      made.values_[i] = *found;
    }
    return made;
  }

  /// The values of so many cells from `begin` on, or of as many as there are; of those without a
  /// position, and of positions with a capture, `dont_care`.
  std::vector<std::uint16_t> cells(const CellOrder& order, std::uint64_t begin,
                                   std::uint64_t size) const {
    std::vector<std::uint16_t> values(std::min(size, order.cells() - begin));
    CellCursor cursor{order, begin};
    for (std::uint16_t& value : values) {
      const Position& pos = cursor.position();
      value = cursor.is_position() && !has_capture<R>(pos)
                  ? values_[static_cast<std::uint64_t>(slice_.index(pos))]
                  : dont_care;
      cursor.next();
    }
    return values;
  }

 private:
  explicit SliceValues(const TableId& id) : slice_{id.material}, values_(slice_.size()) {}

  template <class T, class Visit>
  Result<void> each(const Table& table, const Visit& visit) {
    std::vector<T> block;
    for (std::uint64_t n = 0; n < table.blocks(); ++n) {
      block.resize(table.positions_in(n));
      if (auto read = table.read(n, std::span{block}); !read) return read;
      for_each_stored<R, T>(table, slice_, n, block, visit);
    }
    return {};
  }
  template <class T, class Code>
  Result<void> take(const Table& table, const Code& code) {
    return each<T>(table, [&](Index i, T v) { values_[static_cast<std::uint64_t>(i)] = code(v); });
  }
  // Draws have no distance, and wins are told from losses.
  Result<void> join(const Table& wdl) {
    return each<Value>(wdl, [&](Index i, Value v) {
      std::uint16_t& d = values_[static_cast<std::uint64_t>(i)];
      d = v == Value::draw ? dont_care : cell_of(d, v == Value::win);
    });
  }

  SliceIndex<R> slice_;
  std::vector<std::uint16_t> values_;
};

}  // namespace damiera
