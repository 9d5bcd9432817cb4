// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <tuple>

#include "probe/cached_table.h"
#include "probe/tablebase.h"

namespace damiera {

/// Where each table was found.
using TableFolders = std::map<TableId, std::filesystem::path>;

/// Where a value lies: of positions of one table, those of one block are neighbours.
struct ValuePlace {
  std::uint32_t table = 0;
  std::uint64_t number = 0;
  const Table* read_in = nullptr;  ///< the table, if it is read in place

  auto operator<=>(const ValuePlace& other) const {
    return std::tie(table, number) <=> std::tie(other.table, other.number);
  }
};

/// The tables of one game: what Tablebase does, whichever game it is. Thread-safe.
class SliceTables {
 public:
  SliceTables(TableFolders folders, const TablebaseOptions& options)
      : folders_{std::move(folders)},
        dtc_required_{options.dtc_required},
        cache_{options.cache_bytes} {}
  virtual ~SliceTables() = default;

  const TableFolders& folders() const { return folders_; }
  const PageCache& cache() const { return cache_; }
  /// Opens a table; `number` tells it apart in the cache. Errors as for Table::open.
  Result<CachedTable> open(const TableId& id, std::uint32_t number) const;

  virtual Variant variant() const = 0;
  virtual Result<Value> wdl(const Position& pos, Reading reading) const = 0;
  virtual Result<Probe> probe(const Position& pos, Reading reading) const = 0;
  virtual Result<std::vector<ProbedMove>> moves(const Position& pos) const = 0;
  virtual Result<CountedProbe> probe(const Position& pos, const Count& count) const = 0;
  virtual Result<std::vector<CountedMove>> moves(const Position& pos, const Count& count) const = 0;
  virtual Result<Ending> ending(const Position& pos) const = 0;
  /// Where the first value lies that wdl() needs; the first of all places if there is none. It is
  /// `read_in` a table only if that value is what wdl() says.
  virtual ValuePlace place(const Position& pos) const = 0;
  /// Numbers of positions: see Tablebase.
  virtual Result<Index> index(const Position& pos) const = 0;
  virtual Result<Position> position(const Material& material, Index index) const = 0;
  /// A table of folders(), opened before or now. Errors as for open().
  virtual Result<const CachedTable*> table(const TableId& id) const = 0;

 protected:
  bool dtc_required() const { return dtc_required_; }

 private:
  TableFolders folders_;
  bool dtc_required_;
  mutable PageCache cache_;  // what it holds is no part of a tablebase's state
};

}  // namespace damiera
