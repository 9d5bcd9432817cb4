#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "indexing/index.h"
#include "indexing/material.h"

namespace damiera {

/// What a table tells of each position. The numbers stand in headers: never renumber.
enum class Metric : std::uint8_t {
  wdl = 0,  ///< win, draw or loss
  dtc = 1,  ///< distance to conversion of wins and losses, in plies; read beside the WDL table
};

constexpr std::string_view name(Metric m) { return m == Metric::wdl ? "wdl" : "dtc"; }

/// How a table file stores its values. The numbers stand in headers: never renumber.
enum class Coding : std::uint8_t {
  runs = 0,   ///< as built: compressed runs, block by block, in the order of Index
  spans = 1,  ///< packed `fast`: read in place, in an order of cells
  tree = 2,   ///< packed `small`: predicted and coded block by block, in an order of cells
};

/// Which table: one slice of one game, and one metric.
struct TableId {
  Variant variant;
  Material material;
  Metric metric;

  auto operator<=>(const TableId&) const = default;
};

/// "italian/KKMvKM.wdl": the name of a table, and its path within a folder of tables.
std::string name(const TableId& id);

/// What a header says of its table beyond its identity.
struct TableInfo {
  TableId id;
  std::uint64_t positions;            ///< of the slice, captures included
  std::uint64_t wins, draws, losses;  ///< over all positions; they sum to `positions`
  std::uint64_t captures;             ///< positions with a capture, whose values are not stored
  int longest_plies;                  ///< longest distance to conversion of a position
                                      ///< without capture; 0 if all are draws or captures
  Index longest;                      ///< the first position with that distance

  bool operator==(const TableInfo&) const = default;
};

}  // namespace damiera
