// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "data/trees/neighbours.h"

namespace damiera {

/// How shifts of an order's last group move the cells of a row, that is, of all that this group
/// chooses while the others stay. Found when first asked for. One thread at a time.
class RowMoves {
 public:
  static constexpr int bits = 64;
  /// The cells whose bits are in `mask` move by `by` cells.
  struct Move {
    std::int64_t by;
    std::uint64_t mask;
  };

  /// Both must outlive this.
  RowMoves(const CellOrder& order, const FeatureSet& features);

  /// Whether it is a shift of the last group.
  bool has(int shift) const {
    return static_cast<std::size_t>(shift) < features_.shifts().size() &&
           features_.shifts()[static_cast<std::size_t>(shift)].group + 1 == order_.groups().size();
  }
  /// Of cells 64 * chunk to 64 * chunk + 63 of a row. Requires has(shift).
  const std::vector<Move>& moves(int shift, std::uint64_t chunk) {
    auto& known = moves_[static_cast<std::size_t>(shift)][chunk];
    if (!known) known = find(features_.shifts()[static_cast<std::size_t>(shift)], chunk);
    return *known;
  }

 private:
  std::vector<Move> find(const FeatureSet::Shift& shift, std::uint64_t chunk) const;

  const CellOrder& order_;
  const FeatureSet& features_;
  std::vector<std::vector<std::optional<std::vector<Move>>>> moves_;  // by shift and chunk
};

}  // namespace damiera
