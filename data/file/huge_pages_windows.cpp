#include "data/file/huge_pages.h"

namespace damiera {

// A program needs a privilege for them.
void wish_for_huge_pages(void*, std::size_t) {}

}  // namespace damiera
