// SPDX-License-Identifier: MIT
#pragma once

#include <oneapi/tbb/global_control.h>

#include "apps/terminal/resources.h"

namespace damiera {

/// Bounds the threads of the whole program as --threads says, as long as it lives.
class ThreadLimit {
 public:
  /// `threads` as for thread_count().
  explicit ThreadLimit(int threads)
      : limit_{oneapi::tbb::global_control::max_allowed_parallelism, thread_count(threads)} {}

 private:
  oneapi::tbb::global_control limit_;
};

}  // namespace damiera
