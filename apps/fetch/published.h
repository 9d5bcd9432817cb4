// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/file/table_info.h"
#include "rules/result.h"

namespace damiera {

/// A published table.
struct PublishedTable {
  TableId id;
  std::uint64_t bytes;
  std::string sha256;  ///< 64 hexadecimal digits in lower case
};

/// The tables of a game that index.json lists, the file that `scripts/package tables` writes;
/// entries that do not have the name of a table of this game are left out. `place` is the file's
/// name in messages. Errors: corrupt, which names the member and what was expected there;
/// foreign_table, if the tables are of another format.
Result<std::vector<PublishedTable>> parse_index(std::string_view text, Variant variant,
                                                const std::string& place);

/// The checksum of a file in a list written by sha256sum. Errors: corrupt, if the list has none.
Result<std::string> listed_sum(std::string_view sums, std::string_view file,
                               const std::string& place);

}  // namespace damiera
