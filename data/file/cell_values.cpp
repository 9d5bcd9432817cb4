#include "data/file/cell_values.h"

#include <algorithm>

namespace damiera {

std::uint64_t CellValues::bytes_for(const CellOrder& order, bool few) {
  return few ? (order.cells() / in_word + 1) * sizeof(std::uint64_t)
             : order.cells() * sizeof(std::uint16_t);
}

Result<CellValues> CellValues::make(const Rules& rules, const Material& m, bool few,
                                    Memory& memory) {
  CellOrder order{rules, m, {}};
  auto stored = memory.allocate(bytes_for(order, few));
  if (!stored) return stored.error();
  return CellValues{std::move(order), *std::move(stored), few};
}

CellValues::CellValues(CellOrder order, Buffer stored, bool few)
    : order_{std::move(order)}, stored_{std::move(stored)} {
  if (few)
    words_ = stored_.as<std::uint64_t>();
  else
    wide_ = stored_.as<std::uint16_t>();
}

void CellValues::gather(std::uint64_t from, std::span<const std::uint64_t> offsets,
                        std::span<std::uint16_t> values) const {
  if (!has_few_values()) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = complement(wide_[from + offsets[i]]);
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t cell = from + offsets[i];
    values[i] = few(word(cell), cell);
  }
}

void CellValues::copy(std::uint64_t from, std::span<const std::uint64_t> offsets,
                      std::span<std::uint16_t> values) const {
  if (!stored_.is_in_file()) return gather(from, offsets, values);
  const auto stored = [&]<class T>(std::uint64_t number, T found) {
    stored_.copy(number * sizeof found, std::as_writable_bytes(std::span{&found, 1}));
    return found;
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t cell = from + offsets[i];
    values[i] = has_few_values() ? few(stored(cell / in_word, std::uint64_t{}), cell)
                                 : complement(stored(cell, std::uint16_t{}));
  }
}

std::vector<std::uint16_t> CellValues::alphabet() const {
  // The number of different values possible: the search stops when all have been seen.
  const std::size_t most = has_few_values() ? 3 : dont_care;
  std::vector<bool> seen(dont_care);
  std::size_t count = 0;
  for (std::uint64_t cell = 0; cell < order_.cells() && count < most; ++cell) {
    const std::uint16_t v = get(cell);
    if (v == dont_care || seen[v]) continue;
    seen[v] = true;
    ++count;
  }
  std::vector<std::uint16_t> values;
  for (std::size_t v = 0; v < seen.size(); ++v)
    if (seen[v]) values.push_back(static_cast<std::uint16_t>(v));
  return values;
}

}  // namespace damiera
