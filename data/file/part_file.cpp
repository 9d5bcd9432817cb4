#include "data/file/part_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <array>
#include <cstdio>
#include <random>
#include <string>

#include "data/file/durable.h"
#include "data/file/io_error.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

// A name that no other writer uses. The random number tells processes with the same id on different
// machines apart.
fs::path part_path(const fs::path& target) {
  std::array<char, 9> random{};
  std::snprintf(random.data(), random.size(), "%08x", std::random_device{}());
  const std::string name = target.filename().string();
  return target.parent_path() / ((name.starts_with('.') ? "" : ".") + name + '.' +
                                 std::to_string(::getpid()) + '-' + random.data() + ".part");
}

bool has_name(const FileDescriptor& fd) {
  struct stat file {};
  return ::fstat(fd.get(), &file) == 0 && file.st_nlink > 0;
}

}  // namespace

// Between its creation and its lock another process may take the file for a leftover and remove it.
// Then create() tries again.
Result<PartFile> PartFile::create(const fs::path& target) {
  for (;;) {
    const fs::path part = part_path(target);
    FileDescriptor fd{::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)};
    if (!fd) return io_error(part, "create");
    while (::flock(fd.get(), LOCK_EX) != 0 && errno == EINTR) {
    }  // goes on without a lock if the file system has none
    if (has_name(fd)) return PartFile{target, part, std::move(fd)};
  }
}

PartFile::~PartFile() {
  if (fd_ && !finished_) ::unlink(part_.c_str());
}

Result<void> PartFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  return write_at(fd_, part_, offset, bytes);
}

Result<void> PartFile::finish() {
  if (::rename(part_.c_str(), target_.c_str()) != 0) {
    if (errno == ENOENT && !has_name(fd_))
      return Error{Error::Code::try_again,
                   target_.string() +
                       ": another process, which sees no locks, took the unfinished "
                       "file for one left behind and removed it"};
    return io_error(target_, "rename");
  }
  finished_ = true;
  return {};
}

Result<void> PartFile::finish_for_good() {
  if (::fsync(fd_.get()) != 0) return io_error(part_, "sync");
  if (auto renamed = finish(); !renamed) return renamed;
  return sync_folder(target_.parent_path());
}

}  // namespace damiera
