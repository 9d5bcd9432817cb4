// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "data/file/table_info.h"
#include "rules/result.h"

namespace damiera {

/// The size and the checksum of a whole file.
struct FileSum {
  std::uint64_t bytes;
  std::uint64_t checksum;  ///< XXH3, 64 bits, seed 0

  bool operator==(const FileSum&) const = default;
};

/// Table files by name ("italian/KvK.wdl"), each with its size and checksum: the files in a folder,
/// or a list that somebody has published. FORMAT.md describes the text form; equal lists have equal
/// texts.
using ChecksumList = std::map<std::string, FileSum>;

/// The text of a list.
std::string to_text(const ChecksumList& list);

/// Reads a list. `path` is its name in messages. Errors: corrupt, with the number of the line and
/// what was expected there.
Result<ChecksumList> parse_checksums(std::string_view text, const std::filesystem::path& path);

/// Reads the list in a file. Errors: missing_table if there is no such file; corrupt; io.
Result<ChecksumList> read_checksums(const std::filesystem::path& path);

/// Reads the whole file of a table in `folder`. Errors: missing_table; io.
Result<FileSum> sum_file(const std::filesystem::path& folder, const TableId& id);
/// The list of these tables in `folder`. Errors: as for sum_file().
Result<ChecksumList> sum_files(const std::filesystem::path& folder, std::span<const TableId> ids);

}  // namespace damiera
