#include <dlfcn.h>
#include <link.h>

#include "probe/tablebase.h"

namespace damiera {

namespace {

/// The file that holds this code: the shared library, or the program it is linked into.
std::filesystem::path this_file() {
  Dl_info info{};
  void* found = nullptr;
  if (dladdr1(reinterpret_cast<const void*>(&shipped_tables), &info, &found, RTLD_DL_LINKMAP) == 0)
    return {};
  // The program itself has no name here, and argv[0] need not lead to it.
  const std::filesystem::path loaded = static_cast<const link_map*>(found)->l_name;
  std::error_code failed;  // a path that cannot be resolved is used as it is
  const auto path = std::filesystem::canonical(loaded.empty() ? "/proc/self/exe" : loaded, failed);
  return failed ? loaded : path;
}

}  // namespace

// Not "damiera/tables": with the prefix ~/.local that is the folder of the user's own tables.
std::filesystem::path shipped_tables() {
  const auto here = this_file().parent_path();
  for (const char* data : {DAMIERA_DATA_FROM_LIB, DAMIERA_DATA_FROM_BIN}) {
    std::error_code failed;
    const auto tables = (here / data / "damiera" / "shipped").lexically_normal();
    if (std::filesystem::is_directory(tables, failed)) return tables;
  }
  return DAMIERA_SOURCE_TABLES;
}

}  // namespace damiera
