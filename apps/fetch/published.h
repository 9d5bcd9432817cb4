// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/file/table_info.h"
#include "rules/result.h"

namespace damiera {

/// A table as somebody publishes it.
struct PublishedTable {
  TableId id;
  std::uint64_t bytes;
  std::string sha256;  ///< 64 hexadecimal digits in lower case
};

/// The tables of a game that index.json lists, the file that `scripts/package tables` writes; what
/// has no name of a table of this game is left out. `place` is the file's name in messages. Errors:
/// corrupt, which names the member and what was expected there; foreign_table, if the tables are of
/// another format.
Result<std::vector<PublishedTable>> parse_index(std::string_view text, Variant variant,
                                                const std::string& place);

/// The sum of a file in the text that sha256sum writes. Errors: corrupt, if it has none.
Result<std::string> listed_sum(std::string_view sums, std::string_view file,
                               const std::string& place);

}  // namespace damiera
