// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "data/file/cell_order.h"
#include "data/file/table_info.h"
#include "rules/result.h"

namespace damiera {

/// The header of a table file, see FORMAT.md.
inline constexpr std::size_t header_bytes = 112;
inline constexpr int format_version = 1;
inline constexpr std::uint32_t max_block_positions = 1 << 20;
/// The most values in a block of trees: fewer for distances, each of which takes several guesses to
/// decode.
constexpr std::uint32_t most_block_values(Metric metric) {
  return holds_values(metric) ? 1U << 18 : 1U << 16;
}

struct Header {
  TableInfo info;
  Coding coding;
  CellLayout layout;
  std::uint32_t block_positions;  ///< values in every block but the last
  std::uint32_t block_count;
  std::uint64_t file_bytes;
  std::uint32_t directory_bytes;
  std::uint64_t directory_checksum;

  bool operator==(const Header&) const = default;
};

/// The number of values of a file: one for each position of the slice, or for each cell of its
/// order.
std::uint64_t count_values(const TableId& id, Coding coding, const CellLayout& layout);

/// The number of blocks that hold `positions` if each has `in_each` of them; the last block may
/// have fewer.
constexpr std::uint64_t blocks_for(std::uint64_t positions, std::uint32_t in_each) {
  return positions / in_each + (positions % in_each != 0);
}

/// Returns exactly header_bytes bytes.
std::vector<std::byte> encode_header(const Header& header);

/// Reads the header of a whole file and checks that it is the table of `id`. Also checks its sizes:
/// the directory lies within the file.
/// Errors: corrupt; foreign_table. They name `path`, the field, and what was found and expected.
Result<Header> decode_header(std::span<const std::byte> file, const TableId& id,
                             const std::filesystem::path& path);

}  // namespace damiera
