// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <fstream>
#include <thread>

namespace damiera {

/// Bytes of files that are mapped in this process.
inline std::size_t mapped_bytes() {
  std::size_t pages = 0;
  std::ifstream statm{"/proc/self/statm"};
  for (int field = 0; field < 3; ++field) statm >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Waits until fewer bytes are mapped, but not for ever.
inline bool falls_below(std::size_t bytes) {
  using Clock = std::chrono::steady_clock;
  for (const auto end = Clock::now() + std::chrono::seconds{20}; Clock::now() < end;) {
    if (mapped_bytes() < bytes) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
  return false;
}

}  // namespace damiera
