#include "data/file/checksum.h"

#include <xxhash.h>

namespace damiera {

std::uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace damiera
