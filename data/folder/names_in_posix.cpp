#include <dirent.h>

#include <memory>

#include "data/file/io_error.h"
#include "data/folder/names_in.h"

namespace damiera {

namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

}  // namespace

// Does not use the iterators of the standard library, which end the program if memory is lacking.
Result<std::vector<std::string>> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, CloseFolder> opened{::opendir(folder.c_str())};
  if (!opened && errno == ENOENT) return names;
  if (!opened) return io_error(folder, "list");
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(opened.get());
    if (!entry && errno != 0) return io_error(folder, "list");
    if (!entry) return names;
    names.emplace_back(entry->d_name);
  }
}

}  // namespace damiera
