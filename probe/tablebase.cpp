#include "probe/tablebase.h"

#include "data/folder/catalogue.h"
#include "probe/coverage.h"
#include "probe/shared_tables.h"
#include "probe/slice_tables_of.h"

namespace damiera {

namespace {

/// Adds the tables of a game in `folder` that were not found before.
Result<void> add_folder(Variant variant, const std::filesystem::path& folder,
                        TableFolders& tables) {
  std::error_code failed;
  if (!std::filesystem::is_directory(folder, failed))
    return Error{Error::Code::io, folder.string() + ": no such folder"};
  const auto found = list_tables(folder, tables_of(variant));
  if (!found) return found.error();
  for (const TableId& id : *found) tables.emplace(id, folder);
  return {};
}

/// The name of the table that holds the values of another one's game.
TableId as_stored(TableId id) {
  id.variant = tables_of(id.variant);
  return id;
}

}  // namespace

Result<CachedTable> SliceTables::open(const TableId& id, std::uint32_t number) const {
  const auto folder = folders_.find(id);
  if (folder == folders_.end())
    return Error{Error::Code::missing_table, name(id) + ": there is no such table", name(id)};
  auto table = Table::open(folder->second, id);
  if (!table) return table.error();
  return CachedTable{*std::move(table), number, cache_};
}

Result<Tablebase> Tablebase::open(Variant variant,
                                  const std::vector<std::filesystem::path>& folders,
                                  const TablebaseOptions& options) {
  TableFolders tables;
  for (const auto& folder : folders)
    if (auto added = add_folder(variant, folder, tables); !added) return added.error();
  const auto shipped = shipped_tables();
  if (options.shipped && std::filesystem::exists(shipped))
    if (auto added = add_folder(variant, shipped, tables); !added) return added.error();
  return with_rules(variant, [&]<Rules R>() {
    return Tablebase{std::make_shared<const Shared>(
        variant, std::make_unique<SliceTablesOf<R>>(std::move(tables), options))};
  });
}

Tablebase::Tablebase(std::shared_ptr<const Shared> shared) : shared_{std::move(shared)} {}
const SliceTables& Tablebase::tables_of_game() const { return *shared_->tables; }

Variant Tablebase::variant() const { return shared_->variant; }

std::vector<TableId> Tablebase::tables() const {
  std::vector<TableId> ids;
  for (const auto& [id, folder] : tables_of_game().folders()) ids.push_back(id);
  return ids;
}

std::optional<std::filesystem::path> Tablebase::folder_of(const TableId& id) const {
  const auto found = tables_of_game().folders().find(as_stored(id));
  if (found == tables_of_game().folders().end()) return {};
  return found->second;
}

Result<Table> Tablebase::table(const TableId& id) const {
  const auto opened = tables_of_game().table(as_stored(id));
  if (!opened) return opened.error();
  return (*opened)->table();
}

Result<Index> Tablebase::index(const Position& pos) const { return tables_of_game().index(pos); }
Result<Position> Tablebase::position(const Material& material, Index index) const {
  return tables_of_game().position(material, index);
}

bool Tablebase::is_covered(const Material& m, Metric metric, int count) const {
  return Coverage{tables_of_game()}.covers({tables_of(variant()), m, metric, count});
}

int Tablebase::max_pieces(Metric metric, int count) const {
  Coverage coverage{tables_of_game()};
  const auto has = [&](const Material& m) {
    return coverage.covers({tables_of(variant()), m, metric, count});
  };
  int pieces = 1;
  while (std::ranges::all_of(slices_of(pieces + 1, rules_of(variant())), has)) ++pieces;
  return pieces;
}

Result<Value> Tablebase::wdl(const Position& pos, Reading reading) const {
  return tables_of_game().wdl(pos, reading);
}
Result<Probe> Tablebase::probe(const Position& pos, Reading reading) const {
  return tables_of_game().probe(pos, reading);
}
Result<std::vector<ProbedMove>> Tablebase::moves(const Position& pos) const {
  return tables_of_game().moves(pos);
}

Result<CountedProbe> Tablebase::probe(const Position& pos, const Count& count) const {
  return tables_of_game().probe(pos, count);
}
Result<std::vector<CountedMove>> Tablebase::moves(const Position& pos, const Count& count) const {
  return tables_of_game().moves(pos, count);
}
Result<Value> Tablebase::counted(const Position& pos, int count_moves, int plies_counted) const {
  const auto probed = probe(pos, {count_moves, plies_counted});
  if (!probed) return probed.error();
  return probed->value == RuleValue::win    ? Value::win
         : probed->value == RuleValue::loss ? Value::loss
                                            : Value::draw;
}
Result<Ending> Tablebase::ending(const Position& pos) const { return tables_of_game().ending(pos); }

}  // namespace damiera
