// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace damiera {

/// Solvers that wait for their next block: their memory is most of the cost of a small one.
/// Thread-safe; each solver is used by one thread at a time.
template <class S>
class IdleSolvers {
 public:
  /// Calls use(solver) with a solver that is idle, or else with a new one, S{arguments...}.
  template <class Use, class... Arguments>
  void with_one(const Use& use, const Arguments&... arguments) {
    std::unique_ptr<S> solver = take();
    if (!solver) solver = std::make_unique<S>(arguments...);
    use(*solver);
    const std::scoped_lock lock{mutex_};
    idle_.push_back(std::move(solver));
  }

 private:
  std::unique_ptr<S> take() {
    const std::scoped_lock lock{mutex_};
    if (idle_.empty()) return nullptr;
    std::unique_ptr<S> solver = std::move(idle_.back());
    idle_.pop_back();
    return solver;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<S>> idle_;
};

}  // namespace damiera
