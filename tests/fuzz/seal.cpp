#include "tests/fuzz/seal.h"

#include <algorithm>

#include "data/file/bytes.h"
#include "data/file/checksum.h"
#include "data/file/header.h"

namespace damiera::fuzz {

namespace {

// Where fields stand in a header: see FORMAT.md.
constexpr std::size_t file_bytes_at = 80, directory_bytes_at = 92, directory_checksum_at = 96,
                      header_checksum_at = 104;

template <std::unsigned_integral T>
void put(std::span<std::byte> place, T x) {
  std::vector<std::byte> bytes;
  ByteWriter{bytes}.put(x);
  std::ranges::copy(bytes, place.begin());
}

// Of the model and the blocks in front of the directory.
void seal_blocks(std::span<std::byte> file, std::size_t directory_begin) {
  ByteReader blocks{file.first(directory_begin).subspan(header_bytes)};
  for (ByteReader entries{file.subspan(directory_begin)}; !entries.at_end();) {
    const std::uint32_t size = entries.get_varint();
    if (size == 0) continue;
    const auto block = blocks.take(size);
    const auto place = entries.take(sizeof(std::uint32_t));
    if (!entries.ok() || !blocks.ok()) return;
    put(file.subspan(static_cast<std::size_t>(place.data() - file.data())),
        static_cast<std::uint32_t>(checksum(block)));
  }
}

}  // namespace

void seal(std::vector<std::byte>& bytes) {
  if (bytes.size() < header_bytes) return;
  const std::span file{bytes};
  put(file.subspan(file_bytes_at), std::uint64_t{file.size()});
  const auto size = ByteReader{file.subspan(directory_bytes_at)}.get<std::uint32_t>();
  if (size <= file.size() - header_bytes) {
    seal_blocks(file, file.size() - size);
    put(file.subspan(directory_checksum_at), checksum(file.last(size)));
  }
  put(file.subspan(header_checksum_at), checksum(file.first(header_checksum_at)));
}

}  // namespace damiera::fuzz
