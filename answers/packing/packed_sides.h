// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "answers/packing/pack_folder.h"

namespace damiera {

/// Which side of a pair of tables is left out of a folder: its values are searched.
class PackedSides {
 public:
  using Tables = std::set<TableId>;

  /// `tables` are all that are to be packed. The request must outlive this.
  PackedSides(const PackRequest& request, const std::vector<TableId>& tables);

  /// The tables that an earlier run left without values. is_packed(id, is_searched) tells whether
  /// the folder has the table as it would be packed now; `is_searched`: without values.
  Tables searched_before(const std::function<bool(const TableId&, bool)>& is_packed) const;
  /// The larger table of each pair, if both are packed by now and neither is in `before`. Error io
  /// if one of them has gone meanwhile.
  Result<Tables> to_search(const Tables& before) const;

 private:
  TableId chosen_by(TableId id) const;
  bool may_be_left_out(const TableId& id) const;

  const PackRequest& request_;
  Tables tables_;
  std::set<Material> counted_;
};

}  // namespace damiera
