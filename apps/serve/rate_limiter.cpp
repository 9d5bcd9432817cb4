#include "apps/serve/rate_limiter.h"

#include <algorithm>

namespace damiera {

bool RateLimiter::grants(const std::string& address, Time now) {
  if (rate_ <= 0) return true;
  const std::scoped_lock lock{mutex_};
  double& left = bucket(address, now).left;
  if (left < 1) return false;
  --left;
  return true;
}

void RateLimiter::charge(const std::string& address, std::size_t requests, Time now) {
  if (rate_ <= 0) return;
  const std::scoped_lock lock{mutex_};
  bucket(address, now).left -= static_cast<double>(requests);
}

std::chrono::duration<double> RateLimiter::wait(const std::string& address, Time now) {
  if (rate_ <= 0) return {};
  const std::scoped_lock lock{mutex_};
  return std::chrono::duration<double>{std::max(0.0, 1 - bucket(address, now).left) / rate_};
}

/// What an address has left now.
RateLimiter::Bucket& RateLimiter::bucket(const std::string& address, Time now) {
  if (buckets_.size() >= most_addresses && !buckets_.contains(address)) forget(now);
  Bucket& found = buckets_.try_emplace(address, Bucket{burst_, now}).first->second;
  return found = {refilled(found, now), now};
}

double RateLimiter::refilled(const Bucket& bucket, Time now) const {
  const std::chrono::duration<double> passed = now - bucket.filled;
  return std::min(burst_, bucket.left + passed.count() * rate_);
}

void RateLimiter::forget(Time now) {
  std::erase_if(buckets_, [&](const auto& entry) { return refilled(entry.second, now) >= burst_; });
  if (buckets_.size() >= most_addresses) buckets_.clear();
}

}  // namespace damiera
