#include "data/file/io_error.h"
#include "data/folder/names_in.h"

namespace damiera {

namespace fs = std::filesystem;

Result<std::vector<std::string>> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code failed;
  fs::directory_iterator entry{folder, failed};
  for (const fs::directory_iterator end; !failed && entry != end; entry.increment(failed))
    names.push_back(entry->path().filename().string());
  if (failed && failed != std::errc::no_such_file_or_directory)
    return io_error(folder, "list", failed);
  return names;
}

}  // namespace damiera
