#include "data/folder/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <array>
#include <string>

#include "data/file/durable.h"
#include "data/file/io_error.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

std::string holder_text(std::string_view who) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  std::string text = "process " + std::to_string(::getpid()) + " on " + host.data();
  if (!who.empty()) text += ": " + std::string{who};
  return text;
}

// What the holder wrote; it may not have come to that, or have had no room for it.
std::string holder_of(const FileDescriptor& fd) {
  std::array<char, 1024> text{};
  const auto size = ::pread(fd.get(), text.data(), text.size(), 0);
  return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size))
                  : "a process that did not say who it is";
}

// Whether the name still stands for this file: who had the lock may have removed it meanwhile.
bool is_there(const FileDescriptor& fd, const fs::path& path) {
  struct stat opened {
  }, named{};
  return ::fstat(fd.get(), &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

}  // namespace

Result<FolderLock> FolderLock::take(const fs::path& folder, Variant variant, std::string_view who) {
  const fs::path tables = folder / name(variant);
  if (auto made = make_folders(tables); !made) return made.error();
  fs::path path = tables / ".lock";
  for (;;) {
    FileDescriptor fd{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)};
    if (!fd) return io_error(path, "create");
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno != EWOULDBLOCK) return io_error(path, "lock");
      return Error{Error::Code::io, tables.string() + ": in use by " + holder_of(fd)};
    }
    if (!is_there(fd, path)) continue;
    // The lock holds without the text: a full disk is met where it matters.
    const std::string text = holder_text(who);
    if (::ftruncate(fd.get(), 0) == 0) (void)write_at(fd, path, 0, std::as_bytes(std::span{text}));
    return FolderLock{std::move(path), std::move(fd)};
  }
}

FolderLock::~FolderLock() {
  if (fd_) ::unlink(path_.c_str());
}

}  // namespace damiera
