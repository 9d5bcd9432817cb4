#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "data/table_info.h"
#include "rules/result.h"

namespace damiera {

/// What a table file begins with, see FORMAT.md. The numbers are those that stand there.
inline constexpr std::size_t header_bytes = 104;
inline constexpr std::size_t directory_entry_bytes = 12;
inline constexpr int format_version = 1;
inline constexpr std::uint32_t max_block_positions = 1 << 20;

struct Header {
  TableInfo info;
  std::uint32_t block_positions;
  std::uint32_t block_count;
  std::uint64_t file_bytes;
  std::uint64_t directory_checksum;

  bool operator==(const Header&) const = default;
  std::uint64_t directory_bytes() const {
    return directory_entry_bytes * std::uint64_t{block_count};
  }
};

/// Blocks of so many positions each that hold `positions`, the last perhaps with fewer.
constexpr std::uint64_t blocks_for(std::uint64_t positions, std::uint32_t in_each) {
  return positions / in_each + (positions % in_each != 0);
}

/// Exactly header_bytes.
std::vector<std::byte> encode_header(const Header& header);

/// Reads the header of `file`, all of whose bytes these are, and checks that it is the table of
/// `id`. What it promises of sizes then holds: the directory lies within the file.
/// Errors: corrupt; foreign_table. They name `path`, the field, and what was found and expected.
Result<Header> decode_header(std::span<const std::byte> file, const TableId& id,
                             const std::filesystem::path& path);

}  // namespace damiera
