// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>

#include "data/file/file_descriptor.h"

namespace damiera {

/// Opens a file to lock it: for writing, without which NFS gives no lock that excludes others. A
/// file of another user, which may not be written, is opened for reading and can be locked all the
/// same. `more`: further flags, such as O_CREAT. No descriptor, and errno, if it cannot be opened.
inline FileDescriptor open_to_lock(const std::filesystem::path& path, int more) {
  const int flags = O_CLOEXEC | O_NOFOLLOW | more;
  FileDescriptor fd{::open(path.c_str(), O_RDWR | flags, 0666)};
  if (fd || errno != EACCES) return fd;
  fd = FileDescriptor{::open(path.c_str(), O_RDONLY | (flags & ~O_CREAT))};
  if (!fd) errno = EACCES;
  return fd;
}

/// True if the path still names this file: the last holder of the lock may have removed it, and
/// another process may have made a new one.
inline bool is_there(const FileDescriptor& fd, const std::filesystem::path& path) {
  struct stat opened {
  }, named{};
  return ::fstat(fd.get(), &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

}  // namespace damiera
