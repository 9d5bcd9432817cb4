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

/// Writes the bit planes of a slice to a file as docs/planes.md has it: aside, and then under its
/// name. `values` is the table of the same values: WDL, or WDL under a draw count. The bytes depend
/// on nothing but the arguments. Works on the threads of the caller's arena. Errors: io, try_again.
Result<void> write_planes(const std::filesystem::path& file, const TableId& values,
                          std::span<const std::byte> content);

/// A planes file that is open for reading.
class PlanesFile {
 public:
  /// Nothing if it is not there, or not that of these values with so many bytes of content.
  static std::optional<PlanesFile> open(const std::filesystem::path& file, const TableId& values,
                                        std::uint64_t content_bytes);

  /// Fills `content`, which has the bytes that open() was told. Returns false if a frame is not
  /// what was written; then what it holds means nothing. Works on the threads of the caller's
  /// arena.
  bool read(std::span<std::byte> content) const;

 private:
  explicit PlanesFile(FramedFile frames) : frames_{std::move(frames)} {}

  FramedFile frames_;
};

}  // namespace damiera
