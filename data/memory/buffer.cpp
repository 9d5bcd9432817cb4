#include "data/memory/buffer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

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

Result<std::span<std::byte>> in_scratch_file(std::uint64_t bytes,
                                             const std::filesystem::path& folder) {
  std::string name = (folder / ".scratch.XXXXXX").string();
  const auto failed = [&](int error) {
    return Error{error == ENOSPC || error == EDQUOT ? Error::Code::try_again : Error::Code::io,
                 name + ": " + std::strerror(error)};
  };
  const int file = mkstemp(name.data());
  if (file < 0) return failed(errno);
  unlink(name.c_str());
  // Space is reserved now: if the disk is full later, writing to the mapping raises a signal.
  if (const int error = posix_fallocate(file, 0, static_cast<off_t>(bytes)); error != 0) {
    close(file);
    return failed(error);
  }
  auto data = mapped(bytes, MAP_SHARED, file);
  close(file);
  return data;
}

}  // namespace

Result<Buffer> Memory::allocate(std::uint64_t bytes) {
  const bool in_file = !fits(bytes);
  auto data = in_file ? in_scratch_file(bytes, folder_) : in_memory(bytes);
  if (!data) return data.error();
  if (in_file)
    pages_.add(*data);
  else
    held_ += bytes;
  bound_pages();
  return Buffer{*data, *this, in_file};
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

void Buffer::unmap_pages() const {
  if (in_file_) madvise(data_.data(), data_.size(), MADV_DONTNEED);
}

Buffer::~Buffer() {
  if (owner_) owner_->end(data_, in_file_);
  if (!data_.empty()) munmap(data_.data(), data_.size());
}

}  // namespace damiera
