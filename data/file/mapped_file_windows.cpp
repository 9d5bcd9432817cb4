#include <windows.h>

#include <string>

#include "data/file/io_error.h"
#include "data/file/mapped_file.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

/// Owns a handle and closes it.
class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_{handle} {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (*this) ::CloseHandle(handle_);
  }

  explicit operator bool() const { return handle_ && handle_ != INVALID_HANDLE_VALUE; }
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_;
};

/// The error of the last call that failed; `size` is the number of bytes that it asked for.
Error last_error(const fs::path& path, const char* doing, std::uint64_t size) {
  const DWORD why = ::GetLastError();
  if (why == ERROR_FILE_NOT_FOUND || why == ERROR_PATH_NOT_FOUND)
    return {Error::Code::missing_table, path.string() + ": no such table"};
  if (why == ERROR_NOT_ENOUGH_MEMORY || why == ERROR_COMMITMENT_LIMIT)
    return {Error::Code::out_of_memory,
            path.string() + ": out of memory: " + std::to_string(size) + " bytes wanted at once"};
  return io_error(path, doing, {static_cast<int>(why), std::system_category()});
}

}  // namespace

Result<MappedFile> MappedFile::open(const fs::path& path) {
  // The share flags let other processes replace the file meanwhile.
  const Handle file{::CreateFileW(path.c_str(), GENERIC_READ,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr)};
  std::error_code failed;
  if (!file && fs::is_directory(path, failed))
    return Error{Error::Code::io, path.string() + ": not a file"};
  if (!file) return last_error(path, "open", 0);
  if (::GetFileType(file.get()) != FILE_TYPE_DISK)
    return Error{Error::Code::io, path.string() + ": not a file"};
  LARGE_INTEGER size{};
  if (!::GetFileSizeEx(file.get(), &size)) return last_error(path, "stat", 0);
  const auto bytes = static_cast<std::size_t>(size.QuadPart);
  if (bytes == 0) return MappedFile{{}};
  const Handle mapping{::CreateFileMappingW(file.get(), nullptr, PAGE_READONLY, 0, 0, nullptr)};
  if (!mapping) return last_error(path, "map", bytes);
  const void* const start = ::MapViewOfFile(mapping.get(), FILE_MAP_READ, 0, 0, 0);
  if (!start) return last_error(path, "map", bytes);
  return MappedFile{{static_cast<const std::byte*>(start), bytes}};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::UnmapViewOfFile(bytes_.data());
}

}  // namespace damiera
