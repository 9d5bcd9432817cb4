#include "data/folder/folder_lock.h"

#include <sys/file.h>

#include <array>
#include <chrono>
#include <thread>

#include "data/file/durable.h"
#include "data/file/io_error.h"
#include "data/folder/open_to_lock.h"

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

// The text that the holder wrote. It is empty if the holder has not written yet, or the disk is
// full.
std::string holder_of(const FileDescriptor& fd) {
  std::array<char, 1024> text{};
  const auto size = ::pread(fd.get(), text.data(), text.size(), 0);
  return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size))
                  : "a process that did not say who it is";
}

// How often a shared lock is tried: a build that is ending holds it exclusively for a moment.
constexpr int most_tries = 100;

// True if the error means that the file system has no locks, as some network file systems.
bool is_without_locks(int error) {
  return error == ENOLCK || error == EOPNOTSUPP || error == ENOSYS || error == EINVAL;
}

}  // namespace

FolderLock::File::~File() {
  if (fd && is_own && is_there(fd, path)) ::unlink(path.c_str());
}

Result<FolderLock::File> FolderLock::lock(const fs::path& path, Use use, const std::string& what,
                                          std::string_view who) {
  const int operation = use == Use::shared ? LOCK_SH | LOCK_NB
                        : use == Use::wait ? LOCK_EX
                                           : LOCK_EX | LOCK_NB;
  for (int tries = 0;; ++tries) {
    FileDescriptor fd = open_to_lock(path, O_CREAT);
    if (!fd) return io_error(path, "create");
    if (::flock(fd.get(), operation) != 0) {
      if (errno == EINTR) continue;
      if (is_without_locks(errno)) return File{path, std::move(fd), use != Use::shared};
      if (errno != EWOULDBLOCK) return io_error(path, "lock");
      if (use == Use::shared && tries < most_tries) {  // it may be released in a moment
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
        continue;
      }
      return Error{Error::Code::try_again, what + ": in use by " + holder_of(fd)};
    }
    if (!is_there(fd, path)) continue;
    // The lock works without the text, so a full disk is no error here.
    const std::string text = holder_text(who);
    if (::ftruncate(fd.get(), 0) == 0) (void)write_at(fd, path, 0, std::as_bytes(std::span{text}));
    return File{path, std::move(fd), use != Use::shared};
  }
}

Result<FolderLock> FolderLock::take(const fs::path& folder, Variant variant, std::string_view who) {
  const fs::path tables = folder / name(variant);
  if (auto made = make_folders(tables); !made) return made.error();
  auto all = lock(tables / ".lock", Use::alone, tables.string(), who);
  if (!all) return all.error();
  FolderLock taken;
  taken.files_.push_back(*std::move(all));
  return taken;
}

Result<FolderLock> FolderLock::take_job(const fs::path& folder, Variant variant,
                                        const std::string& job, std::string_view who) {
  const fs::path tables = folder / name(variant);
  if (auto made = make_folders(tables); !made) return made.error();
  auto all = lock(tables / ".lock", Use::shared, tables.string(), who);
  if (!all) return all.error();
  auto own = lock(tables / ("." + job + ".lock"), Use::alone, (tables / job).string(), who);
  if (!own) return own.error();
  FolderLock taken;
  taken.files_.push_back(*std::move(all));
  taken.files_.push_back(*std::move(own));
  return taken;
}

Result<FolderLock> FolderLock::take_list(const fs::path& folder, Variant variant) {
  const fs::path tables = folder / name(variant);
  auto list = lock(tables / ".checksums.lock", Use::wait, tables.string(), {});
  if (!list) return list.error();
  FolderLock taken;
  taken.files_.push_back(*std::move(list));
  return taken;
}

FolderLock::~FolderLock() {
  while (!files_.empty()) files_.pop_back();
}

}  // namespace damiera
