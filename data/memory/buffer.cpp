#include "data/memory/buffer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "data/file/io_error.h"

namespace damiera {

namespace {

Result<std::span<std::byte>> mapped(std::uint64_t bytes, int flags, int file) {
  if (bytes == 0) return std::span<std::byte>{};
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
  if (at == MAP_FAILED)
    return Error{Error::Code::out_of_memory,
                 "out of memory: " + std::to_string(bytes) + " bytes wanted at once"};
  return std::span{static_cast<std::byte*>(at), bytes};
}

Result<std::span<std::byte>> in_memory(std::uint64_t bytes) {
  auto data = mapped(bytes, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  if (data && bytes > 0) madvise(data->data(), bytes, MADV_HUGEPAGE);  // only a wish
  return data;
}

// A file without a name, in which space is reserved.
Result<FileDescriptor> scratch_file(std::uint64_t bytes, const std::filesystem::path& folder) {
  std::string name = (folder / ".scratch.XXXXXX").string();
  const auto failed = [&](int error) {
    return Error{
        is_disk_full({error, std::generic_category()}) ? Error::Code::try_again : Error::Code::io,
        name + ": " + std::strerror(error)};
  };
  FileDescriptor file{mkostemp(name.data(), O_CLOEXEC)};
  if (!file) return failed(errno);
  unlink(name.c_str());
  // Space is reserved now: if the disk is full later, writing to the mapping raises a signal.
  const int error = posix_fallocate(file.get(), 0, static_cast<off_t>(bytes));
  if (error != 0) return failed(error);
  return file;
}

}  // namespace

Result<Buffer> Memory::allocate(std::uint64_t bytes) {
  if (fits(bytes)) {
    auto data = in_memory(bytes);
    if (!data) return data.error();
    held_ += bytes;
    bound_pages();
    return Buffer{*data, *this, FileDescriptor{-1}};
  }
  auto file = scratch_file(bytes, folder_);
  if (!file) return file.error();
  auto data = mapped(bytes, MAP_SHARED, file->get());
  if (!data) return data.error();
  pages_.add(*data);
  bound_pages();
  return Buffer{*data, *this, *std::move(file)};
}

void Memory::end(std::span<std::byte> data, bool in_file) {
  if (in_file)
    pages_.remove(data);
  else
    held_ -= data.size();
  bound_pages();
}

void Memory::bound_pages() {
  const std::uint64_t used = held_ + reserved_;
  pages_.set_bound(limit_ > used ? limit_ - used : 0);
}

void Buffer::copy(std::uint64_t begin, std::span<std::byte> to) const {
  const auto size = static_cast<ssize_t>(to.size());
  if (file_ && pread(file_.get(), to.data(), to.size(), static_cast<off_t>(begin)) == size) return;
  std::memcpy(to.data(), data_.data() + begin, to.size());
}

Buffer::~Buffer() {
  if (owner_) owner_->end(data_, is_in_file());
  if (!data_.empty()) munmap(data_.data(), data_.size());
}

}  // namespace damiera
