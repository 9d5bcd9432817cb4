// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <unordered_map>

namespace damiera {

/// Grants each address `rate` requests a second, and `burst` at once. A request that turns out to
/// count as several is charged afterwards, so an address can owe requests. Thread-safe. Remembers a
/// bounded number of addresses. To make room it forgets those that have their full burst, or all
/// addresses if there are none of these.
class RateLimiter {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// A rate of 0 grants everything.
  RateLimiter(double rate, double burst) : rate_{rate}, burst_{burst} {}

  bool grants(const std::string& address, Time now);
  /// Takes `requests` more from what the address has left, which may become negative. Nothing is
  /// granted until it has a whole request left again.
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
