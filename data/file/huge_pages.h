// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <new>

namespace damiera {

/// Asks the system for huge pages in memory that has not been used yet, so that random reads miss
/// the processor's address cache (TLB) less often. The system may ignore the request.
void wish_for_huge_pages(void* memory, std::size_t bytes);

/// An allocator for large vectors: it uses huge pages if the system has them.
template <class T>
struct HugePages {
  using value_type = T;

  HugePages() = default;
  template <class Other>
  HugePages(const HugePages<Other>&) {}
  bool operator==(const HugePages&) const = default;

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* memory = ::operator new(bytes, alignment(bytes));
    if (bytes >= huge_page) wish_for_huge_pages(memory, bytes);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    ::operator delete(memory, alignment(count * sizeof(T)));
  }

 private:
  static constexpr std::size_t huge_page = 1 << 21;
  static std::align_val_t alignment(std::size_t bytes) {
    return std::align_val_t{bytes < huge_page ? alignof(std::max_align_t) : huge_page};
  }
};

}  // namespace damiera
