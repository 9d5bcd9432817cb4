#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <string>

#include "data/file/file_descriptor.h"
#include "data/file/io_error.h"
#include "data/file/mapped_file.h"

namespace damiera {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  // O_NONBLOCK: a pipe with a table's name must not hold us up.
  const FileDescriptor fd{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!fd && (errno == ENOENT || errno == ENOTDIR))
    return Error{Error::Code::missing_table, path.string() + ": no such table"};
  if (!fd) return io_error(path, "open");
  struct stat status {};
  if (::fstat(fd.get(), &status) != 0) return io_error(path, "stat");
  if (!S_ISREG(status.st_mode)) return Error{Error::Code::io, path.string() + ": not a file"};
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return MappedFile{{}};
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd.get(), 0);
  if (start == MAP_FAILED && errno == ENOMEM)
    return Error{Error::Code::out_of_memory, path.string() + ": out of memory: " +
                                                 std::to_string(size) + " bytes wanted at once"};
  if (start == MAP_FAILED) return io_error(path, "map");
  return MappedFile{{static_cast<const std::byte*>(start), size}};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace damiera
