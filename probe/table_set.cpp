#include "probe/table_set.h"

#include "data/folder/catalogue.h"

namespace damiera {

namespace {

struct PassingError {
  Error error;
};

/// True for an error that may be over at the next call, such as too many open files.
bool may_pass(const Error& error) {
  return error.code == Error::Code::io || error.code == Error::Code::out_of_memory ||
         error.code == Error::Code::try_again;
}

}  // namespace

Result<TableFolders> find_tables(Variant variant, std::vector<std::filesystem::path> folders,
                                 bool shipped) {
  if (shipped && std::filesystem::exists(shipped_tables())) folders.push_back(shipped_tables());
  TableFolders tables;
  for (const auto& folder : folders) {
    std::error_code failed;
    if (!std::filesystem::is_directory(folder, failed))
      return Error{Error::Code::io, folder.string() + (std::filesystem::exists(folder, failed)
                                                           ? ": not a folder"
                                                           : ": no such folder")};
    const auto found = list_tables(folder, tables_of(variant));
    if (!found) return found.error();
    for (const TableId& id : *found) tables.emplace(id, folder);
  }
  return tables;
}

TableSet::TableSet(TableFolders folders, std::size_t cache_bytes)
    : folders_{std::move(folders)},
      cache_{cache_bytes},
      slice_at_(max_count * max_count * max_count * max_count) {
  std::uint32_t number = 0;
  for (const auto& [id, folder] : folders_) {
    if (!is_small(id.material)) continue;
    auto& slice = slice_at_[place(id.material)];
    if (!slice) slice = std::make_unique<Slice>(slices_++);
    Slot& slot = is_counted(id.metric) ? slice->of_count_[{id.metric, id.count}]
                                       : slice->of_metric_[static_cast<std::size_t>(id.metric)];
    slot.number = ++number;
  }
}

Result<const SliceReader*> TableSet::reader(const TableId& id, Reading reading) const {
  const Slice* slice = find(id.material);
  if (!slice) return no_such_table(id);
  return this->reader(*slice, id, reading);
}

Result<const SliceReader*> TableSet::open(const Slot& slot, const TableId& id) const {
  const auto make = [&]() -> Result<SliceReader> {
    auto table = Table::open(folders_.at(id), id);
    if (!table) {
      if (may_pass(table.error())) throw PassingError{table.error()};
      return table.error();
    }
    return SliceReader{*std::move(table), slot.number, cache_};
  };
  try {
    const Result<SliceReader>& opened = slot.opened.get(make);
    if (!opened) return opened.error();
    return &*opened;
  } catch (const PassingError& passing) {
    return passing.error;
  }
}

}  // namespace damiera
