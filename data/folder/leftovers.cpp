#include "data/folder/leftovers.h"

#include <sys/file.h>

#include <optional>

#include "data/file/io_error.h"
#include "data/folder/catalogue.h"
#include "data/folder/chunks_folder.h"
#include "data/folder/names_in.h"
#include "data/folder/open_to_lock.h"
#include "data/folder/planes_folder.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

// What an unfinished file will be, without a '.' in front. PartFile names a table
// ".KKMvK.wdl.4711-0123abcd.part", the bit planes of its values ".KKMvK.planes.4711-0123abcd.part",
// and a chunk ".KKMvK.L12.2of4.4711-0123abcd.part".
std::optional<std::string_view> finished_name(std::string_view text) {
  constexpr std::string_view ending = ".part";
  if (!text.starts_with('.') || !text.ends_with(ending)) return {};
  text = text.substr(1, text.size() - 1 - ending.size());
  const auto dot = text.rfind('.');
  if (dot == text.npos) return {};
  const std::string_view writer = text.substr(dot + 1);
  if (writer.empty() || writer.find_first_not_of("0123456789abcdef-") != writer.npos) return {};
  return text.substr(0, dot);
}

// The table of an unfinished file, or the table of its values.
std::optional<TableId> parse_leftover_name(Variant variant, std::string_view text) {
  const auto file = finished_name(text);
  if (!file) return {};
  if (const auto chunk = parse_chunk_name(*file))
    return TableId{variant, chunk->material, Metric::wdl};
  if (const auto planes = parse_planes_name(variant, *file)) return planes;
  return parse_table_name(std::string{name(variant)} + "/" + std::string{*file});
}

// True for the name of an unfinished list, ".checksums.txt.4711-0123abcd.part", and of the lock of
// the list.
bool is_list_leftover(std::string_view text) {
  return text.starts_with(".checksums.") && (text.ends_with(".part") || text == ".checksums.lock");
}

// True for the name of a job's lock file: ".KKMvK.lock".
bool is_lock_name(std::string_view text) {
  constexpr std::string_view ending = ".lock";
  if (!text.starts_with('.') || !text.ends_with(ending) || text.size() == ending.size())
    return false;
  text = text.substr(1, text.size() - 1 - ending.size());
  return static_cast<bool>(parse_material(text.substr(0, text.find('.'))));
}

// Removes a file whose writer is gone: a living writer holds a lock on it. The lock is held here
// until the file is removed, so that no process begins to write it meanwhile. Returns whether the
// file was removed.
Result<bool> remove_abandoned(const fs::path& path) {
  const FileDescriptor fd = open_to_lock(path, O_NONBLOCK);
  if (!fd || ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0 || !is_there(fd, path)) return false;
  if (::unlink(path.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  return io_error(path, "remove");
}

// Removes the unfinished files in `tables` whose names are chosen.
template <class Chosen>
Result<int> remove_leftovers_if(const fs::path& tables, const Chosen& chosen) {
  const auto names = names_in(tables);
  if (!names) return names.error();
  int removed = 0;
  for (const std::string& text : *names) {
    if (!chosen(text)) continue;
    const auto gone = remove_abandoned(tables / text);
    if (!gone) return gone.error();
    removed += *gone;
  }
  return removed;
}

}  // namespace

Result<int> remove_leftovers(const fs::path& folder, Variant variant) {
  const auto names = names_in(folder / name(variant));
  if (!names) return names.error();
  for (const std::string& text : *names)
    if (is_lock_name(text) || is_list_leftover(text))
      if (auto gone = remove_abandoned(folder / name(variant) / text); !gone) return gone.error();
  return remove_leftovers_if(folder / name(variant), [&](std::string_view text) {
    return parse_leftover_name(variant, text).has_value();
  });
}

Result<int> remove_leftovers(const fs::path& folder, Variant variant,
                             const std::set<Material>& slices) {
  return remove_leftovers_if(folder / name(variant), [&](std::string_view text) {
    const auto id = parse_leftover_name(variant, text);
    return id && slices.contains(id->material);
  });
}

Result<int> remove_leftovers_of(const fs::path& chunk) {
  const std::string file = chunk.filename().string().substr(1);
  return remove_leftovers_if(chunk.parent_path(),
                             [&](std::string_view text) { return finished_name(text) == file; });
}

}  // namespace damiera
