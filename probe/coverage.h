// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "probe/table_set.h"

namespace damiera {

/// Finds out whether the tables of a game answer every question about some slices. It remembers the
/// slices that it found covered, so make one for each question: tables may change in between.
class Coverage {
 public:
  explicit Coverage(const TableSet& tables) : tables_{tables} {}

  /// True if a probe for this metric finds every table that it may read, for each position of the
  /// slice: the slice's table, the WDL table that distances need, the tables that captures lead to,
  /// and, if the slice's values are derived from moves, the tables that moves lead to. True if a
  /// side has no pieces. Opens tables; one that cannot be opened covers nothing. After a false
  /// answer later answers have no meaning.
  bool covers(const TableId& id);

 private:
  bool covers_captures(const TableId& id);
  bool covers_search(const TableId& id);

  const TableSet& tables_;
  std::set<TableId> seen_;
};

}  // namespace damiera
