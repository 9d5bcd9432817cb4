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

// `advice` for its pages is only a wish.
Result<std::span<std::byte>> in_memory(std::uint64_t bytes, int advice) {
  auto data = mapped(bytes, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  if (data && bytes > 0) madvise(data->data(), bytes, advice);
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
  int error = EINTR;
  while (error == EINTR) error = posix_fallocate(file.get(), 0, static_cast<off_t>(bytes));
  if (error != 0) return failed(error);
  return file;
}

}  // namespace

std::uint64_t bytes_touched(std::uint64_t parts, std::uint64_t bytes) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return parts * (bytes / page + 2) * page;  // it begins and ends within pages
}

Result<Buffer> Memory::allocate_sparse(std::uint64_t bytes, std::uint64_t used) {
  const std::uint64_t counted = std::min(used, bytes);
  if (fits(counted)) {
    auto data = in_memory(bytes, counted < bytes ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
    if (!data) return data.error();
    held_ += counted;
    bound_pages();
    return Buffer{*data, *this, FileDescriptor{-1}, counted};
  }
  auto file = scratch_file(bytes, folder_);
  if (!file) return file.error();
  auto data = mapped(bytes, MAP_SHARED, file->get());
  if (!data) return data.error();
  pages_.add(*data);
  bound_pages();
  return Buffer{*data, *this, *std::move(file), 0};
}

void Memory::end(const Buffer& buffer) {
  if (buffer.is_in_file()) pages_.remove(buffer.data_);
  held_ -= buffer.counted_;
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
  if (owner_) owner_->end(*this);
  if (!data_.empty()) munmap(data_.data(), data_.size());
}

}  // namespace damiera
