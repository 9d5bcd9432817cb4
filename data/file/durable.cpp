#include "data/file/durable.h"

#include <fcntl.h>

#include "data/file/io_error.h"

namespace damiera {

namespace fs = std::filesystem;

Result<void> write_at(const FileDescriptor& fd, const fs::path& path, std::uint64_t offset,
                      std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto written = ::pwrite(fd.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return io_error(path, "write");
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> sync_folder(const fs::path& folder) {
  const fs::path path = folder.empty() ? "." : folder;
  const FileDescriptor fd{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!fd || ::fsync(fd.get()) != 0) return io_error(path, "sync");
  return {};
}

Result<void> make_folders(const fs::path& folder) {
  std::error_code failed;
  if (folder.empty() || fs::is_directory(folder, failed)) return {};
  if (auto made = make_folders(folder.parent_path()); !made) return made;
  if (!fs::create_directory(folder, failed) && failed) {
    if (failed == std::errc::file_exists || failed == std::errc::not_a_directory)
      return Error{Error::Code::io, folder.string() + ": not a folder"};
    return io_error(folder, "make folder", failed);
  }
  return sync_folder(folder.parent_path());
}

}  // namespace damiera
