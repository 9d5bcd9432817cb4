#include "generator/framed_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "data/file/bytes.h"
#include "data/file/checksum.h"
#include "data/file/compressed.h"
#include "data/file/io_error.h"
#include "generator/parallel.h"

namespace damiera {

namespace {

using Bytes = FramedFile::Bytes;

constexpr std::size_t entry_size = 12;

Error damaged(const std::filesystem::path& file) {
  return {Error::Code::corrupt, file.string() + ": damaged"};
}

Result<void> read_at(const FileDescriptor& fd, const std::filesystem::path& file,
                     std::uint64_t offset, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const auto got = ::pread(fd.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return io_error(file, "read");
    if (got == 0) return damaged(file);
    offset += static_cast<std::uint64_t>(got);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

Result<std::uint64_t> size_of(const FileDescriptor& fd, const std::filesystem::path& file) {
  struct stat status {};
  if (::fstat(fd.get(), &status) != 0) return io_error(file, "stat");
  if (!S_ISREG(status.st_mode)) return damaged(file);
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

Result<void> write_framed(
    PartFile& aside, std::size_t header_size, std::uint64_t frames,
    const std::function<std::span<const std::byte>(std::uint64_t, Bytes&)>& content_of,
    const std::function<Bytes(const FramedTotals&)>& header_of) {
  Bytes directory;
  ByteWriter entries{directory};
  std::uint64_t end = header_size + frames * entry_size;
  for (std::uint64_t first = 0; first < frames; first += frames_at_once) {
    std::vector<Bytes> some(std::min(frames_at_once, frames - first));
    for_each_number(some.size(), [&](std::uint64_t n) {
      Bytes scratch;
      append_compressed(content_of(first + n, scratch), frame_zstd_level, some[n]);
    });
    for (const Bytes& frame : some) {
      entries.put(static_cast<std::uint32_t>(frame.size()));
      entries.put(checksum(frame));
      if (auto written = aside.write(end, frame); !written) return written;
      end += frame.size();
    }
  }
  if (auto written = aside.write(header_size, directory); !written) return written;
  return aside.write(0, header_of({end, checksum(directory)}));
}

Result<FramedFile> FramedFile::open(
    const std::filesystem::path& file, std::size_t header_size,
    const std::function<std::uint64_t(std::span<const std::byte>)>& frames_in) {
  FileDescriptor fd{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!fd && errno == ENOENT)
    return Error{Error::Code::missing_table, file.string() + ": no such file"};
  if (!fd) return io_error(file, "open");
  const auto file_bytes = size_of(fd, file);
  if (!file_bytes) return file_bytes.error();
  Bytes header(header_size);
  if (auto read = read_at(fd, file, 0, header); !read) return read.error();
  const std::uint64_t count = frames_in(header);
  if (count > (*file_bytes - header_size) / entry_size) return damaged(file);
  Bytes directory(count * entry_size);
  if (auto read = read_at(fd, file, header_size, directory); !read) return read.error();
  std::vector<Frame> frames;
  ByteReader entries{directory};
  std::uint64_t offset = header_size + directory.size();
  while (!entries.at_end()) {
    const auto size = entries.get<std::uint32_t>();
    frames.push_back({offset, size, entries.get<std::uint64_t>()});
    offset += size;
  }
  return FramedFile{file,
                    std::move(fd),
                    std::move(header),
                    {*file_bytes, damiera::checksum(directory)},
                    std::move(frames)};
}

Result<void> FramedFile::read(std::uint64_t frame, std::size_t size,
                              const std::function<void(std::span<const std::byte>)>& use) const {
  const auto bytes = sound_bytes(frames_[frame]);
  if (!bytes) return bytes.error();
  const auto content = decompressed(*bytes, size);
  if (!content || content->size() != size) return damaged(file_);
  use(*content);
  return {};
}

Result<void> FramedFile::check(std::uint64_t frame) const {
  const auto bytes = sound_bytes(frames_[frame]);
  return bytes ? Result<void>{} : bytes.error();
}

Result<Bytes> FramedFile::sound_bytes(const Frame& frame) const {
  if (frame.size > totals_.file_bytes) return damaged(file_);
  Bytes bytes(frame.size);
  if (auto read = read_at(fd_, file_, frame.offset, bytes); !read) return read.error();
  if (checksum(bytes) != frame.checksum) return damaged(file_);
  return bytes;
}

}  // namespace damiera
