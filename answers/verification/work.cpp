#include "answers/verification/work.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

namespace damiera {

void for_ranges(std::uint64_t n, std::uint64_t grain, const Part& part) {
  using Range = oneapi::tbb::blocked_range<std::uint64_t>;
  oneapi::tbb::parallel_for(Range{0, n, grain},
                            [&](const Range& range) { part(range.begin(), range.end()); });
}

}  // namespace damiera
