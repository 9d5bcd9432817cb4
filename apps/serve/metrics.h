// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace damiera {

/// What a server counts while it runs. Thread-safe.
class Metrics {
 public:
  /// Counts a request that was answered with this status after the time `took`.
  void add_request(int status, std::chrono::nanoseconds took);
  void add_connection() { ++connections_, ++open_; }
  void remove_connection() { --open_; }
  /// Counts a connection that was refused because there were too many.
  void add_refused() { ++refused_; }

  std::uint64_t requests() const;
  /// The counters in the text format of Prometheus. `blocks` is the number of table blocks that
  /// were decoded.
  std::string text(std::uint64_t blocks) const;

 private:
  using Number = std::atomic<std::uint64_t>;

  /// Bounds of the histogram in microseconds; slower requests count as +Inf.
  static constexpr std::array<std::uint64_t, 8> bounds{100,    300,     1'000,   3'000,
                                                       10'000, 100'000, 300'000, 1'000'000};
  std::array<Number, 6> by_class_{};  // [2]: statuses 200 to 299
  std::array<Number, bounds.size() + 1> by_time_{};
  Number nanoseconds_{0}, connections_{0}, open_{0}, refused_{0};
};

}  // namespace damiera
