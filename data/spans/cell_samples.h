// SPDX-License-Identifier: MIT
#pragma once

#include "data/file/cell_reader.h"
#include "data/file/cell_values.h"
#include "data/file/table_info.h"
#include "data/spans/code_trainer.h"
#include "data/spans/span_encoder.h"

namespace damiera {

static_assert(SpanEncoder::any == dont_care);

/// The values of a slice as a fast table stores them, in any order of the cells. A fast table
/// stores plies without saying whether they are of a win or a loss. Thread-safe.
class CellSamples {
 public:
  using Values = std::vector<std::uint16_t>;

  /// `values`: the values of the table `id`; they must outlive this object.
  CellSamples(const TableId& id, const CellValues& values) : id_{id}, values_{values} {}

  CellOrder order(const CellLayout& layout) const {
    return {rules_of(id_.variant), id_.material, layout};
  }

  CellReader reader(const CellOrder& order) const { return {values_, order}; }

  /// The values of `size` cells from number `begin` on, or of all that are left if they are fewer.
  Values cells(const CellReader& reader, std::uint64_t begin, std::uint64_t size) const {
    return stored(reader.cells(begin, size));
  }

  /// At most `most` windows of `size` cells. The cells are divided into equal parts, and each part
  /// has one window at a pseudo-random place: windows at equal distances could fall into step with
  /// the order of the cells.
  Windows windows(const CellOrder& order, std::uint64_t size, std::uint64_t most) const {
    const std::uint64_t all = (order.cells() + size - 1) / size, count = std::min(all, most);
    const CellReader from = reader(order);
    Windows windows;
    for (std::uint64_t n = 0; n < count; ++n) {
      constexpr std::uint64_t whole = 1 << 16, golden_section = 40503;  // of `whole`
      const std::uint64_t place = n * whole + n * golden_section % whole;
      windows.push_back(stored(from.sample(all * place / (count * whole) * size, size)));
    }
    return windows;
  }

  /// All values that matter, which are the same in any order, ascending; at least one value.
  Values alphabet() const {
    Values values = values_.alphabet();
    if (!holds_values(id_.metric)) {
      for (std::uint16_t& v : values) v >>= 1;
      values.erase(std::unique(values.begin(), values.end()), values.end());
    }
    if (values.empty()) values.push_back(0);
    return values;
  }

 private:
  // The values as a fast table stores them.
  Values stored(Values block) const {
    if (!holds_values(id_.metric))
      for (std::uint16_t& v : block) v = v == dont_care ? v : v >> 1;
    return block;
  }

  TableId id_;
  const CellValues& values_;
};

}  // namespace damiera
