// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

namespace damiera {

/// A value that is made at its first use, by one thread while the others wait. Later reads take no
/// lock.
template <class T>
class Lazy {
 public:
  /// The value; make() is called if there is none yet. If make() throws, the next call tries again.
  template <class Make>
  const T& get(const Make& make) const {
    if (const T* made = made_.load(std::memory_order_acquire)) return *made;
    const std::scoped_lock lock{mutex_};
    if (!value_) value_.emplace(make());
    made_.store(&*value_, std::memory_order_release);
    return *value_;
  }
  /// The value if it has been made, else null. Never waits.
  const T* made() const { return made_.load(std::memory_order_acquire); }

 private:
  mutable std::atomic<const T*> made_ = nullptr;
  mutable std::mutex mutex_;
  mutable std::optional<T> value_;
};

}  // namespace damiera
