// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace damiera {

/// What a probe may wait for.
enum class Reading : std::uint8_t {
  any,        ///< it opens, reads and decodes what it needs
  in_memory,  ///< it takes no lock and fails with not_in_memory if it would have to open, read,
              ///< decode, or number a slice: blocks must be in the cache; for tables as built, a
              ///< probe that reads must have numbered the slice; for tables read in place, this
              ///< tablebase must have read the 64 KiB parts of the file that are needed. The system
              ///< may have dropped these from its file cache; asking would take longer than the
              ///< probe
};

}  // namespace damiera
