// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "data/trees/cell_planes.h"
#include "data/trees/neighbours.h"

namespace damiera {

/// The moves of cells by shifts of an order's last group, within a row: the cells that differ only
/// in the choice of this group. A part is up to 64 cells of a row, or several short rows. Moves are
/// found at their first use. One thread at a time.
class RowMoves {
 public:
  static constexpr int bits = 64;

  /// Both must outlive this.
  RowMoves(const CellOrder& order, const FeatureSet& features);

  /// Whether `shift` is a shift of the last group.
  bool has(int shift) const {
    return static_cast<std::size_t>(shift) < features_.shifts().size() &&
           features_.shifts()[static_cast<std::size_t>(shift)].group + 1 == order_.groups().size();
  }
  /// The number of cells in a row.
  std::uint64_t row() const { return row_; }
  /// For each cell of a block, the answer of the cell to which a shift of the last group leads.
  /// Cells before the block are included if they are in its first row. `plain` has the answers of
  /// the cells themselves, `begin` is the number of the first cell, `size` the number of cells.
  /// `back`: only answers of cells that come before. Requires has(shift).
  CellPlanes moved(int shift, bool back, const CellPlanes& plain, std::uint64_t begin,
                   std::int64_t size);

 private:
  // The cells whose bits are in `mask` move by `by` cells.
  struct Move {
    std::int64_t by;
    std::uint64_t mask;
  };

  // The moves of the part of a row that begins with cell `first`.
  const std::vector<Move>& moves(int shift, std::uint64_t first);
  std::vector<Move> find(const FeatureSet::Shift& shift, std::uint64_t first) const;

  const CellOrder& order_;
  const FeatureSet& features_;
  std::uint64_t row_;
  int rows_at_once_;                                                  // rows in a part
  std::vector<std::vector<std::optional<std::vector<Move>>>> moves_;  // by shift and part
};

}  // namespace damiera
