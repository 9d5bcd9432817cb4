// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "rules/position.h"

namespace damiera {

/// A queue of positions that a thread of its own probes, in order. Thread-safe.
class Prefetcher {
 public:
  struct Wish {
    Position pos;
    bool distances;
  };
  using Read = std::function<void(const Wish&)>;
  static constexpr std::size_t most_waiting = 4096;

  /// The thread calls `read` for each wish; it starts with the first one.
  explicit Prefetcher(Read read);
  Prefetcher(const Prefetcher&) = delete;
  Prefetcher& operator=(const Prefetcher&) = delete;
  /// Waits for the wish that is being read, and forgets the others. In a process made by fork() it
  /// waits for nothing, and frees nothing of what the thread of the first process uses.
  ~Prefetcher();

  /// Adds a wish; returns false if too many wait already.
  bool add(const Wish& wish);

 private:
  struct Queue;
  std::unique_ptr<Queue> queue_;
};

}  // namespace damiera
