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

/// The right to change tables of one game in a folder: either all of them, for one process alone,
/// or the tables of one job, while other processes work on other jobs. It is a lock of the
/// operating system on a hidden file in the folder, so it ends with its process, even after a
/// crash; the file names the holder. Readers need no lock: a table appears by a rename. Correctness
/// does not depend on the lock: on a file system without locks, several processes may do the same
/// work, and then write the same bytes.
class FolderLock {
 public:
  /// Locks all tables of the game. Makes the folder if there is none. `who` describes the holder to
  /// other processes, in addition to process and host: a command and a time, for instance. Errors:
  /// try_again, if another process holds this lock or a job's (the message says who); io, if the
  /// folder cannot be written to.
  static Result<FolderLock> take(const std::filesystem::path& folder, Variant variant,
                                 std::string_view who);
  /// Locks the tables of the job of this name, such as "KKMvK". Errors as for take().
  static Result<FolderLock> take_job(const std::filesystem::path& folder, Variant variant,
                                     const std::string& job, std::string_view who);
  /// Locks the game's list of tables while it is changed. Waits for other holders. Errors: io.
  static Result<FolderLock> take_list(const std::filesystem::path& folder, Variant variant);

  FolderLock(FolderLock&&) noexcept = default;
  /// Releases the lock and removes its file. The file that jobs share stays until a process takes
  /// the whole folder.
  ~FolderLock();

 private:
  /// A locked file.
  struct File {
    std::filesystem::path path;
    FileDescriptor fd;  // empty once moved from
    bool is_own;        // not shared with other processes

    File(std::filesystem::path p, FileDescriptor f, bool own)
        : path{std::move(p)}, fd{std::move(f)}, is_own{own} {}
    File(File&&) noexcept = default;
    ~File();
  };
  enum class Use { alone, shared, wait };
  static Result<File> lock(const std::filesystem::path& path, Use use, const std::string& what,
                           std::string_view who);

  FolderLock() = default;
  std::vector<File> files_;  // released from the last to the first
};

}  // namespace damiera
