// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "data/trees/cell_planes.h"
#include "data/trees/neighbours.h"

namespace damiera {

/// How shifts of an order's last group move the cells of a row, that is, of all that this group
/// chooses while the others stay. A part is up to 64 cells of a row, or several short rows. Found
/// when first asked for. One thread at a time.
class RowMoves {
 public:
  static constexpr int bits = 64;

  /// Both must outlive this.
  RowMoves(const CellOrder& order, const FeatureSet& features);

  /// Whether it is a shift of the last group.
  bool has(int shift) const {
    return static_cast<std::size_t>(shift) < features_.shifts().size() &&
           features_.shifts()[static_cast<std::size_t>(shift)].group + 1 == order_.groups().size();
  }
  /// The number of cells in a row.
  std::uint64_t row() const { return row_; }
  /// What the cells of a block that a shift of the last group leads to answer, by the numbers of
  /// the cells that it leads from. Of the row that the block begins in also for cells before it.
  /// `plain`: what the cells answer themselves; `begin`: the first one's number, `size`: how many
  /// there are. `back`: only where a neighbour lies before the cell. Requires has(shift).
  CellPlanes moved(int shift, bool back, const CellPlanes& plain, std::uint64_t begin,
                   std::int64_t size);

 private:
  // The cells whose bits are in `mask` move by `by` cells.
  struct Move {
    std::int64_t by;
    std::uint64_t mask;
  };

  // Of a part of a row that begins with cell `first`.
  const std::vector<Move>& moves(int shift, std::uint64_t first);
  std::vector<Move> find(const FeatureSet::Shift& shift, std::uint64_t first) const;

  const CellOrder& order_;
  const FeatureSet& features_;
  std::uint64_t row_;
  int rows_at_once_;                                                  // in a part
  std::vector<std::vector<std::optional<std::vector<Move>>>> moves_;  // by shift and part
};

}  // namespace damiera
