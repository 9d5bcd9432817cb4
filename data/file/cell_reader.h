// SPDX-License-Identifier: MIT
#pragma once

#include "data/file/cell_values.h"
#include "data/file/few_values.h"

namespace damiera {

/// Reads values of cells in any order. Thread-safe. Tables inside take eight bytes for each choice
/// of a group, and for each number of a learned order.
class CellReader {
 public:
  /// `values`: of the slice that is in this order; must outlive this.
  CellReader(const CellValues& values, const CellOrder& order);

  /// The number of cells.
  std::uint64_t cells() const { return cells_; }
  /// The values of `size` cells from number `begin` on, or of all that are left if they are fewer.
  std::vector<std::uint16_t> cells(std::uint64_t begin, std::uint64_t size) const;
  /// The same. Requires values 0, 1 and 2.
  FewValues few(std::uint64_t begin, std::uint64_t size) const;

 private:
  using Offsets = std::vector<std::uint64_t>;

  // Of one group, or of what several choose together: where its choices lie in the other order.
  struct Part {
    std::uint64_t stride;  // cells for each choice, in the order of this reader
    Offsets offsets;
  };
  std::uint64_t begin_of_row(std::uint64_t cell) const;
  // Calls read(place of the first one, where its row lies, offsets there) for the cells of each
  // row.
  template <class Read>
  void each_row(std::uint64_t begin, std::uint64_t size, const Read& read) const;

  const CellValues& values_;
  std::uint64_t cells_;
  std::vector<Part> slow_;  // the slowest first
  Offsets row_;             // of what comes after these
};

}  // namespace damiera
