#include "apps/serve/rate_limiter.h"

#include <algorithm>

namespace damiera {

bool RateLimiter::grants(const std::string& address, Time now) {
  if (rate_ <= 0) return true;
  const std::scoped_lock lock{mutex_};
  if (buckets_.size() >= most_addresses && !buckets_.contains(address)) forget(now);
  Bucket& bucket = buckets_.try_emplace(address, Bucket{burst_, now}).first->second;
  bucket = {refilled(bucket, now), now};
  if (bucket.left < 1) return false;
  --bucket.left;
  return true;
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
