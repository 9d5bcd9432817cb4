#include "data/file/huge_pages.h"

namespace damiera {

// Windows gives huge pages only to programs that have a privilege.
void wish_for_huge_pages(void*, std::size_t) {}

}  // namespace damiera
