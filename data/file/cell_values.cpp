#include "data/file/cell_values.h"

#include <algorithm>

namespace damiera {

CellValues::CellValues(const Rules& rules, const Material& m, bool few) : order_{rules, m, {}} {
  if (!few) {
    wide_.assign(order_.cells(), dont_care);
    return;
  }
  words_ = decltype(words_)(order_.cells() / in_word + 1);
  for (auto& word : words_) word.store(~std::uint64_t{0}, std::memory_order_relaxed);
}

void CellValues::gather(std::uint64_t from, std::span<const std::uint64_t> offsets,
                        std::span<std::uint16_t> values) const {
  if (!has_few_values()) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = wide_[from + offsets[i]];
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t cell = from + offsets[i];
    values[i] = few(words_[cell / in_word].load(std::memory_order_relaxed), cell);
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
