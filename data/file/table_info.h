// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "indexing/index.h"
#include "indexing/material.h"
#include "rules/result.h"
#include "rules/value.h"

namespace damiera {

/// The kind of number that a table has for each position. Headers hold these numbers: never
/// renumber.
enum class Metric : std::uint8_t {
  wdl = 0,          ///< win, draw or loss
  dtc = 1,          ///< distance to conversion of wins and losses, in plies; read with WDL
  dtw = 2,          ///< plies to the end of the game of wins and losses; read with WDL
  counted_wdl = 3,  ///< win, draw or loss under a draw count that starts at zero
  counted_dtc = 4,  ///< distance to conversion of these wins and losses under the count, in plies
};

/// True if the table holds a Value for each position, false if plies.
constexpr bool holds_values(Metric m) { return m == Metric::wdl || m == Metric::counted_wdl; }
/// The value for a number in a table of values: 0, 1 and 2 are loss, draw and win.
constexpr Value decoded_value(unsigned number) { return Value(static_cast<int>(number) - 1); }
/// True if the table is for a draw count.
constexpr bool is_counted(Metric m) { return m == Metric::counted_wdl || m == Metric::counted_dtc; }

constexpr std::string_view name(Metric m) {
  switch (m) {
    case Metric::wdl:
      return "wdl";
    case Metric::dtc:
      return "dtc";
    case Metric::dtw:
      return "dtw";
    case Metric::counted_wdl:
      return "counted wdl";
    case Metric::counted_dtc:
      return "counted dtc";
  }
  return {};
}

/// The longest draw count that a table can have, in moves by each side.
inline constexpr int max_count_moves = 255;

/// How a table file stores its values. The numbers stand in headers: never renumber.
enum class Coding : std::uint8_t {
  runs = 0,   ///< as built: compressed runs, block by block, in the order of Index
  spans = 1,  ///< packed `fast`: read in place, in an order of cells
  tree = 2,   ///< packed `small`: predicted and coded block by block, in an order of cells
  searched =
      3,  ///< not at all: a probe derives them from moves, most of which lead to the flipped slice
};

/// The identity of a table: game, slice, metric and count.
struct TableId {
  Variant variant;
  Material material;
  Metric metric;
  int count = 0;  ///< for counted metrics: moves by each side, 1 to max_count_moves; for others 0

  auto operator<=>(const TableId&) const = default;
};

/// The table of the slice's values with unlimited moves: trees of distances are read beside it.
constexpr TableId wdl_beside(const TableId& id) { return {id.variant, id.material, Metric::wdl}; }

/// "italian/KKMvKM.wdl", and "italian/KKMvKM.wdl40" for a count of 40 moves: the name of a table,
/// and its path within a folder of tables.
std::string name(const TableId& id);
/// The path of a table within a folder of tables: "tables/italian/KKMvKM.wdl".
std::filesystem::path table_path(const std::filesystem::path& folder, const TableId& id);

/// The error missing_table for a table that is in none of the folders.
Error no_such_table(const TableId& id);

/// The identity and statistics of a table, as in its header. In tables of a draw count, wins and
/// losses are those within the count, all other positions are draws, and distances are rule-aware.
struct TableInfo {
  TableId id;
  std::uint64_t positions;            ///< of the slice, captures included
  std::uint64_t wins, draws, losses;  ///< over all positions; they sum to `positions`
  std::uint64_t captures;             ///< positions with a capture, whose values are not stored
  int longest_plies;                  ///< longest distance of a position without capture, to the
                                      ///< end of the game in a DTW table, else to conversion;
                                      ///< 0 if all are draws or captures
  Index longest;                      ///< the first position with that distance

  bool operator==(const TableInfo&) const = default;
};

}  // namespace damiera
