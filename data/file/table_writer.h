// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "data/file/cell_order.h"
#include "data/file/outcome.h"
#include "data/file/table_info.h"
#include "rules/result.h"

namespace damiera {

/// Positions in every block of a table but the last. A decoded WDL block fits in the first-level
/// cache; twice as many save 6% of the WDL files, and half as many cost 8%.
inline constexpr std::uint32_t block_positions = 1 << 15;

/// The most positions of a table. With more, the directory of its blocks, at about seven bytes a
/// block, would be longer than the 32 bits that a header has for its length can say.
inline constexpr std::uint64_t most_positions = std::uint64_t{1} << 44;

/// Encodes one block of a table. The bytes depend on the arguments only, so that many threads can
/// encode blocks in any order. Requires a decided outcome for each position of the block.
std::vector<std::byte> encode_block(Metric metric, std::span<const Outcome> outcomes);

/// The layout of a file; by default the layout of a built table.
struct TableForm {
  Coding coding = Coding::runs;
  CellLayout layout = {};
  std::uint32_t block_positions = damiera::block_positions;  ///< values in every block but the last
  std::vector<std::byte> model = {};                         ///< needed to decode blocks
};

/// Writes one table file. The file gets its name only when it is complete and on disk; the
/// destructor removes an unfinished file. One thread at a time.
class TableWriter {
 public:
  /// Makes the folders and the file, which is called `.KKvKM.wdl.<process id>-<number>.part` until
  /// it is finished. Errors, as for all functions: io; the message names the file and the cause.
  static Result<TableWriter> create(const std::filesystem::path& folder, const TableInfo& info,
                                    const TableForm& form = {});
  /// Like create(), for a table of a draw count that needs no blocks: Table::is_as_without_count.
  static Result<TableWriter> create_without_blocks(const std::filesystem::path& folder,
                                                   const TableInfo& info);
  /// Like create(), for a table whose values are derived from moves: Table::is_searched.
  static Result<TableWriter> create_searched(const std::filesystem::path& folder,
                                             const TableInfo& info);
  TableWriter(TableWriter&&) noexcept;
  TableWriter& operator=(TableWriter&&) noexcept;
  ~TableWriter();

  const TableId& id() const;
  /// Appends the next block, made by encode_block(), or the next page of a file read in place.
  /// After an error the writer may only be destroyed.
  Result<void> add(std::span<const std::byte> block);
  /// Requires that all blocks have been added. Syncs the file, renames it, syncs the folder.
  Result<void> finish();

 private:
  struct File;
  explicit TableWriter(std::unique_ptr<File> file);
  static Result<TableWriter> create(const std::filesystem::path& folder, const TableInfo& info,
                                    const TableForm& form, std::uint64_t blocks);
  std::unique_ptr<File> file_;
};

}  // namespace damiera
