// SPDX-License-Identifier: MIT
#pragma once

#include "answers/verification/slice_check.h"
#include "answers/verification/slice_keys.h"
#include "answers/verification/work.h"
#include "data/file/cell_order.h"
#include "data/file/first_damage.h"
#include "data/file/table.h"
#include "rules/value_at_end.h"

namespace damiera {

/// Finds the cell of a position: the sum of one part for each of its four groups of pieces.
template <Rules R>
class SliceCells {
 public:
  SliceCells(const Material& m, const CellLayout& layout)
      : order_{R, m, layout},
        mine_{parts(&Position::my_kings, m.my_kings)},
        theirs_{parts(&Position::their_kings, m.their_kings)} {}

  std::uint64_t size() const { return order_.cells(); }

  /// What one group of pieces adds to the number of a cell. `plain` counts cells. `learned` adds
  /// up, over the last groups, to the number that the learned order translates into cells.
  struct Part {
    std::uint64_t plain = 0, learned = 0;
    Part operator+(const Part& b) const { return {plain + b.plain, learned + b.learned}; }
  };
  Part men(const Men& men) const {
    return part(&Position::my_men, men.mine) + part(&Position::their_men, men.theirs);
  }
  /// The part of a set of kings, by the set's number over the whole board.
  const Part& my_kings(std::uint64_t number) const { return mine_[number]; }
  const Part& their_kings(std::uint64_t number) const { return theirs_[number]; }
  /// The part of a run of king moves, by its number.
  Part run(std::uint64_t number) const { return {order_.cells_before_runs(number), 0}; }
  std::uint64_t cell(const Part& all) const {
    return all.plain + (order_.learned() ? order_.learned()->place_of(all.learned) : all.learned);
  }

 private:
  Part part(Bitboard Position::*set, Bitboard squares) const {
    for (std::size_t g = 0; g < order_.groups().size(); ++g) {
      const CellOrder::Group& group = order_.groups()[g];
      if (group.set != set) continue;
      const std::uint64_t n = CellOrder::rank_of(CellOrder::slots(group, squares)) * group.stride;
      return g < order_.plain_groups() ? Part{n, 0} : Part{0, n};
    }
    return {};
  }
  std::vector<Part> parts(Bitboard Position::*set, int kings) const {
    std::vector<Part> made(choose(Board<R>::size, kings));
    for (std::uint64_t n = 0; n < made.size(); ++n)
      made[n] = part(set, unrank(n, kings, Board<R>::all));
    return made;
  }

  CellOrder order_;
  std::vector<Part> mine_, theirs_;
};

/// As each_table_block(), for a table of values or one of plies.
template <class T>
Result<void> each_block_of(const Table& table, Work& work,
                           const std::function<void(std::uint64_t, std::span<const T>)>& visit);

/// Reads the blocks of a table one by one, in parallel: visit(first value, values). Values are 0, 1
/// and 2 for loss, draw and win, or plies as stored. Errors: corrupt, of the first damaged block.
template <class Visit>
Result<void> each_table_block(const Table& table, Work& work, const Visit& visit) {
  return holds_values(table.info().id.metric) ? each_block_of<Value>(table, work, visit)
                                              : each_block_of<std::uint16_t>(table, work, visit);
}

constexpr unsigned number_of(Value v) { return static_cast<unsigned>(static_cast<int>(v) + 1); }
constexpr unsigned number_of(std::uint16_t plies) { return plies; }

/// read_table() for a table in an order of cells; `T` is the type of its numbers.
template <Rules R, class T, class Take>
Result<void> read_cells_of(const Table& table, SliceKeys<R>& slice, Work& work, const Take& take) {
  const SliceCells<R> cells{slice.material(), table.layout()};
  const std::unique_ptr<T[]> numbers{new T[cells.size()]};
  const auto store = [&](std::uint64_t begin, const auto& values) {
    for (const auto v : values) numbers[begin++] = static_cast<T>(number_of(v));
  };
  if (auto read = each_table_block(table, work, store); !read) return read;
  // The low half holds the number of the lane kings, the high half that of the other kings.
  constexpr int size = Board<R>::size;
  const bool lane_mine = slice.index.kings().lane() == LaneSide::mine;
  constexpr std::uint64_t low = 1, high = std::uint64_t{1} << 32;
  const Material& m = slice.material();
  const PlacementSums<std::uint64_t> sums{
      slice.index.kings(), numbering(size, m.my_kings, false, lane_mine ? low : high),
      numbering(size, m.their_kings, false, lane_mine ? high : low)};
  const std::uint64_t lanes = slice.lanes(), rows = slice.index.blocks() * slice.others();
  work.share(rows, 4096 / lanes + 1, [&](std::uint64_t first, std::uint64_t last) {
    each_block(slice, first, last, [&](std::uint64_t block, const Men& men, auto begin, auto end) {
      for (std::uint64_t run = 0; run < slice.index.runs().count(); ++run) {
        const auto of_men = cells.men(men) + cells.run(run);
        Key* keys = &slice.keys[block * slice.index.block_size() +
                                run * slice.index.kings().count() + begin * lanes];
        sums.each(slice.index.free_squares(men), begin, end, [&](auto, auto other, auto both) {
          const std::uint64_t number = other >> 32;
          const auto fixed =
              of_men + (lane_mine ? cells.their_kings(number) : cells.my_kings(number));
          for (const std::uint64_t sum : both) {
            const auto lane = static_cast<std::uint32_t>(sum);
            const auto all = fixed + (lane_mine ? cells.my_kings(lane) : cells.their_kings(lane));
            take(*keys++, unsigned{numbers[cells.cell(all)]});
          }
        });
      }
    });
  });
  return {};
}

/// Calls take(key, number) for each position of the slice. `number` is what the table stores: 0, 1
/// or 2 for loss, draw or win, or plies. It is a don't-care for a position with a capture, and for
/// a draw in a table of plies. Errors: corrupt.
template <Rules R, class Take>
Result<void> read_table(const Table& table, SliceKeys<R>& slice, Work& work, const Take& take) {
  if (table.coding() == Coding::runs)
    return each_table_block(table, work, [&](std::uint64_t begin, const auto& values) {
      for (const auto v : values) take(slice.keys[begin++], number_of(v));
    });
  return holds_values(table.info().id.metric)
             ? read_cells_of<R, std::uint8_t>(table, slice, work, take)
             : read_cells_of<R, std::uint16_t>(table, slice, work, take);
}

/// Reads a table of values as keys with 0 plies.
template <Rules R>
Result<void> read_stored_values(const Table& table, SliceKeys<R>& slice, Work& work) {
  return read_table(table, slice, work, [](Key& key, unsigned number) {
    key = keys::of(decoded_value(std::min(number, 2U)), 0);
  });
}

/// The Measure for what is checked, in a game with this goal.
inline Measure measure_of(const Checked& what, Goal goal) {
  Measure measure{keys::no_move(goal), what.has_distances(), what.distances == Metric::dtw};
  if (what.count > 0) measure.limit = 2 * what.count;
  return measure;
}

/// The plies that `number` means in a table of this metric for a position of this value. A DTW
/// table stores half of them: the value says whether they are odd.
inline int plies_stored(Metric metric, unsigned number, Value value, Goal goal) {
  const int stored = static_cast<int>(number);
  return metric == Metric::dtw ? plies_from_half(stored, value, value_at(goal)) : stored;
}

}  // namespace damiera
