#include "apps/cli/against.h"

#include <fmt/core.h>
#include <oneapi/tbb/parallel_for.h>

#include <mutex>
#include <optional>

#include "apps/terminal/output.h"
#include "apps/terminal/stop.h"
#include "data/folder/catalogue.h"
#include "data/folder/checksum_list.h"

namespace damiera {

namespace {

/// How a folder and a list differ, by names of tables.
struct Differences {
  std::size_t equal = 0, not_compared = 0;
  std::vector<std::string> missing, different, extra;

  bool any() const { return !missing.empty() || !different.empty(); }
  bool fine() const { return !any() && !stop_asked(); }
};

/// The entries of a list that are tables of the game and of the wanted slices.
Result<std::vector<std::pair<TableId, FileSum>>> wanted_entries(const std::filesystem::path& path,
                                                                Variant variant,
                                                                const VerifyRequest& request) {
  const auto list = read_checksums(path);
  if (!list) return list.error();
  std::vector<std::pair<TableId, FileSum>> entries;
  for (const auto& [file, sum] : *list)
    if (const auto id = parse_table_name(file);
        id && id->variant == variant && request.wants(id->material))
      entries.push_back({*id, sum});
  if (entries.empty())
    return Error{Error::Code::missing_table,
                 fmt::format("{}: it has no such tables of {}", path.string(), name(variant))};
  for (const Material& m : request.slices)
    if (std::ranges::none_of(entries, [&](const auto& e) { return e.first.material == m; }))
      return Error{Error::Code::missing_table,
                   fmt::format("{}: it has no table of {}", path.string(), name(m))};
  return entries;
}

/// The tables in the folder that are not in the list.
Result<std::vector<std::string>> extra_tables(
    const Options& options, const std::vector<std::pair<TableId, FileSum>>& entries,
    const VerifyRequest& request) {
  const auto tables = list_tables(options.folder(), options.variant);
  if (!tables) return tables.error();
  std::vector<std::string> extra;
  for (const TableId& id : *tables)
    if (request.wants(id.material) &&
        std::ranges::find(entries, id, &std::pair<TableId, FileSum>::first) == entries.end())
      extra.push_back(name(id));
  return extra;
}

/// Reads the files, many at a time.
Result<Differences> compare(const std::filesystem::path& folder,
                            const std::vector<std::pair<TableId, FileSum>>& entries) {
  enum State : char { not_compared, equal, missing, different };
  std::vector<State> states(entries.size());
  std::mutex mutex;
  std::optional<Error> failed;
  oneapi::tbb::parallel_for(std::size_t{0}, entries.size(), [&](std::size_t n) {
    if (stop_asked()) return;
    const auto& [id, listed] = entries[n];
    const auto sum = sum_file(folder, id);
    if (sum) {
      states[n] = *sum == listed ? equal : different;
    } else if (sum.error().code == Error::Code::missing_table) {
      states[n] = missing;
    } else {
      const std::scoped_lock lock{mutex};
      failed = sum.error();
    }
  });
  if (failed) return *failed;
  Differences found;
  for (std::size_t n = 0; n < entries.size(); ++n) {
    found.equal += states[n] == equal;
    found.not_compared += states[n] == not_compared;
    if (states[n] == missing) found.missing.push_back(name(entries[n].first));
    if (states[n] == different) found.different.push_back(name(entries[n].first));
  }
  return found;
}

void print_text(const Options& options, const std::filesystem::path& list,
                const Differences& found) {
  const auto print = [](const char* what, const std::vector<std::string>& tables) {
    for (const std::string& table : tables) fmt::print("{}: {}\n", what, table);
  };
  print("missing", found.missing);
  print("different", found.different);
  print("extra", found.extra);
  fmt::print(
      "{} against {}: {} tables equal, {} missing, {} different, {} extra{}\n",
      (options.folder() / name(options.variant)).string(), list.string(), found.equal,
      found.missing.size(), found.different.size(), found.extra.size(),
      found.not_compared == 0 ? "" : fmt::format(", {} not compared: stopped", found.not_compared));
}

void print_json(const Options& options, const Differences& found) {
  write_json({{"variant", name(options.variant)},
              {"tables", options.folder().string()},
              {"correct", found.any() || !stop_asked() ? Json(found.fine()) : Json{}},
              {"complete", !stop_asked()},
              {"equal", found.equal},
              {"not_compared", found.not_compared},
              {"missing", found.missing},
              {"different", found.different},
              {"extra", found.extra}});
}

}  // namespace

Exit compare_with_list(const Options& options, const std::filesystem::path& list,
                       const VerifyRequest& request) {
  const auto entries = wanted_entries(list, options.variant, request);
  if (!entries) return fail(entries.error());
  if (!holds_tables(options.folder(), options.variant))
    warn_of_no_tables(options.folder(), options.variant);
  auto found = compare(options.folder(), *entries);
  if (!found) return fail(found.error());
  auto extra = extra_tables(options, *entries, request);
  if (!extra) return fail(extra.error());
  found->extra = *std::move(extra);
  options.json ? print_json(options, *found) : print_text(options, list, *found);
  if (found->fine()) return exit_fine;
  return found->any() ? exit_no : exit_again;
}

}  // namespace damiera
