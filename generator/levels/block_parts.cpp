#include "generator/levels/block_parts.h"

#include <algorithm>

namespace damiera {

std::size_t size_of(const BlockParts& parts) {
  std::size_t size = 0;
  for (const auto& part : parts) size += part.size();
  return size;
}

FrameOfBlocks frame_at(std::uint64_t begin, std::size_t offset, std::uint64_t last,
                       const PartsOfBlock& parts_of) {
  const std::size_t first = size_of(parts_of(begin)), rest = first - offset;
  if (rest > frame_of_blocks_bytes) return {begin, begin, offset, frame_of_blocks_bytes};
  if (first > frame_of_blocks_bytes) return {begin, begin + 1, offset, rest};
  FrameOfBlocks frame{begin, begin, offset, 0};
  std::size_t next = rest;
  while (frame.size + next <= frame_of_blocks_bytes) {
    frame.size += next;
    if (++frame.end == last) break;
    next = size_of(parts_of(frame.end));
  }
  return frame;
}

FrameOfBlocks NumberedFrames::at(std::uint64_t number, const PartsOfBlock& parts_of) const {
  const std::uint64_t begin = number / parts_of_block() * blocks_in_frame();
  const std::uint64_t end = std::min(blocks_, begin + blocks_in_frame());
  const std::size_t offset = number % parts_of_block() * frame_of_blocks_bytes;
  return frame_at(begin, std::min(offset, size_of(parts_of(begin))), end, parts_of);
}

namespace {

// Calls visit() with the part of each span that a frame holds.
template <class Visit>
void for_each_span(const FrameOfBlocks& frame, const PartsOfBlock& parts_of, const Visit& visit) {
  std::size_t skip = frame.offset, left = frame.size;
  for (std::uint64_t place = frame.begin; left != 0; ++place)
    for (std::span<std::byte> part : parts_of(place)) {
      const std::size_t skipped = std::min(skip, part.size());
      skip -= skipped;
      part = part.subspan(skipped);
      part = part.first(std::min(left, part.size()));
      left -= part.size();
      visit(part);
    }
}

}  // namespace

void append_frame(const FrameOfBlocks& frame, const PartsOfBlock& parts_of,
                  std::vector<std::byte>& out) {
  out.reserve(out.size() + frame.size);
  for_each_span(frame, parts_of, [&](std::span<const std::byte> part) {
    out.insert(out.end(), part.begin(), part.end());
  });
}

void copy_to_blocks(std::span<const std::byte> bytes, const FrameOfBlocks& frame,
                    const PartsOfBlock& parts_of) {
  for_each_span(frame, parts_of, [&](std::span<std::byte> part) {
    std::copy_n(bytes.begin(), part.size(), part.begin());
    bytes = bytes.subspan(part.size());
  });
}

}  // namespace damiera
