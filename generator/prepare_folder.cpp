#include "generator/prepare_folder.h"

#include "data/file/durable.h"
#include "data/file/io_error.h"
#include "data/folder/catalogue.h"
#include "data/folder/folder_lock.h"
#include "data/folder/leftovers.h"
#include "generator/find_damage.h"
#include "generator/plan/stage.h"

namespace damiera {

namespace {

/// The tables that the build will want in its folder and that are there.
std::vector<TableId> tables_found(const BuildOptions& options) {
  std::vector<TableId> found;
  for (const Stage& stage : stages(options))
    for (const SlicePair& pair : planned_pairs(options))
      for (const Material& m : std::set{pair.first, pair.second})
        for (const Metric metric : stage.metrics) {
          const TableId id = stage.table(options.variant, m, metric);
          if (has_table(options.folder, id)) found.push_back(id);
        }
  return found;
}

// Packed distances cannot be opened without the values of their slice. If these are missing, the
// build makes them.
Result<void> check_headers(const BuildOptions& options) {
  for (const TableId& id : tables_found(options)) {
    const auto table = Table::open(options.folder, id);
    if (!table && has_table(options.folder, wdl_beside(id))) return table.error();
  }
  return {};
}

Result<void> remove_table(const BuildOptions& options, const TableId& id) {
  const auto lock = FolderLock::take_job(options.folder, options.variant,
                                         name(pair_of(id.material).first), options.who);
  if (!lock) return lock.error();
  const auto path = table_path(options.folder, id);
  std::error_code failed;
  std::filesystem::remove(path, failed);
  if (failed) return io_error(path, "remove", failed);
  return {};
}

Result<void> remove_damaged(const BuildOptions& options) {
  std::vector<TableId> blocked;
  const auto damaged = find_damage(options.folder, tables_found(options), blocked,
                                   [](const TableId&, std::uint64_t) { return true; });
  if (!damaged) return damaged.error();
  for (const Damage& damage : *damaged) {
    if (damage.error.code != Error::Code::corrupt) return damage.error;
    if (auto removed = remove_table(options, damage.id); !removed) return removed;
  }
  // Whether these are damaged, too, cannot be told without the values beside them. The pair is
  // solved again in any case.
  for (const TableId& id : blocked)
    if (auto removed = remove_table(options, id); !removed) return removed;
  return {};
}

std::set<Material> wanted_slices(const BuildOptions& options) {
  std::set<Material> slices;
  for (const SlicePair& pair : wanted_pairs(options)) slices.insert({pair.first, pair.second});
  return slices;
}

// With `only`, files of other slices stay: builds on other machines may be writing them, and their
// locks may not be visible here.
Result<void> remove_unfinished(const BuildOptions& options, const std::filesystem::path& folder) {
  auto removed = options.only ? remove_leftovers(folder, options.variant, wanted_slices(options))
                              : remove_leftovers(folder, options.variant);
  if (!removed) return removed.error();
  return {};
}

}  // namespace

Result<void> prepare_folder(const BuildOptions& options) {
  if (auto made = make_folders(options.scratch); !made) return made;
  for (const auto& folder : std::set{options.folder, options.planes}) {
    if (auto made = make_folders(folder / name(options.variant)); !made) return made;
    if (auto removed = remove_unfinished(options, folder); !removed) return removed;
  }
  return options.only ? remove_damaged(options) : check_headers(options);
}

}  // namespace damiera
