// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "data/file/cell_order.h"
#include "data/file/table_info.h"
#include "rules/result.h"
#include "rules/value.h"

namespace damiera {

/// One table file, mapped into memory and read block by block. Copies share the mapping.
/// Thread-safe: reading changes nothing.
class Table {
 public:
  /// Opens the file of `id` below `folder`; checks header, directory and model, but no block.
  /// Distances packed small are read beside the WDL table of the slice in the same folder.
  /// Errors: missing_table; foreign_table, if the header names another game, slice, metric or
  /// version (the message says which field); corrupt; io.
  static Result<Table> open(const std::filesystem::path& folder, const TableId& id);

  const TableInfo& info() const;
  const std::filesystem::path& path() const;
  std::uint64_t bytes() const;  ///< size of the file
  Coding coding() const;
  const CellLayout& layout() const;  ///< the order of the values, unless they are coded as runs
  std::uint64_t blocks() const;
  std::uint32_t block_positions() const;  ///< values in every block but the last

  /// True of a table of a draw count that has no blocks: each position without capture has the
  /// value, or every win and loss within the count the distance, that the table without a count
  /// tells.
  bool is_as_without_count() const { return blocks() == 0 && !is_searched(); }
  /// True of a table that has no blocks because its values follow from the moves of each position;
  /// the flipped slice's table then has blocks.
  bool is_searched() const { return coding() == Coding::searched; }

  /// Decodes block `n` of a table that holds values: those from number n * block_positions() on, in
  /// Index order if they are coded as runs, else in the order of cells. `out` has one element for
  /// each value of the block. What stands for positions with a capture, and in cells without a
  /// position, is arbitrary. Errors: corrupt (names the file and the block).
  Result<void> read(std::uint64_t n, std::span<Value> out) const;
  /// The same for a table of plies; of a DTW table half of them, rounded down, since wins are odd
  /// and losses even. What stands for draws and captures is arbitrary.
  Result<void> read(std::uint64_t n, std::span<std::uint16_t> out) const;
  /// Value number `n` of a table coded in spans: 0, 1, 2 for loss, draw and win in a WDL table,
  /// else plies. Decodes nothing else. Errors as for read().
  Result<unsigned> value(std::uint64_t n) const;
  /// Whether value(n) finds all it needs among the pages that were read and checked before, by
  /// this table or a copy; the system may have dropped them from memory since.
  bool has_read(std::uint64_t n) const;
  /// Has the processor fetch what value(n) will read first. Thread-safe.
  void prefetch_place(std::uint64_t n) const;
  /// And the rest, if it is in memory. Thread-safe.
  void prefetch(std::uint64_t n) const;
  /// Reads and checks all pages of a table coded in spans. Errors: corrupt.
  Result<void> read_pages() const;
  /// Values in block `n`.
  std::uint32_t positions_in(std::uint64_t n) const;
  /// Reads block `n`, and drops what it holds. Errors: corrupt.
  Result<void> check(std::uint64_t n) const;
  /// Reads every block: its checksum, and whether it decodes. Errors: corrupt.
  Result<void> check() const;

 private:
  struct File;
  explicit Table(std::shared_ptr<const File> file) : file_{std::move(file)} {}
  std::shared_ptr<const File> file_;
};

/// How a file says that it is coded, by its header alone; nothing if that cannot be believed.
std::optional<Coding> coding_of(const std::filesystem::path& folder, const TableId& id);

}  // namespace damiera
