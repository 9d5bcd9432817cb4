#include "generator/planes/planes_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>

#include "data/file/bytes.h"
#include "data/file/checksum.h"
#include "data/file/compressed.h"
#include "data/file/part_file.h"
#include "generator/parallel.h"
#include "indexing/index.h"

namespace damiera {

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::array<std::uint8_t, 8> magic{0x89, 'D', 'P', 'L', '\r', '\n', 0x1a, '\n'};
constexpr std::uint16_t planes_version = 1;
constexpr std::size_t header_size = 56, entry_size = 12;
constexpr std::uint32_t frame_content = 1 << 16;
constexpr std::size_t frames_at_once = 64;
constexpr int zstd_level = 1;

std::uint64_t frames_of(std::uint64_t content) {
  return content / frame_content + (content % frame_content != 0);
}

// The part of the content that a frame holds.
template <class T>
std::span<T> part(std::span<T> content, std::uint64_t frame) {
  const auto rest = content.subspan(frame * frame_content);
  return rest.first(std::min<std::size_t>(frame_content, rest.size()));
}

Bytes encode_header(const TableId& values, std::uint64_t content, std::uint64_t file_bytes,
                    std::uint64_t directory_checksum) {
  Bytes bytes;
  ByteWriter out{bytes};
  for (const std::uint8_t byte : magic) out.put(byte);
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
  out.put(file_bytes);
  out.put(directory_checksum);
  out.put(checksum(bytes));
  return bytes;
}

// Compresses some of the frames, on all threads.
std::vector<Bytes> compressed_frames(std::span<const std::byte> content, std::uint64_t begin,
                                     std::uint64_t end) {
  std::vector<Bytes> frames(end - begin);
  for_each_number(frames.size(), [&](std::uint64_t n) {
    append_compressed(part(content, begin + n), zstd_level, frames[n]);
  });
  return frames;
}

bool read_at(const FileDescriptor& fd, std::uint64_t offset, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const auto got = ::pread(fd.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    offset += static_cast<std::uint64_t>(got);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

std::uint64_t size_of(const FileDescriptor& fd) {
  struct stat status {};
  return ::fstat(fd.get(), &status) == 0 && S_ISREG(status.st_mode)
             ? static_cast<std::uint64_t>(status.st_size)
             : 0;
}

}  // namespace

Result<void> write_planes(const std::filesystem::path& file, const TableId& values,
                          std::span<const std::byte> content) {
  auto aside = PartFile::create(file);
  if (!aside) return aside.error();
  const std::uint64_t count = frames_of(content.size());
  Bytes directory;
  ByteWriter entries{directory};
  std::uint64_t end = header_size + count * entry_size;
  for (std::uint64_t n = 0; n < count; n += frames_at_once)
    for (const Bytes& frame :
         compressed_frames(content, n, std::min<std::uint64_t>(count, n + frames_at_once))) {
      entries.put(static_cast<std::uint32_t>(frame.size()));
      entries.put(checksum(frame));
      if (auto written = aside->write(end, frame); !written) return written;
      end += frame.size();
    }
  if (auto written = aside->write(header_size, directory); !written) return written;
  const Bytes header = encode_header(values, content.size(), end, checksum(directory));
  if (auto written = aside->write(0, header); !written) return written;
  return aside->finish();
}

std::optional<PlanesFile> PlanesFile::open(const std::filesystem::path& file, const TableId& values,
                                           std::uint64_t content_bytes) {
  FileDescriptor fd{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!fd) return {};
  const std::uint64_t count = frames_of(content_bytes);
  Bytes header(header_size), directory(count * entry_size);
  if (!read_at(fd, 0, header) || !read_at(fd, header_size, directory)) return {};
  if (header != encode_header(values, content_bytes, size_of(fd), checksum(directory))) return {};
  std::vector<Frame> frames;
  ByteReader entries{directory};
  std::uint64_t offset = header_size + directory.size();
  while (!entries.at_end()) {
    const auto size = entries.get<std::uint32_t>();
    frames.push_back({offset, size, entries.get<std::uint64_t>()});
    offset += size;
  }
  return PlanesFile{std::move(fd), std::move(frames)};
}

bool PlanesFile::read(std::span<std::byte> content) const {
  std::atomic<bool> sound = true;
  for_each_number(frames_.size(), [&](std::uint64_t n) {
    if (sound && !read_frame(frames_[n], part(content, n))) sound = false;
  });
  return sound;
}

bool PlanesFile::read_frame(const Frame& frame, std::span<std::byte> content) const {
  Bytes bytes(frame.size);
  if (!read_at(fd_, frame.offset, bytes) || checksum(bytes) != frame.checksum) return false;
  const auto found = decompressed(bytes, content.size());
  if (!found || found->size() != content.size()) return false;
  std::ranges::copy(*found, content.begin());
  return true;
}

}  // namespace damiera
