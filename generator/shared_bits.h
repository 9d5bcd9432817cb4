// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace damiera {

/// Sets bit n of `bits`, the lowest of each byte first, while other threads may be setting others.
inline void set_shared_bit(std::uint8_t* bits, std::uint64_t n) {
  // relaxed: or-ing bits commutes, and a join orders what is written and what is read
  std::atomic_ref{bits[n / 8]}.fetch_or(static_cast<std::uint8_t>(1 << n % 8),
                                        std::memory_order_relaxed);
}

}  // namespace damiera
