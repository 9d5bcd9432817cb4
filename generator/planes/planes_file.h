// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "data/file/table_info.h"
#include "generator/framed_file.h"
#include "rules/result.h"

namespace damiera {

/// Writes the bit planes of a slice to a file in the format of docs/planes.md. The file gets its
/// name only when it is complete. `values` is the table of the same values: WDL, or WDL under a
/// draw count. The bytes depend only on the arguments. Works on the threads of the caller's arena.
/// Errors: io, try_again.
Result<void> write_planes(const std::filesystem::path& file, const TableId& values,
                          std::span<const std::byte> content);

/// A planes file that is open for reading.
class PlanesFile {
 public:
  /// Bytes of content in each frame but the last, which may have fewer.
  static constexpr std::uint64_t frame_bytes = 1 << 16;

  /// Nothing if there is no file, or if its values or its number of content bytes differ.
  static std::optional<PlanesFile> open(const std::filesystem::path& file, const TableId& values,
                                        std::uint64_t content_bytes);

  /// Fills `content`, which must have the number of bytes that was passed to open(). Returns false
  /// if a frame is damaged; then `content` means nothing. Works on the threads of the caller's
  /// arena.
  bool read(std::span<std::byte> content) const;
  std::uint64_t frames() const { return frames_.frames(); }
  /// Fills the part of `content` that a frame holds. Otherwise as read(). Thread-safe.
  bool read_frame(std::uint64_t frame, std::span<std::byte> content) const;

 private:
  explicit PlanesFile(FramedFile frames) : frames_{std::move(frames)} {}

  FramedFile frames_;
};

}  // namespace damiera
