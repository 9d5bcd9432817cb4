#include "generator/levels/block_parts.h"

#include <algorithm>

namespace damiera {

std::size_t size_of(const BlockParts& parts) {
  std::size_t size = 0;
  for (const auto& part : parts) size += part.size();
  return size;
}

std::size_t size_of(std::uint64_t begin, std::uint64_t end, const PartsOfBlock& parts_of) {
  std::size_t size = 0;
  for (std::uint64_t place = begin; place < end; ++place) size += size_of(parts_of(place));
  return size;
}

void append_blocks(std::uint64_t begin, std::uint64_t end, const PartsOfBlock& parts_of,
                   std::vector<std::byte>& out) {
  for (std::uint64_t place = begin; place < end; ++place)
    for (const auto& part : parts_of(place)) out.insert(out.end(), part.begin(), part.end());
}

void copy_to_blocks(std::span<const std::byte> bytes, std::uint64_t begin, std::uint64_t end,
                    const PartsOfBlock& parts_of) {
  auto from = bytes.begin();
  for (std::uint64_t place = begin; place < end; ++place)
    for (const auto& part : parts_of(place)) {
      std::copy_n(from, part.size(), part.begin());
      from += static_cast<std::ptrdiff_t>(part.size());
    }
}

}  // namespace damiera
