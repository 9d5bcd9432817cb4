#include "data/values_to_pack.h"

#include <algorithm>
#include <cassert>
#include <mutex>

#include "data/file/block_codec.h"
#include "data/file/index_walk.h"
#include "data/trees/tree_codec.h"
#include "indexing/slice_index.h"
#include "rules/moves.h"

namespace damiera {

namespace {

/// Collects the values of one slice. Reading positions needs the game; packing their values does
/// not.
template <Rules R>
class ValuesToPack {
 public:
  static Result<CellValues> read(const Table& table, const Table& wdl, const Workers& workers,
                                 Memory& memory) {
    auto begun = begin(table.info().id, memory);
    if (!begun) return begun.error();
    ValuesToPack& made = *begun;
    const bool values = holds_values(table.info().id.metric);
    auto done = values ? made.take<Value>(table, workers, [](Value v) { return cell_of(v); })
                       : made.take<std::uint16_t>(table, workers,
                                                  [](std::uint16_t plies) { return plies; });
    if (!done) return done.error();
    if (!values)
      if (auto joined = made.join(wdl, workers); !joined) return joined.error();
    return std::move(made.values_);
  }

  static Result<CellValues> ask(const TableId& id, const StoredValue& value, Memory& memory) {
    auto begun = begin(id, memory);
    if (!begun) return begun.error();
    ValuesToPack& made = *begun;
    IndexWalk<R> walk{made.slice_, made.values_.order(), Index{0}};
    for (std::uint64_t i = 0; i < made.slice_.size(); ++i, walk.next()) {
      if (has_capture<R>(walk.position())) continue;
      const auto found = value(walk.position());
      if (!found) return found.error();
      made.values_.set(walk.cell(), *found);
    }
    return std::move(made.values_);
  }

  static Result<CellValues> of_outcomes(const TableId& id, const ReadOutcomes& read,
                                        const Table* wdl, const Workers& workers, Memory& memory) {
    auto begun = begin(id, memory);
    if (!begun) return begun.error();
    ValuesToPack& made = *begun;
    wdl ? made.take_as_built(id.metric, read, workers) : made.take_solved(id.metric, read, workers);
    if (wdl)
      if (auto joined = made.join(*wdl, workers); !joined) return joined.error();
    return std::move(made.values_);
  }

 private:
  ValuesToPack(const Material& m, CellValues values) : slice_{m}, values_{std::move(values)} {}

  static Result<ValuesToPack> begin(const TableId& id, Memory& memory) {
    auto values = CellValues::make(R, id.material, holds_values(id.metric), memory);
    if (!values) return values.error();
    return ValuesToPack{id.material, *std::move(values)};
  }

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
  // A position that is a draw only because of the count has an arbitrary distance in a table as
  // built: the distance of the run that it joins. Packing that table keeps this distance, so
  // packing a solved slice must find the same one.
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

}  // namespace

Result<CellValues> values_of_table(const Table& table, const Table& wdl, const Workers& workers,
                                   Memory& memory) {
  return with_first_jumps(table.info().id.variant, [&]<Rules R>() {
    return ValuesToPack<R>::read(table, wdl, workers, memory);
  });
}

Result<CellValues> values_asked(const TableId& id, const StoredValue& value, Memory& memory) {
  return with_first_jumps(id.variant,
                          [&]<Rules R>() { return ValuesToPack<R>::ask(id, value, memory); });
}

Result<CellValues> values_solved(const TableId& id, const ReadOutcomes& read, const Table* wdl,
                                 const Workers& workers, Memory& memory) {
  return with_first_jumps(id.variant, [&]<Rules R>() {
    return ValuesToPack<R>::of_outcomes(id, read, wdl, workers, memory);
  });
}

}  // namespace damiera
