// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace damiera {

/// What a probe may wait for.
enum class Reading : std::uint8_t {
  any,        ///< it opens, reads and decodes what it needs
  in_memory,  ///< it fails with not_in_memory rather than do any of that, and takes no lock: blocks
              ///< have to be in the cache; of tables read in place the pages that are needed (64
              ///< KiB of the file each) must have been read before by this tablebase. These belong
              ///< to the system's file cache, which may have dropped them: it is not asked, since
              ///< that takes longer than the probe
};

}  // namespace damiera
