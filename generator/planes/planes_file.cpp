#include "generator/planes/planes_file.h"

#include <algorithm>
#include <array>
#include <atomic>

#include "data/file/bytes.h"
#include "data/file/checksum.h"
#include "generator/parallel.h"
#include "indexing/index.h"

namespace damiera {

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::array<std::uint8_t, 8> planes_magic{0x89, 'D', 'P', 'L', '\r', '\n', 0x1a, '\n'};
constexpr std::uint16_t planes_version = 1;
constexpr std::size_t planes_header_size = 56;
constexpr std::uint32_t frame_content = PlanesFile::frame_bytes;

std::uint64_t frames_of(std::uint64_t content) {
  return content / frame_content + (content % frame_content != 0);
}

// The part of the content that a frame holds.
template <class T>
std::span<T> part(std::span<T> content, std::uint64_t frame) {
  const auto rest = content.subspan(frame * frame_content);
  return rest.first(std::min<std::size_t>(frame_content, rest.size()));
}

Bytes encode_header(const TableId& values, std::uint64_t content, const FramedTotals& totals) {
  Bytes bytes;
  ByteWriter out{bytes};
  for (const std::uint8_t byte : planes_magic) out.put(byte);
  out.put(planes_version);
  out.put(static_cast<std::uint16_t>(index_version));
  out.put(static_cast<std::uint8_t>(values.variant));
  out.put(static_cast<std::uint8_t>(values.count));
  out.put(std::uint16_t{0});
  const Material& m = values.material;
  for (const int pieces : {m.my_men, m.my_kings, m.their_men, m.their_kings})
    out.put(static_cast<std::uint8_t>(pieces));
  out.put(frame_content);
  out.put(content);
  out.put(totals.file_bytes);
  out.put(totals.directory_checksum);
  out.put(checksum(bytes));
  return bytes;
}

}  // namespace

Result<void> write_planes(const std::filesystem::path& file, const TableId& values,
                          std::span<const std::byte> content) {
  auto aside = PartFile::create(file);
  if (!aside) return aside.error();
  const auto content_of = [&](std::uint64_t frame, Bytes&) { return part(content, frame); };
  const auto header_of = [&](const FramedTotals& totals) {
    return encode_header(values, content.size(), totals);
  };
  if (auto written = write_framed(*aside, planes_header_size, frames_of(content.size()), content_of,
                                  header_of);
      !written)
    return written;
  return aside->finish();
}

std::optional<PlanesFile> PlanesFile::open(const std::filesystem::path& file, const TableId& values,
                                           std::uint64_t content_bytes) {
  auto frames = FramedFile::open(file, planes_header_size,
                                 [&](const auto&) { return frames_of(content_bytes); });
  if (!frames || frames->header() != encode_header(values, content_bytes, frames->totals()))
    return {};
  return PlanesFile{std::move(*frames)};
}

bool PlanesFile::read(std::span<std::byte> content) const {
  std::atomic<bool> sound = true;
  for_each_number(frames_.frames(), [&](std::uint64_t n) {
    if (sound && !read_frame(n, content)) sound = false;
  });
  return sound;
}

bool PlanesFile::read_frame(std::uint64_t frame, std::span<std::byte> content) const {
  const auto to = part(content, frame);
  const auto copy = [&](std::span<const std::byte> found) { std::ranges::copy(found, to.begin()); };
  return static_cast<bool>(frames_.read(frame, to.size(), copy));
}

}  // namespace damiera
