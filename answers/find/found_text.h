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

/// The members and columns: the value with unlimited moves; distances in plies, null or empty of
/// draws and where there are no tables of them; and the value under a count, if `count` is given.
/// In PDN a position whose distances are not known comes without moves. Thread-safe. `tables` was
/// opened with distances required. Errors: as for Tablebase::probe.
Result<std::string> found_text(const Tablebase& tables, const Place& place, const Position& pos,
                               FindFormat format, std::optional<int> count);

}  // namespace damiera
