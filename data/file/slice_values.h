// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cassert>
#include <functional>
#include <mutex>
#include <optional>

#include "data/file/block_codec.h"
#include "data/file/cell_reader.h"
#include "data/file/index_walk.h"
#include "data/file/read_outcomes.h"
#include "data/file/table.h"
#include "data/trees/tree_codec.h"
#include "data/workers.h"
#include "indexing/slice_index.h"
#include "rules/moves.h"

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

/// Gives the value in SliceValues of a position without capture, computed instead of read from a
/// table.
using StoredValue = std::function<Result<std::uint16_t>(const Position&)>;

/// The values from which a packed table of a slice is made: cell_of() of values or distances, and
/// `dont_care` in positions with a capture and in cells without a position, where no probe looks.
template <Rules R>
class SliceValues {
 public:
  /// Reads them from a table. The result is the same for any workers. Errors: corrupt.
  static Result<SliceValues> read(const Table& table, const Table& wdl, const Workers& workers) {
    SliceValues made{table.info().id};
    const bool values = holds_values(table.info().id.metric);
    auto done = values ? made.take<Value>(table, workers, [](Value v) { return cell_of(v); })
                       : made.take<std::uint16_t>(table, workers,
                                                  [](std::uint16_t plies) { return plies; });
    if (!done) return done.error();
    if (!values)
      if (auto joined = made.join(wdl, workers); !joined) return joined.error();
    return made;
  }

  /// Computes them by `value`, one position after the other. Errors: as for `value`.
  static Result<SliceValues> ask(const TableId& id, const StoredValue& value) {
    SliceValues made{id};
    IndexWalk<R> walk{made.slice_, made.values_.order(), Index{0}};
    for (std::uint64_t i = 0; i < made.slice_.size(); ++i, walk.next()) {
      if (has_capture<R>(walk.position())) continue;
      const auto found = value(walk.position());
      if (!found) return found.error();
      made.values_.set(walk.cell(), *found);
    }
    return made;
  }

  /// Like read(), but for a slice that was just solved: its outcomes tell which positions have
  /// a capture.
  /// `wdl`: only for distances under a draw count, to which a table's values tell wins from losses.
  /// Errors: corrupt, of `wdl`.
  static Result<SliceValues> of_outcomes(const TableId& id, const ReadOutcomes& read,
                                         const Table* wdl, const Workers& workers) {
    SliceValues made{id};
    wdl ? made.take_as_built(id.metric, read, workers) : made.take_solved(id.metric, read, workers);
    if (wdl)
      if (auto joined = made.join(*wdl, workers); !joined) return joined.error();
    return made;
  }

  /// All values other than dont_care, ascending.
  std::vector<std::uint16_t> alphabet() const { return values_.alphabet(); }
  /// A reader of the values in another order; it must not outlive this.
  CellReader reader(const CellOrder& order) const { return {values_, order}; }

 private:
  explicit SliceValues(const TableId& id)
      : slice_{id.material}, values_{R, id.material, holds_values(id.metric)} {}

  // Calls visit(setter, position, cell, value) for all stored values.
  template <class T, class Visit>
  Result<void> each(const Table& table, const Workers& workers, const Visit& visit) {
    constexpr std::uint64_t enough = 1 << 17;  // values for a worker
    const std::uint64_t blocks = enough / table.block_positions() + 1;
    std::mutex mutex;
    Result<void> done;
    workers((table.blocks() + blocks - 1) / blocks, [&](std::size_t part) {
      CellValues::Setter setter{values_};
      const auto set = [&](const Position& pos, std::uint64_t cell, T value) {
        visit(setter, pos, cell, value);
      };
      const std::uint64_t end = std::min<std::uint64_t>(table.blocks(), (part + 1) * blocks);
      for (std::uint64_t n = part * blocks; n < end; ++n)
        if (auto read = each_of_block<T>(table, n, set); !read) {
          const std::scoped_lock lock{mutex};
          done = read;
          return;
        }
    });
    return done;
  }
  template <class T, class Visit>
  Result<void> each_of_block(const Table& table, std::uint64_t n, const Visit& visit) {
    std::vector<T> block(table.positions_in(n));
    if (auto read = table.read(n, std::span{block}); !read) return read;
    const std::uint64_t begin = n * table.block_positions();
    table.coding() == Coding::runs ? each_position<T>(begin, block, visit)
                                   : each_cell<T>(table, begin, block, visit);
    return {};
  }
  template <class T, class Visit>
  void each_position(std::uint64_t begin, std::span<const T> values, const Visit& visit) {
    IndexWalk<R> walk{slice_, values_.order(), Index{begin}};
    for (const T value : values) {
      visit(walk.position(), walk.cell(), value);
      walk.next();
    }
  }
  template <class T, class Visit>
  void each_cell(const Table& table, std::uint64_t begin, std::span<const T> values,
                 const Visit& visit) {
    const CellOrder order{R, slice_.material(), table.layout()};
    CellCursor cursor{order, begin};
    for (const T value : values) {
      if (cursor.is_position())
        visit(cursor.position(), values_.order().cell(cursor.position()), value);
      cursor.next();
    }
  }
  // Calls visit(outcomes of a block of a table as built, set(n, value) for the n-th of them).
  template <class Visit>
  void each_solved(const ReadOutcomes& read, const Workers& workers, const Visit& visit) {
    const std::uint64_t blocks = (slice_.size() + block_positions - 1) / block_positions;
    workers(blocks, [&](std::size_t n) {
      const std::uint64_t first = n * block_positions;
      std::vector<Outcome> outcomes(
          std::min<std::uint64_t>(block_positions, slice_.size() - first));
      read(first, outcomes);
      CellValues::Setter setter{values_};
      IndexWalk<R> walk{slice_, values_.order(), Index{first}};
      const auto value_of = visit(outcomes);
      for (std::size_t i = 0; i < outcomes.size(); ++i, walk.next())
        if (!outcomes[i].is_capture())
          if (const std::uint16_t value = value_of(i); value != dont_care)
            setter.set(walk.cell(), value);
    });
  }
  void take_solved(Metric metric, const ReadOutcomes& read, const Workers& workers) {
    each_solved(read, workers, [&](std::span<const Outcome> outcomes) {
      return [=](std::size_t i) { return cell_of_solved(metric, outcomes[i]); };
    });
  }
  static std::uint16_t cell_of_solved(Metric metric, const Outcome& o) {
    if (holds_values(metric)) return cell_of(o.value());
    if (o.value() == Value::draw) return dont_care;
    return cell_of(metric == Metric::dtw ? o.plies() / 2 : o.plies(), o.value() == Value::win);
  }
  // A position that is a draw under a count alone has the distance that a table as built happens to
  // have there: packing that table keeps it.
  void take_as_built(Metric metric, const ReadOutcomes& read, const Workers& workers) {
    each_solved(read, workers, [&](std::span<const Outcome> outcomes) {
      std::vector<std::uint16_t> plies(outcomes.size());
      [[maybe_unused]] const auto decoded =
          decode_block(encode_block(metric, outcomes), std::span{plies});
      assert(decoded);
      return [plies = std::move(plies)](std::size_t i) { return plies[i]; };
    });
  }
  template <class T, class Code>
  Result<void> take(const Table& table, const Workers& workers, const Code& code) {
    return each<T>(table, workers,
                   [&](auto& setter, const Position& pos, std::uint64_t cell, T value) {
                     if (!has_capture<R>(pos)) setter.set(cell, code(value));
                   });
  }
  // Joins WDL values to distances: a draw gets dont_care, and wins and losses different numbers.
  Result<void> join(const Table& wdl, const Workers& workers) {
    return each<Value>(
        wdl, workers, [&](auto& setter, const Position&, std::uint64_t cell, Value v) {
          const std::uint16_t plies = values_.get(cell);
          if (plies == dont_care) return;
          setter.set(cell, v == Value::draw ? dont_care : cell_of(plies, v == Value::win));
        });
  }

  SliceIndex<R> slice_;
  CellValues values_;
};

}  // namespace damiera
