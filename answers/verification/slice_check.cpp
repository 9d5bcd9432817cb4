#include "answers/verification/slice_check.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

namespace damiera {

SliceCheck joined(SliceCheck a, const SliceCheck& b) {
  a.counts.add(b.counts);
  if (b.longest_plies > a.longest_plies) {
    a.longest_plies = b.longest_plies;
    a.longest = b.longest;
  }
  a.wrong += b.wrong;
  for (const WrongValue& w : b.examples)
    if (a.examples.size() < SliceCheck::max_examples) a.examples.push_back(w);
  return a;
}

SliceCheck check_ranges(
    std::uint64_t n, std::uint64_t grain,
    const std::function<void(std::uint64_t first, std::uint64_t last, SliceCheck& found)>& check) {
  using Range = oneapi::tbb::blocked_range<std::uint64_t>;
  const auto check_range = [&](const Range& range, SliceCheck found) {
    check(range.begin(), range.end(), found);
    return found;
  };
  return oneapi::tbb::parallel_reduce(Range{0, n, grain}, SliceCheck{}, check_range, joined);
}

bool SliceCheck::agrees_with(const TableInfo& info, bool distances) const {
  return counts.positions == info.positions && counts.wins == info.wins &&
         counts.draws == info.draws && counts.losses == info.losses &&
         counts.captures == info.captures &&
         (!distances || (longest_plies == info.longest_plies && longest == info.longest));
}

}  // namespace damiera
