// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "data/file/file_descriptor.h"
#include "rules/result.h"

namespace damiera {

/// A file that is written aside, and takes its name only when it is complete. Until then it is
/// called `.KKvKM.wdl.<process id>-<number>.part` and locked, so that remove_leftovers sees that
/// somebody is at work. One thread at a time.
class PartFile {
 public:
  /// `target` is the name that it will have; its folder must be there. Errors: io, as for all.
  static Result<PartFile> create(const std::filesystem::path& target);
  PartFile(PartFile&& other) noexcept = default;
  PartFile& operator=(PartFile&&) = delete;
  /// Removes what was not finished.
  ~PartFile();

  /// Writes all bytes from `offset` on.
  Result<void> write(std::uint64_t offset, std::span<const std::byte> bytes);
  /// Renames it, so that it replaces what has its name. It may not outlive a loss of power.
  Result<void> finish();
  /// The same, but syncs the file and its folder, so that it does.
  Result<void> finish_for_good();

 private:
  PartFile(std::filesystem::path target, std::filesystem::path part, FileDescriptor fd)
      : target_{std::move(target)}, part_{std::move(part)}, fd_{std::move(fd)} {}

  std::filesystem::path target_, part_;
  FileDescriptor fd_;  // nothing once it was moved from
  bool finished_ = false;
};

}  // namespace damiera
