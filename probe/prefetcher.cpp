#include "probe/prefetcher.h"

namespace damiera {

Prefetcher::~Prefetcher() {
  {
    const std::scoped_lock lock{mutex_};
    over_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

bool Prefetcher::add(const Wish& wish) {
  {
    const std::scoped_lock lock{mutex_};
    if (waiting_.size() >= most_waiting) return false;
    if (!thread_.joinable()) thread_ = std::thread{[this] { work(); }};
    waiting_.push_back(wish);
  }
  changed_.notify_one();
  return true;
}

void Prefetcher::work() {
  while (const auto wish = next()) read_(*wish);
}

// Waits for a wish; returns nothing when the prefetcher is being destroyed.
std::optional<Prefetcher::Wish> Prefetcher::next() {
  std::unique_lock lock{mutex_};
  changed_.wait(lock, [&] { return over_ || !waiting_.empty(); });
  if (over_) return {};
  const Wish wish = waiting_.front();
  waiting_.pop_front();
  return wish;
}

}  // namespace damiera
