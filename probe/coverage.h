// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "probe/table_set.h"

namespace damiera {

/// Whether the tables of a game answer every question about some slices. What was found covered is
/// not looked at again, so that one of these is made for each question.
class Coverage {
 public:
  explicit Coverage(const TableSet& tables) : tables_{tables} {}

  /// True if a probe for this metric finds what it reads, whatever the position of the slice: its
  /// table, the values that it is read beside, what captures lead to, and what a search looks at
  /// where values are searched. True if a side has no pieces. Opens tables; one that cannot be
  /// opened covers nothing. After a false answer the others say nothing.
  bool covers(const TableId& id);

 private:
  bool covers_captures(const TableId& id);
  bool covers_search(const TableId& id);

  const TableSet& tables_;
  std::set<TableId> seen_;
};

}  // namespace damiera
