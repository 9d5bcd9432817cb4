#include <sys/mman.h>

#include "data/file/huge_pages.h"

namespace damiera {

void wish_for_huge_pages(void* memory, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  madvise(memory, bytes, MADV_HUGEPAGE);
#else
  static_cast<void>(memory);
  static_cast<void>(bytes);
#endif
}

}  // namespace damiera
