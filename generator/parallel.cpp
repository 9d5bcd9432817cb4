#include "generator/parallel.h"

#include <tbb/parallel_for.h>

namespace damiera {

void for_each_part(std::uint64_t count, std::uint64_t grain,
                   const std::function<void(std::uint64_t, std::uint64_t)>& body) {
  // Its own context: in the context of an outer loop, an error in another body of that loop would
  // make this one return with parts undone.
  tbb::task_group_context apart{tbb::task_group_context::isolated};
  tbb::parallel_for(
      tbb::blocked_range<std::uint64_t>{0, count, grain},
      [&](const auto& range) { body(range.begin(), range.end()); }, apart);
}

void for_each_number(std::uint64_t count, const std::function<void(std::uint64_t)>& body) {
  for_each_part(count, 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t n = begin; n < end; ++n) body(n);
  });
}

}  // namespace damiera
