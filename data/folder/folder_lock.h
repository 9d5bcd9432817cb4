// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include "data/file/file_descriptor.h"
#include "rules/result.h"
#include "rules/rules.h"

namespace damiera {

/// The right to change the tables of one game in a folder, which one process has at a time. It is a
/// lock of the operating system on the file `.lock` there, so that it ends with its process,
/// however that ends; the file says who has it. Readers need none: a table appears by a rename.
class FolderLock {
 public:
  /// Makes the folder if there is none. `who` is what others are told of the holder besides process
  /// and host: a command and a time, for instance. Errors: io, if another holds the lock (the
  /// message says who) or if nothing can be written there.
  static Result<FolderLock> take(const std::filesystem::path& folder, Variant variant,
                                 std::string_view who);
  FolderLock(FolderLock&&) noexcept = default;
  /// Gives the lock back, and removes the file.
  ~FolderLock();

 private:
  FolderLock(std::filesystem::path path, FileDescriptor fd)
      : path_{std::move(path)}, fd_{std::move(fd)} {}
  std::filesystem::path path_;
  FileDescriptor fd_;  // nothing once it was moved from
};

}  // namespace damiera
