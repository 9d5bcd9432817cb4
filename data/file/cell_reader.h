// SPDX-License-Identifier: MIT
#pragma once

#include "data/file/cell_values.h"
#include "data/file/few_values.h"

namespace damiera {

/// Reads the values of a slice in any order of its cells. Thread-safe. Tables inside take eight
/// bytes for each choice of a group, and for each number of a learned order.
class CellReader {
 public:
  /// `values` and `order` are of the same slice; `values` must outlive this.
  CellReader(const CellValues& values, const CellOrder& order);

  /// The number of cells.
  std::uint64_t cells() const { return cells_; }
  /// The values of `size` cells from number `begin` on, or of all remaining cells if fewer.
  std::vector<std::uint16_t> cells(std::uint64_t begin, std::uint64_t size) const;
  /// The same, for a few cells of many: leaves a file of values unmapped.
  std::vector<std::uint16_t> sample(std::uint64_t begin, std::uint64_t size) const;
  /// The values of these cells in two bits each. Requires values 0, 1 and 2.
  FewValues few(std::uint64_t begin, std::uint64_t size) const;

 private:
  using Offsets = std::vector<std::uint64_t>;

  // The choices of one group, or the joint choices of several, with their offsets in `values`.
  struct Part {
    std::uint64_t stride;  // cells for each choice, in the order of this reader
    Offsets offsets;
  };
  std::uint64_t begin_of_row(std::uint64_t cell) const;
  // Calls read(number of the first cell, counted from `begin`; where its row begins in `values`;
  // the offsets of the cells from there) for each row, or part of a row, in the range.
  template <class Read>
  void each_row(std::uint64_t begin, std::uint64_t size, const Read& read) const;

  const CellValues& values_;
  std::uint64_t cells_;
  std::vector<Part> slow_;  // the slowest first
  Offsets row_;             // the offsets of the joint choices of the remaining groups
};

}  // namespace damiera
