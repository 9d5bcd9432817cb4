// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "data/file/file_descriptor.h"
#include "rules/result.h"

namespace damiera {

/// A file that is written under another name, and gets its name only when it is complete. Until
/// then it is called `.KKvKM.wdl.<process id>-<number>.part` and locked, so that remove_leftovers()
/// knows that a process is writing it. One thread at a time.
class PartFile {
 public:
  /// `target` is the final name; its folder must exist. Errors: io, as for all functions.
  static Result<PartFile> create(const std::filesystem::path& target);
  PartFile(PartFile&& other) noexcept = default;
  PartFile& operator=(PartFile&&) = delete;
  /// Removes the file if it was not finished.
  ~PartFile();

  /// Writes all bytes from `offset` on.
  Result<void> write(std::uint64_t offset, std::span<const std::byte> bytes);
  /// Renames the file to its final name; a file that has this name is replaced. The new file may
  /// not survive a loss of power.
  Result<void> finish();
  /// Like finish(), but also syncs the file and its folder, so that the new file survives a loss of
  /// power.
  Result<void> finish_for_good();

 private:
  PartFile(std::filesystem::path target, std::filesystem::path part, FileDescriptor fd)
      : target_{std::move(target)}, part_{std::move(part)}, fd_{std::move(fd)} {}

  std::filesystem::path target_, part_;
  FileDescriptor fd_;  // empty once moved from
  bool finished_ = false;
};

}  // namespace damiera
