// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "data/file/table_info.h"

namespace damiera {

/// Counts over slices.
struct Totals {
  std::uint64_t positions = 0, wins = 0, draws = 0, losses = 0, captures = 0;

  void add(const TableInfo& info);
  void add(const Totals& other);
};

/// A position with the longest distance of its slice, in the metric of the table.
struct Longest {
  int plies = 0;
  std::string fen;  ///< with White to move; empty if nothing is won or lost without a capture
};

/// The longest distance by the table's header, in the notation of `game`. The table must hold the
/// values of this game.
Longest longest_of(const TableInfo& info, Variant game);

/// The members "positions", "wins", "draws", "losses", "captures".
nlohmann::ordered_json to_json(const Totals& totals);
/// The members "longest_dtc", or another name given by `member`, and "longest_fen", null if there
/// is none.
void add_longest(nlohmann::ordered_json& object, const Longest& longest,
                 const char* member = "longest_dtc");

/// Sums over slices with one number of pieces.
struct PieceCount {
  Totals totals;
  Longest longest;  ///< of wins and losses without capture
};

/// The sums of tables, by number of pieces, in the notation of `game`.
std::map<int, PieceCount> by_pieces(std::span<const TableInfo> tables, Variant game);
/// The same as an array of objects with "pieces", the members of totals and of add_longest().
nlohmann::ordered_json rows_by_pieces(std::span<const TableInfo> tables, Variant game,
                                      const char* longest);

}  // namespace damiera
