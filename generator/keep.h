// SPDX-License-Identifier: MIT
#pragma once

namespace damiera {

/// What is kept of a pair's outcomes until its tables are written.
enum class Keep {
  distances,  ///< all of them: two bytes a position
  values,     ///< which positions have a capture: a bit a position; the values are known anyway
};

}  // namespace damiera
