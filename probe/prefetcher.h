// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

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
  explicit Prefetcher(Read read) : read_{std::move(read)} {}
  Prefetcher(const Prefetcher&) = delete;
  Prefetcher& operator=(const Prefetcher&) = delete;
  /// Waits for the wish that is being read, and forgets the others.
  ~Prefetcher();

  /// Adds a wish; returns false if too many wait already.
  bool add(const Wish& wish);

 private:
  void work();
  std::optional<Wish> next();

  Read read_;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::deque<Wish> waiting_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace damiera
