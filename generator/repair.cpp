#include "generator/repair.h"

#include <algorithm>
#include <map>
#include <optional>

#include "data/file/durable.h"
#include "data/file/io_error.h"
#include "data/file/table.h"
#include "data/folder/catalogue.h"
#include "data/folder/folder_lock.h"
#include "data/folder/leftovers.h"
#include "data/folder/manifest.h"
#include "data/pack.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

Error nothing_to_repair(const RepairOptions& options) {
  return {Error::Code::missing_table,
          (options.folder / name(options.variant)).string() + ": there are no tables to repair"};
}

/// Repairs the tables of one folder, while it holds the lock.
class Repair {
 public:
  using Progress = std::function<bool(const BuildProgress&)>;

  Repair(const RepairOptions& options, const Progress& progress)
      : options_{options},
        progress_{progress},
        scratch_{options.folder / ".repair" / name(options.variant)},
        listed_{read_checksums(manifest_path(options.folder, options.variant))} {}

  Result<RepairReport> run() {
    auto tables = expected_tables(options_.folder, options_.variant);
    if (!tables) return tables.error();
    if (tables->empty()) return nothing_to_repair(options_);
    report_.tables = tables->size();
    tables_ = *tables;
    while (!tables->empty() && !stopped_) {
      std::vector<TableId> blocked;
      auto damaged = find(*tables, blocked);
      if (!damaged) return damaged.error();
      if (auto repaired = rebuild(*damaged); !repaired) return repaired.error();
      std::ranges::move(*damaged, std::back_inserter(report_.damaged));
      *tables = std::move(blocked);  // these could not be read before
    }
    if (auto listed = list(); !listed) return listed.error();
    if (auto cleared = clear_scratch(); !cleared) return cleared.error();
    return report_;
  }

 private:
  Result<std::vector<Damage>> find(const std::vector<TableId>& tables,
                                   std::vector<TableId>& blocked) {
    std::uint64_t total = 0;
    for (const TableId& id : tables) total += positions_of(id);
    return find_damage(options_.folder, tables, blocked,
                       [&](const TableId& id, std::uint64_t positions) {
                         return tell({name(id), "reading", positions, total, 0, 0});
                       });
  }

  bool tell(const BuildProgress& p) {
    if (progress_ && !progress_(p)) stopped_ = true;
    return !stopped_;
  }

  Result<void> rebuild(const std::vector<Damage>& damaged) {
    if (damaged.empty() || stopped_) return {};
    std::map<int, std::vector<TableId>> by_count;  // one build has one count
    for (const Damage& d : damaged) by_count[d.id.count].push_back(d.id);
    for (const auto& [count, tables] : by_count) {
      if (auto solved = solve(count, tables); !solved) return solved;
      if (stopped_) return {};  // the next repair finds the tables that are solved
      for (const TableId& id : tables)
        if (auto installed = install(id); !installed) return installed;
    }
    return {};
  }

  // Removes the scratch folder, also that of a killed repair. A repair that was stopped keeps its
  // folder, and the next one goes on with it.
  Result<void> clear_scratch() const {
    if (stopped_ || !fs::exists(scratch_)) return {};
    std::error_code failed;
    fs::remove_all(scratch_, failed);
    if (failed) return io_error(scratch_, "remove", failed);
    fs::remove(scratch_.parent_path(), failed);  // fails if another game has a folder in it
    return sync_folder(options_.folder);
  }

  // Builds the tables in a folder of their own, from sound ones.
  Result<void> solve(int count, const std::vector<TableId>& tables) {
    BuildOptions build{.variant = options_.variant,
                       .slices = {},
                       .dtc = false,
                       .count = count,
                       .folder = scratch_,
                       .also_read = options_.also_read,
                       .threads = options_.threads,
                       .who = options_.who};
    build.also_read.insert(build.also_read.begin(), options_.folder);
    for (const TableId& id : tables) {
      build.slices.push_back(id.material);
      build.dtc |= id.metric == Metric::dtc || count != 0;
      build.dtw |= id.metric == Metric::dtw;
    }
    const auto memory = options_.memory(build);
    if (!memory) return memory.error();
    build.memory = *memory;
    const auto built = damiera::build(build, [this](const BuildProgress& p) { return tell(p); });
    if (!built) return built.error();
    return {};
  }

  Result<void> install(const TableId& id) {
    const auto from = folder_as_listed(id);
    if (!from) return from.error();
    if (auto freed = set_aside(id); !freed) return freed;
    const fs::path path = table_path(options_.folder, id);
    std::error_code failed;
    fs::rename(table_path(*from, id), path, failed);
    if (failed) return io_error(path, "rename", failed);
    report_.repaired.push_back(id);
    return sync_folder(path.parent_path());
  }

  // How a table may have been written.
  struct Form {
    Coding coding;
    Effort effort = {};

    bool operator==(const Form&) const = default;
  };

  // The folder of the new table in the form that gives the listed bytes; if none does, in the most
  // likely one.
  Result<fs::path> folder_as_listed(const TableId& id) {
    const Form likeliest{coding_for(id)};
    const auto expected = folder_of(id, likeliest);
    const auto listed = listed_ ? listed_->find(name(id)) : ChecksumList::const_iterator{};
    const bool is_listed = listed_ && listed != listed_->end();
    if (!expected || !is_listed) return expected;
    constexpr Effort most{Effort::most};
    for (const Form& form :
         {likeliest, Form{Coding::runs}, Form{Coding::searched}, Form{Coding::tree},
          Form{Coding::spans}, Form{Coding::tree, most}, Form{Coding::spans, most}}) {
      if (form.coding == Coding::searched && !may_be_searched(id)) continue;
      const auto folder = form == likeliest ? expected : folder_of(id, form);
      if (!folder) return folder;
      const auto sum = sum_file(*folder, id);
      if (!sum) return sum.error();
      if (*sum == listed->second) return folder;
    }
    report_.unlisted.push_back(id);
    return expected;
  }

  // The folder of the new table in this form.
  Result<fs::path> folder_of(const TableId& id, const Form& form) const {
    if (form.coding == Coding::runs) return scratch_;
    const auto table = Table::open(scratch_, id);
    if (!table) return table.error();
    if (form.coding == Coding::searched) {
      const fs::path searched = scratch_ / "searched";
      const auto done = pack_searched(*table, searched);
      return done ? Result{searched} : done.error();
    }
    const auto profile = form.coding == Coding::tree ? Profile::small : Profile::fast;
    const fs::path packed = scratch_ / (name(profile) + std::to_string(form.effort.level));
    const auto wdl = Table::open(scratch_, wdl_beside(id));
    if (!wdl) return wdl.error();
    if (auto done = pack(*table, *wdl, packed, profile, pack_on, form.effort); !done)
      return done.error();
    return packed;
  }

  static bool may_be_searched(const TableId& id) {
    return !is_counted(id.metric) && id.material != id.material.flipped();
  }

  // The coding of the damaged file if its header still says it, else the coding of the table most
  // like it that holds values. Of a pair of tables one must hold values, so a coding without them
  // is not copied.
  Coding coding_for(const TableId& id) const {
    if (const auto coding = coding_of(options_.folder, id)) return *coding;
    std::vector<TableId> others{id};
    others.front().material = id.material.flipped();
    others.insert(others.end(), tables_.begin(), tables_.end());
    for (const bool same_metric : {true, false})
      for (const TableId& other : others)
        if (!same_metric || other.metric == id.metric)
          if (const auto coding = coding_of(options_.folder, other);
              coding && *coding != Coding::searched)
            return *coding;
    return Coding::runs;
  }

  // Renames a file that is another table, so that it no longer has a table's name.
  Result<void> set_aside(const TableId& id) {
    const fs::path path = table_path(options_.folder, id);
    const auto table = Table::open(options_.folder, id);
    if (table || table.error().code != Error::Code::foreign_table) return {};
    fs::path aside = path.string() + ".foreign";
    for (int n = 2; fs::exists(aside); ++n) aside = path.string() + ".foreign" + std::to_string(n);
    std::error_code failed;
    fs::rename(path, aside, failed);
    if (failed) return io_error(path, "rename", failed);
    report_.set_aside.push_back(aside);
    return {};
  }

  Result<void> list() const {
    auto manifest = Manifest::open(options_.folder, options_.variant);
    if (!manifest) return manifest.error();
    return report_.repaired.empty() ? Result<void>{} : manifest->add(report_.repaired);
  }

  const RepairOptions& options_;
  const Progress& progress_;
  fs::path scratch_;
  Result<ChecksumList> listed_;  // by the list as it was
  std::vector<TableId> tables_;  // that should be there
  RepairReport report_;
  bool stopped_ = false;
};

}  // namespace

Result<RepairReport> repair(const RepairOptions& options,
                            const std::function<bool(const BuildProgress&)>& progress) {
  std::error_code failed;  // a lock would make the folder
  if (!fs::exists(options.folder / name(options.variant), failed) && !failed)
    return nothing_to_repair(options);
  const auto lock = FolderLock::take(options.folder, options.variant, options.who);
  if (!lock) return lock.error();
  if (auto removed = remove_leftovers(options.folder, options.variant); !removed)
    return removed.error();
  return Repair{options, progress}.run();
}

}  // namespace damiera
