// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "probe/lazy.h"
#include "probe/slice_reader.h"
#include "probe/tablebase.h"

namespace damiera {

/// Where each table was found.
using TableFolders = std::map<TableId, std::filesystem::path>;

/// Lists the tables of a game in `folders`, then the shipped tables if `shipped`. If a table is in
/// two folders, the first is used. Errors: io, for a folder that cannot be read.
Result<TableFolders> find_tables(Variant variant, std::vector<std::filesystem::path> folders,
                                 bool shipped);

/// The tables of a game. Each is opened when it is first needed, and all share a cache of decoded
/// pages. Thread-safe.
class TableSet {
 public:
  /// One table of a slice.
  struct Slot {
    std::uint32_t number = 0;  ///< of the table in PageKey; 0: there is no such table
    Lazy<Result<SliceReader>> opened;
  };

  /// The tables of one slice.
  class Slice {
   public:
    explicit Slice(std::size_t number) : number_{number} {}
    /// The slice's number within the set, from 0.
    std::size_t number() const { return number_; }
    /// Null if there is no table of this count. `count`: 0 for a metric that is not counted.
    const Slot* slot(Metric metric, int count) const {
      if (!is_counted(metric)) return &of_metric_[static_cast<std::size_t>(metric)];
      const auto found = of_count_.find({metric, count});
      return found == of_count_.end() ? nullptr : &found->second;
    }

   private:
    friend TableSet;
    std::size_t number_;
    std::array<Slot, 3> of_metric_;                         // WDL, DTC and DTW
    std::map<std::pair<Metric, int>, Slot> of_count_ = {};  // counted metrics, with the count
  };

  TableSet(TableFolders folders, std::size_t cache_bytes);

  const TableFolders& folders() const { return folders_; }
  const PageCache& cache() const { return cache_; }
  /// The number of slices that have a table.
  std::size_t slices() const { return slices_; }

  /// A slice's tables; null if there are none.
  const Slice* find(const Material& m) const {
    return is_small(m) ? slice_at_[place(m)].get() : nullptr;
  }
  /// A table of this slice; opens it if it is not open yet. Errors: missing_table; not_in_memory,
  /// if it is not open and `reading` is in_memory; as for Table::open. After io, out_of_memory and
  /// try_again the next call tries again; other errors stay.
  Result<const SliceReader*> reader(const Slice& slice, const TableId& id, Reading reading) const {
    const Slot* slot = slice.slot(id.metric, id.count);
    if (!slot || slot->number == 0) return no_such_table(id);
    const Result<SliceReader>* opened = slot->opened.made();
    if (!opened && reading == Reading::in_memory) return SliceReader::not_in_memory();
    if (!opened) return open(*slot, id);
    if (!*opened) return opened->error();
    return &**opened;
  }
  /// Finds a table of any slice; opens it if it is not open yet. Errors: as above.
  Result<const SliceReader*> reader(const TableId& id, Reading reading = Reading::any) const;

 private:
  // A slice is found by its four piece counts, each below max_count.
  static constexpr std::size_t max_count = 16;
  static bool is_small(const Material& m) {
    return std::max({m.my_men, m.my_kings, m.their_men, m.their_kings}) < int{max_count};
  }
  static std::size_t place(const Material& m) {
    return static_cast<std::size_t>(m.my_men << 12 | m.my_kings << 8 | m.their_men << 4 |
                                    m.their_kings);
  }
  // Opens a table for reader(), unless another thread has just done so.
  Result<const SliceReader*> open(const Slot& slot, const TableId& id) const;

  TableFolders folders_;
  mutable PageCache cache_;  // mutable: cached pages do not change any answer
  std::size_t slices_ = 0;
  std::vector<std::unique_ptr<Slice>> slice_at_;  // null where there is no table
};

}  // namespace damiera
