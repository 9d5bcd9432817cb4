#include "probe/prefetcher.h"

#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace damiera {

struct Prefetcher::Queue {
  explicit Queue(Read r) : read{std::move(r)} {}

  void work() {
    while (const auto wish = next()) read(*wish);
  }
  // Waits for a wish; returns nothing when the prefetcher is being destroyed.
  std::optional<Wish> next() {
    std::unique_lock lock{mutex};
    changed.wait(lock, [&] { return over || !waiting.empty(); });
    if (over) return {};
    const Wish wish = waiting.front();
    waiting.pop_front();
    return wish;
  }

  const Read read;
  std::mutex mutex;  // of what follows
  std::condition_variable changed;
  std::deque<Wish> waiting;
  bool over = false;
  std::thread thread;
  pid_t process = 0;  // in which the thread runs
};

Prefetcher::Prefetcher(Read read) : queue_{std::make_unique<Queue>(std::move(read))} {}

Prefetcher::~Prefetcher() {
  if (!queue_->thread.joinable()) return;
  // fork() leaves a child without the thread, and with locks that may be held for ever.
  if (queue_->process != getpid()) {
    static_cast<void>(queue_.release());
    return;
  }
  {
    const std::scoped_lock lock{queue_->mutex};
    queue_->over = true;
  }
  queue_->changed.notify_one();
  queue_->thread.join();
}

bool Prefetcher::add(const Wish& wish) {
  {
    const std::scoped_lock lock{queue_->mutex};
    if (queue_->waiting.size() >= most_waiting) return false;
    if (!queue_->thread.joinable()) {
      queue_->thread = std::thread{[queue = queue_.get()] { queue->work(); }};
      queue_->process = getpid();
    }
    queue_->waiting.push_back(wish);
  }
  queue_->changed.notify_one();
  return true;
}

}  // namespace damiera
