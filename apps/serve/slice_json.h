// SPDX-License-Identifier: MIT
#pragma once

#include "answers/json.h"
#include "apps/serve/file_sums.h"
#include "indexing/material.h"

namespace damiera {

/// What the headers of a slice's tables say: positions, wins, draws and losses, the longest
/// distances, each with a position, and the effect of the usual draw count. A member is null if no
/// table gives it. Errors: missing_table; as for Table::open.
Result<Json> slice_json(const Tablebase& tables, const Material& material);

/// The tables of a game, by name, with their sizes in bytes, and up to how many pieces values and
/// distances of all positions are known.
Json tables_json(const Tablebase& tables);

/// Sizes and checksums of these tables, as checksums.txt in their folders says; a table that is not
/// listed there is asked of `sums`. Errors: missing_table; io; try_again once `tables` is over or
/// at `deadline`.
Result<ChecksumList> served_checksums(const Tablebase& tables, FileSums& sums,
                                      FileSums::Time deadline);

/// What the page needs to know about a game: its names, its board with the name of each square, who
/// begins, its draw count, and how far the tables reach.
Json game_json(const Tablebase& tables);

}  // namespace damiera
