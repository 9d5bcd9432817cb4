#include "probe/tablebase.h"
#include "probe/this_file.h"

namespace damiera {

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
