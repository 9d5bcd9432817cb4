#include <dlfcn.h>
#include <link.h>

#include "probe/this_file.h"

namespace damiera {

std::filesystem::path this_file() {
  Dl_info info{};
  void* found = nullptr;
  if (dladdr1(reinterpret_cast<const void*>(&this_file), &info, &found, RTLD_DL_LINKMAP) == 0)
    return {};
  // The program itself has no name here, and argv[0] need not lead to it.
  const std::filesystem::path loaded = static_cast<const link_map*>(found)->l_name;
  std::error_code failed;  // a path that cannot be resolved is used as it is
  const auto path = std::filesystem::canonical(loaded.empty() ? "/proc/self/exe" : loaded, failed);
  return failed ? loaded : path;
}

}  // namespace damiera
