#include "generator/plan/uses.h"

#include <algorithm>

namespace damiera {

Uses::Uses(std::span<const SlicePair> pairs,
           const std::function<std::set<Material>(const SlicePair&)>& needed) {
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    numbers_[pairs[n]] = n;
    for (const Material& m : needed(pairs[n])) uses_[m].push_back(n);
  }
}

std::size_t Uses::next(const Material& m) const {
  const auto found = uses_.find(m);
  if (found == uses_.end()) return never;
  const auto later = std::ranges::upper_bound(found->second, now_);
  return later == found->second.end() ? never : *later;
}

}  // namespace damiera
