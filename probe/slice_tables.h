#pragma once

#include <map>

#include "probe/cached_table.h"
#include "probe/tablebase.h"

namespace damiera {

/// Where each table was found.
using TableFolders = std::map<TableId, std::filesystem::path>;

/// The tables of one game: what Tablebase does, whichever game it is. Thread-safe.
class SliceTables {
 public:
  SliceTables(TableFolders folders, const TablebaseOptions& options)
      : folders_{std::move(folders)},
        dtc_required_{options.dtc_required},
        cache_{options.cache_bytes} {}
  virtual ~SliceTables() = default;

  const TableFolders& folders() const { return folders_; }
  virtual Variant variant() const = 0;
  virtual Result<Value> wdl(const Position& pos) const = 0;
  virtual Result<Probe> probe(const Position& pos) const = 0;
  virtual Result<std::vector<ProbedMove>> moves(const Position& pos) const = 0;
  virtual Result<CountedProbe> probe(const Position& pos, const Count& count) const = 0;
  virtual Result<std::vector<CountedMove>> moves(const Position& pos, const Count& count) const = 0;
  virtual Result<Ending> ending(const Position& pos) const = 0;

 protected:
  bool dtc_required() const { return dtc_required_; }
  /// Opens a table; `number` tells it apart in the cache. Errors as for Table::open.
  Result<CachedTable> open(const TableId& id, std::uint32_t number) const;

 private:
  TableFolders folders_;
  bool dtc_required_;
  mutable PageCache cache_;  // what it holds is no part of a tablebase's state
};

}  // namespace damiera
