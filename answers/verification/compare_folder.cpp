#include "answers/verification/compare_folder.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>

#include "data/file/first_damage.h"
#include "data/folder/catalogue.h"
#include "data/folder/checksum_list.h"

namespace damiera {

namespace {

using Entry = std::pair<TableId, FileSum>;

/// The entries of a list that are tables of the game and of the wanted slices.
Result<std::vector<Entry>> wanted_entries(const std::filesystem::path& path, Variant variant,
                                          const VerifyRequest& request) {
  const auto list = read_checksums(path);
  if (!list) return list.error();
  const auto lacks = [&](const std::string& what) {
    return Error{Error::Code::missing_table, path.string() + ": it has no " + what};
  };
  std::vector<Entry> entries;
  for (const auto& [file, sum] : *list)
    if (const auto id = parse_table_name(file);
        id && id->variant == variant && request.wants(id->material))
      entries.push_back({*id, sum});
  if (entries.empty()) return lacks("such tables of " + std::string{name(variant)});
  for (const Material& m : request.slices)
    if (std::ranges::none_of(entries, [&](const Entry& e) { return e.first.material == m; }))
      return lacks("table of " + name(m));
  return entries;
}

/// The tables in the folder that are not in the list.
Result<std::vector<std::string>> extra_tables(const std::filesystem::path& folder, Variant variant,
                                              const std::vector<Entry>& entries,
                                              const VerifyRequest& request) {
  const auto tables = list_tables(folder, variant);
  if (!tables) return tables.error();
  std::vector<std::string> extra;
  for (const TableId& id : *tables)
    if (request.wants(id.material) &&
        std::ranges::find(entries, id, &Entry::first) == entries.end())
      extra.push_back(name(id));
  return extra;
}

/// Reads the files, many at a time.
Result<FolderComparison> compare(const std::filesystem::path& folder,
                                 const std::vector<Entry>& entries,
                                 const std::function<bool()>& go_on) {
  enum State : char { not_compared, equal, missing, different };
  std::vector<State> states(entries.size());
  FirstDamage failed;
  oneapi::tbb::parallel_for(std::size_t{0}, entries.size(), [&](std::size_t n) {
    if (!go_on()) return;
    const auto& [id, listed] = entries[n];
    const auto sum = sum_file(folder, id);
    if (sum)
      states[n] = *sum == listed ? equal : different;
    else if (sum.error().code == Error::Code::missing_table)
      states[n] = missing;
    else
      failed.add(n, sum.error());
  });
  if (const auto read = failed.result(); !read) return read.error();
  FolderComparison found;
  for (std::size_t n = 0; n < entries.size(); ++n) {
    found.equal += states[n] == equal;
    found.not_compared += states[n] == not_compared;
    if (states[n] == missing) found.missing.push_back(name(entries[n].first));
    if (states[n] == different) found.different.push_back(name(entries[n].first));
  }
  return found;
}

}  // namespace

Result<FolderComparison> compare_folder(const std::filesystem::path& folder, Variant variant,
                                        const std::filesystem::path& list,
                                        const VerifyRequest& request,
                                        const std::function<bool()>& go_on) {
  const auto entries = wanted_entries(list, variant, request);
  if (!entries) return entries.error();
  auto found = compare(folder, *entries, go_on);
  if (!found) return found.error();
  auto extra = extra_tables(folder, variant, *entries, request);
  if (!extra) return extra.error();
  found->extra = *std::move(extra);
  return found;
}

}  // namespace damiera
