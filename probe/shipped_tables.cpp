#include "probe/tablebase.h"
#include "probe/this_file.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

// True if nothing was installed: the program was built in the tree and is there still.
bool is_in_build_tree(const fs::path& folder) {
  const fs::path tree = DAMIERA_BUILD_TREE;
  std::error_code failed;
  const fs::path below = folder.lexically_relative(fs::weakly_canonical(tree, failed));
  return tree.empty() || (!below.empty() && *below.begin() != "..");
}

}  // namespace

// Not "damiera/tables": with the prefix ~/.local that is the folder of the user's own tables.
fs::path shipped_tables() {
  const auto here = this_file().parent_path();
  fs::path tables;
  for (const char* data : {DAMIERA_DATA_FROM_LIB, DAMIERA_DATA_FROM_BIN}) {
    std::error_code failed;
    tables = (here / data / "damiera" / "shipped").lexically_normal();
    if (fs::is_directory(tables, failed)) return tables;
  }
  if (is_in_build_tree(here)) return DAMIERA_SOURCE_TABLES;
  // A program elsewhere, into which the static library is linked.
  std::error_code failed;
  const fs::path installed = fs::path{DAMIERA_DATA} / "damiera" / "shipped";
  return *DAMIERA_DATA != '\0' && fs::is_directory(installed, failed) ? installed : tables;
}

}  // namespace damiera
