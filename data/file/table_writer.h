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

/// The bytes that stand for one block of a table in its file. Depends on nothing but its
/// arguments, so that blocks can be encoded by many threads in any order.
/// Requires that all outcomes are decided, and as many of them as the block has positions.
std::vector<std::byte> encode_block(Metric metric, std::span<const Outcome> outcomes);

/// How a file is laid out: as built, unless it is packed.
struct TableForm {
  Coding coding = Coding::runs;
  CellLayout layout = {};
  std::uint32_t block_positions = damiera::block_positions;  ///< values in every block but the last
  std::vector<std::byte> model = {};                         ///< what blocks are decoded with
};

/// Writes one table file aside; it takes its name only when it is complete and on disk.
/// What was not finished is removed by the destructor. One thread at a time.
class TableWriter {
 public:
  /// Makes the folders and the file, which is called `.KKvKM.wdl.<process id>-<number>.part` until
  /// it is finished. Errors: io; the message names the file and says what the system said, as for all.
  static Result<TableWriter> create(const std::filesystem::path& folder, const TableInfo& info,
                                    const TableForm& form = {});
  /// The same for a table of a draw count that needs no blocks: Table::is_as_without_count.
  static Result<TableWriter> create_without_blocks(const std::filesystem::path& folder,
                                                   const TableInfo& info);
  /// The same for a table whose values are searched: Table::is_searched.
  static Result<TableWriter> create_searched(const std::filesystem::path& folder,
                                             const TableInfo& info);
  TableWriter(TableWriter&&) noexcept;
  TableWriter& operator=(TableWriter&&) noexcept;
  ~TableWriter();

  const TableId& id() const;
  /// Appends the next block, as encode_block made it, or the next page of a file read in place.
  /// After an error only destroy the writer.
  Result<void> add(std::span<const std::byte> block);
  /// Requires that all blocks were added. Syncs the file, renames it, syncs the folder.
  Result<void> finish();

 private:
  struct File;
  explicit TableWriter(std::unique_ptr<File> file);
  static Result<TableWriter> create(const std::filesystem::path& folder, const TableInfo& info,
                                    const TableForm& form, std::uint64_t blocks);
  std::unique_ptr<File> file_;
};

}  // namespace damiera
