// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>

#include "indexing/slice_index.h"
#include "probe/lazy.h"
#include "probe/slice_tables.h"

namespace damiera {

/// Which of a slice's values is asked for, and what the answer may wait for.
struct Question {
  int count = 0;  ///< moves by each side of a draw count; 0: with unlimited moves
  Reading reading = Reading::any;
  int ahead = 0;  ///< plies to look ahead for a distance that no table stores
};

/// What the tables of game R store for positions without capture; each table is opened when it is
/// first needed. Thread-safe.
template <Rules R>
class StoredSlices {
  struct Slice;

 public:
  /// A position's slice.
  struct Entry {
    Material material;
    const Slice& slice;
    const Position& pos;

    Index index() const {
      return slice.index.get([&] { return SliceIndex<R>{material}; }).index(pos);
    }
  };

  /// `tables` must outlive this.
  explicit StoredSlices(const SliceTables& tables)
      : tables_{tables}, slice_at_(max_count * max_count * max_count * max_count) {
    std::uint32_t number = 0;
    for (const auto& [id, folder] : tables.folders()) {
      if (!is_small(id.material)) continue;
      auto& slice = slice_at_[place(id.material)];
      if (!slice) slice = std::make_unique<Slice>();
      slice->table(id.metric, id.count)->number = ++number;
    }
  }

  /// The entry for a position in which both sides have pieces; to ask what is stored, one without
  /// capture. Error: missing_table.
  Result<Entry> entry(const Position& pos) const {
    const Material material = material_of(pos);
    const Slice* slice = find(material);
    if (!slice) return missing({R.id, material, Metric::wdl});
    return Entry{material, *slice, pos};
  }

  /// The position with a number of a slice. Error: missing_table.
  Result<Position> position(const Material& material, Index index) const {
    const Slice* slice = find(material);
    if (!slice) return missing({R.id, material, Metric::wdl});
    return slice->index.get([&] { return SliceIndex<R>{material}; }).position(index);
  }

  /// What a table of the entry's slice stores; of a table of a count that stores nothing of its
  /// own, what the table without a count does. Nothing if it is searched: a move then leads to the
  /// flipped slice, whose table stores values, to one with fewer men, or with fewer pieces. The
  /// question's count is that of a counted metric. Errors: missing_table; as for opening a table;
  /// corrupt; not_in_memory.
  Result<std::optional<unsigned>> stored(const Entry& at, Metric metric, const Question& q) const {
    const TableId id{R.id, at.material, metric, is_counted(metric) ? q.count : 0};
    const auto opened = table(at.slice, id, q.reading);
    if (!opened) return opened.error();
    const CachedTable& table = **opened;
    if (is_counted(metric) && table.table().is_as_without_count())
      return stored(at, holds_values(metric) ? Metric::wdl : Metric::dtc, q);
    if (table.table().is_searched()) return searched(id, q.reading);
    const auto value = table.value(
        at.pos, [&] { return at.index(); }, q.reading);
    if (!value) return value.error();
    return std::optional{*value};
  }

  /// Where the value of an entry lies in the WDL table; what is read in place is fetched meanwhile.
  /// Errors as for stored().
  Result<ValuePlace> value_place(const Entry& at) const {
    const auto opened = table(at.slice, {R.id, at.material, Metric::wdl}, Reading::any);
    if (!opened) return opened.error();
    const Table& table = (*opened)->table();
    ValuePlace place{at.slice.table(Metric::wdl, 0)->number,
                     (*opened)->number_of(at.pos, [&] { return at.index(); }),
                     {}};
    if (table.coding() == Coding::spans) {
      table.prefetch_place(place.number);
      place.read_in = &table;
    }
    return place;
  }

  /// A table, opened before or now. Errors: missing_table; as for opening it.
  Result<const CachedTable*> table(const TableId& id) const {
    const Slice* slice = find(id.material);
    if (!slice) return missing(id);
    return table(*slice, id, Reading::any);
  }

 private:
  /// One table of a slice, opened when it is first needed.
  struct SliceTable {
    std::uint32_t number = 0;  // tells it apart in the cache; 0: there is no such table
    Lazy<Result<CachedTable>> opened;
  };

  /// What is known of a slice; all of it is made when it is first needed.
  struct Slice {
    Lazy<SliceIndex<R>> index;
    std::array<SliceTable, 3> of_metric;                         // WDL, DTC and DTW
    std::map<std::pair<Metric, int>, SliceTable> of_count = {};  // counted metrics, with the count

    SliceTable* table(Metric metric, int count) {
      return is_counted(metric) ? &of_count[{metric, count}]
                                : &of_metric[static_cast<std::size_t>(metric)];
    }
    /// Null if there is no table of this count.
    const SliceTable* table(Metric metric, int count) const {
      if (!is_counted(metric)) return &of_metric[static_cast<std::size_t>(metric)];
      const auto found = of_count.find({metric, count});
      return found == of_count.end() ? nullptr : &found->second;
    }
  };

  // Slices are found by their counts of pieces; no table has as many as 16 of a kind.
  static constexpr std::size_t max_count = 16;
  static bool is_small(const Material& m) {
    return std::max({m.my_men, m.my_kings, m.their_men, m.their_kings}) < int{max_count};
  }
  static std::size_t place(const Material& m) {
    return static_cast<std::size_t>(m.my_men << 12 | m.my_kings << 8 | m.their_men << 4 |
                                    m.their_kings);
  }
  /// Null if there is no table.
  const Slice* find(const Material& m) const {
    return is_small(m) ? slice_at_[place(m)].get() : nullptr;
  }

  Error missing(const TableId& id) const { return tables_.open(id, 0).error(); }

  Result<const CachedTable*> table(const Slice& slice, const TableId& id, Reading reading) const {
    const SliceTable* slot = slice.table(id.metric, id.count);
    if (!slot || slot->number == 0) return missing(id);
    const Result<CachedTable>* opened = slot->opened.made();
    if (!opened && reading == Reading::in_memory) return CachedTable::not_in_memory();
    if (!opened) opened = &slot->opened.get([&] { return tables_.open(id, slot->number); });
    if (!*opened) return opened->error();
    return &**opened;
  }

  // Without values on either side a search would not end.
  Result<std::optional<unsigned>> searched(const TableId& id, Reading reading) const {
    TableId other = id;
    other.material = id.material.flipped();
    const Slice* slice = find(other.material);
    if (!slice) return missing(other);
    const auto opened = table(*slice, other, reading);
    if (!opened) return opened.error();
    if ((*opened)->table().is_searched())
      return Error{Error::Code::corrupt, (*opened)->table().path().string() +
                                             ": has no values, and " + name(id) + " has none"};
    return std::optional<unsigned>{};
  }

  const SliceTables& tables_;
  std::vector<std::unique_ptr<Slice>> slice_at_;  // null where there is no table
};

}  // namespace damiera
