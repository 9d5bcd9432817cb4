// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace damiera {

/// One part of some work, by its number; called by many threads at once.
using WorkPart = std::function<void(std::size_t part)>;
/// Does parts 0 to `count` - 1, each once and in any order, by any number of threads; returns when
/// all are done. This room computes with no threads of its own: a caller that has threads passes
/// them in.
using Workers = std::function<void(std::size_t count, const WorkPart& work)>;

/// Does all parts in the calling thread.
inline void one_worker(std::size_t count, const WorkPart& work) {
  for (std::size_t part = 0; part < count; ++part) work(part);
}

/// Calls make(part) for all parts on the workers, and take(part, what was made) for one part after
/// the other in the calling thread. Ends when take() returns false. At most 64 results wait to be
/// taken.
template <class Make, class Take>
void in_order(const Workers& workers, std::size_t count, const Make& make, const Take& take) {
  constexpr std::size_t at_once = 64;
  for (std::size_t begin = 0; begin < count; begin += at_once) {
    std::vector<std::optional<decltype(make(begin))>> made(std::min(at_once, count - begin));
    workers(made.size(), [&](std::size_t n) { made[n] = make(begin + n); });
    for (std::size_t n = 0; n < made.size(); ++n) {
      if (!take(begin + n, *made[n])) return;
      made[n].reset();  // what is taken is not held twice
    }
  }
}

}  // namespace damiera
