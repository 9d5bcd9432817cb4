// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "data/file/file_descriptor.h"
#include "rules/result.h"
#include "rules/rules.h"

namespace damiera {

/// The right to change tables of one game in a folder: all of them, which one process has alone, or
/// those of one job, which leaves the others to other processes. It is a lock of the operating
/// system on a hidden file there, so that it ends with its process, however that ends; the file
/// says who has it. Readers need none: a table appears by a rename. Nor does anything correct rest
/// on it: where the file system has no locks, several processes may have the same right, and then
/// do the same work and write the same bytes.
class FolderLock {
 public:
  /// All tables of the game. Makes the folder if there is none. `who` is what others are told of
  /// the holder besides process and host: a command and a time, for instance. Errors: try_again, if
  /// another holds this lock or one of a job (the message says who); io, if nothing can be written
  /// there.
  static Result<FolderLock> take(const std::filesystem::path& folder, Variant variant,
                                 std::string_view who);
  /// The tables of the job of this name, such as "KKMvK". Errors as of take().
  static Result<FolderLock> take_job(const std::filesystem::path& folder, Variant variant,
                                     const std::string& job, std::string_view who);
  /// The game's list of tables, for the moment in which it is changed. Waits for it. Errors: io.
  static Result<FolderLock> take_list(const std::filesystem::path& folder, Variant variant);

  FolderLock(FolderLock&&) noexcept = default;
  /// Gives the lock back, and removes the file; that which jobs share stays, until a process has
  /// the folder alone.
  ~FolderLock();

 private:
  /// A locked file.
  struct File {
    std::filesystem::path path;
    FileDescriptor fd;  // nothing once it was moved from
    bool is_own;        // nobody shares it

    File(std::filesystem::path p, FileDescriptor f, bool own)
        : path{std::move(p)}, fd{std::move(f)}, is_own{own} {}
    File(File&&) noexcept = default;
    ~File();
  };
  enum class Use { alone, shared, wait };
  static Result<File> lock(const std::filesystem::path& path, Use use, const std::string& what,
                           std::string_view who);

  FolderLock() = default;
  std::vector<File> files_;  // given back from the last to the first
};

}  // namespace damiera
