// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <unordered_map>

namespace damiera {

/// Grants each address `rate` requests a second, and `burst` at once. What turns out to be worth
/// several requests is charged afterwards, on credit. Thread-safe. Remembers a bounded number of
/// addresses: when there are more, those that have not used up anything go, and if all have, all.
class RateLimiter {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// A rate of 0 grants everything.
  RateLimiter(double rate, double burst) : rate_{rate}, burst_{burst} {}

  bool grants(const std::string& address, Time now);
  /// Takes `requests` more from what the address has left, which may then be negative: nothing is
  /// granted until one is left again.
  void charge(const std::string& address, std::size_t requests, Time now);
  /// How long until the next one is granted.
  std::chrono::duration<double> wait(const std::string& address, Time now);

  static constexpr std::size_t most_addresses = 10'000;

 private:
  /// What an address has left.
  struct Bucket {
    double left;
    Time filled;
  };
  Bucket& bucket(const std::string& address, Time now);
  double refilled(const Bucket& bucket, Time now) const;
  void forget(Time now);

  double rate_, burst_;
  std::mutex mutex_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace damiera
