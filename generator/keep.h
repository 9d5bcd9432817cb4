// SPDX-License-Identifier: MIT
#pragma once

namespace damiera {

/// The part of a pair's outcomes that is kept until its tables are written.
enum class Keep {
  distances,  ///< all of them: two bytes a position
  values,     ///< which positions have a capture: a bit a position; KnownValues has the values
};

}  // namespace damiera
