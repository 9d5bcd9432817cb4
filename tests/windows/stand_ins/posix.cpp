#include "tests/windows/stand_ins/posix.h"

#include <windows.h>

#include <cerrno>
#include <filesystem>
#include <random>
#include <string_view>

char* mkdtemp(char* name) {
  std::random_device random;
  const std::string_view text{name};
  for (char* c = name + text.size() - 6; *c != '\0'; ++c) *c = "0123456789abcdef"[random() % 16];
  return std::filesystem::create_directory(name) ? name : nullptr;
}

int open(const wchar_t* path, int flags, int) {
  const bool is_folder = (flags & O_DIRECTORY) != 0;
  const DWORD creation = flags & O_EXCL    ? CREATE_NEW
                         : flags & O_CREAT ? OPEN_ALWAYS
                                           : OPEN_EXISTING;
  const HANDLE file = ::CreateFileW(is_folder ? L"NUL" : path, GENERIC_READ | GENERIC_WRITE,
                                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                    creation, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) {
    errno = ::GetLastError() == ERROR_FILE_EXISTS ? EEXIST : ENOENT;
    return -1;
  }
  return ::_open_osfhandle(reinterpret_cast<intptr_t>(file), O_BINARY);
}

int unlink(const wchar_t* path) { return ::_wunlink(path); }

int rename(const wchar_t* from, const wchar_t* to) {
  return ::MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING) ? 0 : -1;
}

int flock(int, int) { return 0; }

int fsync(int) { return 0; }

ssize_t pwrite(int fd, const void* bytes, std::size_t count, off_t offset) {
  if (::_lseeki64(fd, offset, SEEK_SET) < 0) return -1;
  return ::_write(fd, bytes, static_cast<unsigned>(count));
}
