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
  /// A DTC or DTW table packed small also needs the WDL table of its slice in the same folder.
  /// Errors: missing_table; foreign_table, if the header names another game, slice, metric or
  /// version (the message says which field); corrupt; io.
  static Result<Table> open(const std::filesystem::path& folder, const TableId& id);

  const TableInfo& info() const;
  const std::filesystem::path& path() const;
  std::uint64_t bytes() const;  ///< size of the file
  Coding coding() const;
  const CellLayout& layout() const;  ///< the order of the values; unused if coded as runs
  std::uint64_t blocks() const;
  std::uint32_t block_positions() const;  ///< values in every block but the last

  /// True for a table of a draw count that has no blocks, because its values, or its distances of
  /// wins and losses within the count, do not differ from the table without a count.
  bool is_as_without_count() const { return blocks() == 0 && !is_searched(); }
  /// True for a table that has no blocks because its values are derived from the moves of each
  /// position; the flipped slice's table then has blocks.
  bool is_searched() const { return coding() == Coding::searched; }

  /// Decodes block `n` of a table that holds values: the values from number n * block_positions()
  /// on, in Index order if coded as runs, else in the order of cells. `out` has one element for
  /// each value of the block. The values of positions with a capture, and of cells without a
  /// position, are arbitrary. Errors: corrupt (names the file and the block).
  Result<void> read(std::uint64_t n, std::span<Value> out) const;
  /// Decodes block `n` of a table of plies in the same way. A DTW table gives half of the plies,
  /// rounded down, since wins are odd and losses even. The numbers of draws and captures are
  /// arbitrary.
  Result<void> read(std::uint64_t n, std::span<std::uint16_t> out) const;
  /// Value number `n` of a table coded in spans: 0, 1, 2 for loss, draw and win in a WDL table,
  /// else plies. Decodes only this value. Errors as for read().
  Result<unsigned> value(std::uint64_t n) const;
  /// True if this table or a copy has already read and checked all pages that value(n) needs. The
  /// system may have dropped them from memory since.
  bool has_read(std::uint64_t n) const;
  /// Prefetches into the processor's cache the bytes that value(n) reads first. Thread-safe.
  void prefetch_place(std::uint64_t n) const;
  /// Prefetches the other bytes that value(n) reads, if they are in memory. Thread-safe.
  void prefetch(std::uint64_t n) const;
  /// Reads and checks all pages of a table coded in spans. Errors: corrupt.
  Result<void> read_pages() const;
  /// The number of values in block `n`.
  std::uint32_t positions_in(std::uint64_t n) const;
  /// Reads and decodes block `n` without keeping its values. Errors: corrupt.
  Result<void> check(std::uint64_t n) const;
  /// Checks every block: its checksum, and that it decodes. Errors: corrupt.
  Result<void> check() const;

 private:
  struct File;
  explicit Table(std::shared_ptr<const File> file) : file_{std::move(file)} {}
  std::shared_ptr<const File> file_;
};

/// The coding that the header of a file names; nothing if the header is unsound.
std::optional<Coding> coding_of(const std::filesystem::path& folder, const TableId& id);

}  // namespace damiera
