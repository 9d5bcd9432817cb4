// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace damiera {

/// Lends objects that only one thread at a time may use. A thread borrows a free one, or a new one
/// if none is free, and returns it afterwards. Thread-safe.
template <class T>
class Lent {
 public:
  explicit Lent(std::function<T()> make) : make_{std::move(make)} {}

  /// Calls use(object) with a borrowed object.
  template <class Use>
  void with(const Use& use) {
    std::unique_ptr<T> one = take();
    use(*one);
    const std::scoped_lock lock{mutex_};
    free_.push_back(std::move(one));
  }

 private:
  std::unique_ptr<T> take() {
    {
      const std::scoped_lock lock{mutex_};
      if (!free_.empty()) {
        std::unique_ptr<T> one = std::move(free_.back());
        free_.pop_back();
        return one;
      }
    }
    return std::unique_ptr<T>(new T(make_()));  // not moved: T need not be movable
  }
  std::function<T()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;
};

}  // namespace damiera
