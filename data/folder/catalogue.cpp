#include "data/folder/catalogue.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "data/file/file_descriptor.h"
#include "data/file/io_error.h"
#include "indexing/slice_index.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

// "KKMvKM.wdl" -> the table of that name, and "KKMvKM.wdl40".
std::optional<TableId> parse_file_name(Variant variant, std::string_view text) {
  const auto dot = text.find('.');
  const auto material = parse_material(text.substr(0, dot));
  if (dot == text.npos || !material) return {};
  if (count_positions(*material, rules_of(variant)) == 0) return {};  // no room
  const std::string_view digits = text.substr(std::min(dot + 4, text.size()));
  int count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  for (const Metric metric :
       {Metric::wdl, Metric::dtc, Metric::dtw, Metric::counted_wdl, Metric::counted_dtc}) {
    if (is_counted(metric) != (count >= 1 && count <= max_count_moves)) continue;
    const TableId id{variant, *material, metric, count};
    if (table_path({}, id).filename() == text) return id;
  }
  return {};
}

// ".KKMvK.wdl.4711-0123abcd.part": what TableWriter calls an unfinished file of this table.
std::optional<TableId> parse_leftover_name(Variant variant, std::string_view text) {
  constexpr std::string_view ending = ".part";
  if (!text.starts_with('.') || !text.ends_with(ending)) return {};
  text = text.substr(1, text.size() - 1 - ending.size());
  const auto dot = text.rfind('.');
  if (dot == text.npos) return {};
  const std::string_view writer = text.substr(dot + 1);
  if (writer.empty() || writer.find_first_not_of("0123456789abcdef-") != writer.npos) return {};
  return parse_file_name(variant, text.substr(0, dot));
}

// ".KKMvK.lock": of a job.
bool is_lock_name(std::string_view text) {
  constexpr std::string_view ending = ".lock";
  if (!text.starts_with('.') || !text.ends_with(ending) || text.size() == ending.size())
    return false;
  text = text.substr(1, text.size() - 1 - ending.size());
  return static_cast<bool>(parse_material(text.substr(0, text.find('.'))));
}

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

// The names in a game's folder; none if there is no such folder. Not by the iterators of the
// standard library, which end the program where memory is lacking.
Result<std::vector<std::string>> names_in(const fs::path& folder) {
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

// Removes a file that nobody writes any more: a writer holds a lock on it, which ends with it. Who
// removes it has the lock until it is gone, so that nobody begins to write it meanwhile. Returns
// whether it was removed.
Result<bool> remove_abandoned(const fs::path& path) {
  const FileDescriptor fd{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)};
  if (!fd || ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) return false;
  if (::unlink(path.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  return io_error(path, "remove");
}

}  // namespace

fs::path table_path(const fs::path& folder, const TableId& id) { return folder / name(id); }

std::optional<TableId> parse_table_name(std::string_view text) {
  const auto slash = text.find('/');
  const auto variant = parse_variant(text.substr(0, slash));
  if (slash == text.npos || !variant || name(*variant) != text.substr(0, slash)) return {};
  return parse_file_name(*variant, text.substr(slash + 1));
}

std::uint64_t positions_of(const TableId& id) {
  return count_positions(id.material, rules_of(id.variant));
}

bool has_table(const fs::path& folder, const TableId& id) {
  std::error_code none;
  return fs::is_regular_file(table_path(folder, id), none);
}

std::tuple<int, int, int, int, Metric, int> solving_order(const TableId& id) {
  const Material& m = id.material;
  return {m.total(), m.men(), m.my_men, m.my_kings, id.metric, id.count};
}

Result<std::vector<TableId>> list_tables(const fs::path& folder, Variant variant) {
  const auto names = names_in(folder / name(variant));
  if (!names) return names.error();
  std::vector<TableId> tables;
  for (const std::string& text : *names)
    if (const auto id = parse_file_name(variant, text); id && has_table(folder, *id))
      tables.push_back(*id);
  std::ranges::sort(tables, {}, solving_order);
  return tables;
}

namespace {

template <class Chosen>
Result<int> remove_leftovers_if(const fs::path& folder, Variant variant, const Chosen& chosen) {
  const fs::path tables = folder / name(variant);
  const auto names = names_in(tables);
  if (!names) return names.error();
  int removed = 0;
  for (const std::string& text : *names) {
    const auto id = parse_leftover_name(variant, text);
    if (!id || !chosen(*id)) continue;
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
    if (is_lock_name(text))
      if (auto gone = remove_abandoned(folder / name(variant) / text); !gone) return gone.error();
  return remove_leftovers_if(folder, variant, [](const TableId&) { return true; });
}

Result<int> remove_leftovers(const fs::path& folder, Variant variant,
                             const std::set<Material>& slices) {
  return remove_leftovers_if(folder, variant,
                             [&](const TableId& id) { return slices.contains(id.material); });
}

}  // namespace damiera
