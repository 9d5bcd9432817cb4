#include "data/folder/folder_list.h"

#include <algorithm>

#include "data/file/utf8_path.h"

namespace damiera {

std::vector<std::filesystem::path> folders_in(std::string_view list) {
  std::vector<std::filesystem::path> folders;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(folder_separator), list.size());
    if (end > 0) folders.push_back(utf8_path(list.substr(0, end)));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return folders;
}

}  // namespace damiera
