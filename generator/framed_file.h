// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "data/file/file_descriptor.h"
#include "data/file/part_file.h"
#include "rules/result.h"

namespace damiera {

/// Files are written and read in groups of this many frames. All threads work on a group.
inline constexpr std::uint64_t frames_at_once = 64;

/// The level of zstd that frames are compressed by.
inline constexpr int frame_zstd_level = 1;

/// What the header of a framed file says about the rest of the file.
struct FramedTotals {
  std::uint64_t file_bytes;
  std::uint64_t directory_checksum;
};

/// Writes a file as docs/planes.md describes it: a header, a directory, and frames compressed by
/// zstd at level 1. `content_of` returns the content of a frame, on any thread, and may build it in
/// `scratch`. The bytes of the file depend only on these contents and the arguments. Works on the
/// threads of the caller's arena. Errors: io, try_again.
Result<void> write_framed(
    PartFile& aside, std::size_t header_size, std::uint64_t frames,
    const std::function<std::span<const std::byte>(std::uint64_t frame,
                                                   std::vector<std::byte>& scratch)>& content_of,
    const std::function<std::vector<std::byte>(const FramedTotals&)>& header_of);

/// A file of write_framed() that is open for reading. Thread-safe.
class FramedFile {
 public:
  using Bytes = std::vector<std::byte>;

  /// Opens a file for reading. `frames_in` reads the number of frames from a header. The caller
  /// compares the header with totals(). Errors: corrupt, for a file that is too small for this
  /// number; missing_table, if there is no file; io.
  static Result<FramedFile> open(
      const std::filesystem::path& file, std::size_t header_size,
      const std::function<std::uint64_t(std::span<const std::byte> header)>& frames_in);

  const Bytes& header() const { return header_; }
  const FramedTotals& totals() const { return totals_; }
  std::uint64_t frames() const { return frames_.size(); }

  /// Calls use() with the content of a frame. Errors: corrupt, if the frame is damaged, or the
  /// number of bytes in its content is not `size`; io. Then use() is not called.
  Result<void> read(std::uint64_t frame, std::size_t size,
                    const std::function<void(std::span<const std::byte> content)>& use) const;
  /// Checks that the bytes of a frame are those that were written. Errors: corrupt; io.
  Result<void> check(std::uint64_t frame) const;

 private:
  struct Frame {
    std::uint64_t offset;
    std::uint32_t size;
    std::uint64_t checksum;
  };
  FramedFile(std::filesystem::path file, FileDescriptor fd, Bytes header, FramedTotals totals,
             std::vector<Frame> frames)
      : file_{std::move(file)},
        fd_{std::move(fd)},
        header_{std::move(header)},
        totals_{totals},
        frames_{std::move(frames)} {}
  Result<Bytes> sound_bytes(const Frame& frame) const;

  std::filesystem::path file_;
  FileDescriptor fd_;
  Bytes header_;
  FramedTotals totals_;
  std::vector<Frame> frames_;
};

}  // namespace damiera
