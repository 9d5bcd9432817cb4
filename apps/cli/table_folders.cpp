#include "apps/cli/table_folders.h"

#include "apps/terminal/environment.h"
#include "apps/terminal/message.h"
#include "data/folder/folder_list.h"

namespace damiera {

std::vector<std::filesystem::path> tables_of_environment() {
  return folders_in(environment("DAMIERA_TABLES").value_or(""));
}

void warn_of_no_tables(const std::filesystem::path& folder, Variant variant) {
  print_message("damiera: warning: {}\n", no_tables(folder, variant).message);
}

}  // namespace damiera
