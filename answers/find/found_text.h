// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "answers/find/finder.h"

namespace damiera {

/// How positions are written.
enum class FindFormat : std::uint8_t {
  fen,    ///< one line: the position with White to move
  csv,    ///< one line of found_csv_header
  json,   ///< one line: an object with "slice", "number", "fen", "wdl", "dtc", "dtw", "count"
  pdn,    ///< a game: best play from the position
  count,  ///< not at all
};

inline constexpr std::string_view found_csv_header = "slice,number,fen,wdl,dtc,dtw,count";

/// A found position in one of these formats. JSON members and CSV columns are: the value with
/// unlimited moves; the distances in plies, null or empty for draws and where no table has them;
/// and the value under a count, if `count` is given. In PDN, a position without known distances has
/// no moves. Thread-safe. Requires that `tables` was opened with distances required. Errors: as for
/// Tablebase::probe.
Result<std::string> found_text(const Tablebase& tables, const Place& place, const Position& pos,
                               FindFormat format, std::optional<int> count);

}  // namespace damiera
