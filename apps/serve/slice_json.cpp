#include "apps/serve/slice_json.h"

#include <set>

#include "answers/slice_report.h"
#include "data/file/table.h"
#include "data/folder/manifest.h"
#include "rules/notation/square_name.h"

namespace damiera {

namespace {

/// The number of moves in the usual draw count; 0 if there is none.
int usual_moves(Variant variant) {
  const auto count = usual_count(variant);
  return count ? count->moves : 0;
}

/// The header of a table; nothing if there is no such table.
Result<std::optional<TableInfo>> info_of(const Tablebase& tables, const TableId& id) {
  const auto table = tables.open_table(id);
  if (table) return std::optional{table->info()};
  if (table.error().code != Error::Code::missing_table) return table.error();
  return std::optional<TableInfo>{};  // or it has disappeared since the folder was listed
}

Json longest_json(const std::optional<TableInfo>& info, Variant game) {
  if (!info) return nullptr;
  const Longest longest = longest_of(*info, game);
  if (longest.fen.empty()) return nullptr;
  return {{"plies", longest.plies}, {"fen", longest.fen}};
}

/// How many wins and losses the count turns into draws.
Json counted_json(const TableInfo& wdl, const std::optional<TableInfo>& counted, int moves) {
  if (!counted) return nullptr;
  return {{"moves", moves},
          {"cursed_wins", wdl.wins - counted->wins},
          {"blessed_losses", wdl.losses - counted->losses}};
}

Json cells_json(const Rules& rules) {
  Json cells = Json::array();
  for (int row = 0; row < rules.width; ++row)
    for (int column = 0; column < rules.width; ++column)
      if (const auto sq = square_at(rules, row, column))
        cells.push_back({row, column, square_name(rules, *sq), static_cast<int>(*sq) + 1});
  return cells;
}

/// The draw counts that have tables, in moves by each side.
Json counts_json(const Tablebase& tables) {
  std::set<int> counts;
  for (const TableId& id : tables.tables())
    if (id.metric == Metric::counted_wdl) counts.insert(id.count);
  return counts;
}

/// The longest distances of small slices: positions that are worth a look.
Json examples_json(const Tablebase& tables) {
  constexpr int pieces = 3;
  Json examples = Json::array();
  for (const Material& material : slices_of(pieces)) {
    const auto info = info_of(tables, {tables_of(tables.variant()), material, Metric::wdl});
    if (!info || !*info) continue;
    const Longest longest = longest_of(**info, tables.variant());
    if (longest.fen.empty()) continue;
    examples.push_back({{"slice", name(material)}, {"plies", longest.plies}, {"fen", longest.fen}});
  }
  return examples;
}

std::uintmax_t size_of(const Tablebase& tables, const TableId& id) {
  std::error_code failed;
  const auto bytes = std::filesystem::file_size(*tables.folder_of(id) / name(id), failed);
  return failed ? 0 : bytes;
}

}  // namespace

Result<Json> slice_json(const Tablebase& tables, const Material& material) {
  const TableId id{tables_of(tables.variant()), material, Metric::wdl};
  const int count = usual_moves(tables.variant());
  const auto wdl = info_of(tables, id);
  const auto dtc = info_of(tables, {id.variant, material, Metric::dtc});
  const auto dtw = info_of(tables, {id.variant, material, Metric::dtw});
  const auto counted = info_of(tables, {id.variant, material, Metric::counted_wdl, count});
  for (const auto* info : {&wdl, &dtc, &dtw, &counted})
    if (!*info) return info->error();
  if (!*wdl) return no_such_table(id);
  Totals totals;
  totals.add(**wdl);
  Json json{
      {"variant", name(tables.variant())}, {"slice", name(material)}, {"pieces", material.total()}};
  json.update(to_json(totals));
  json["longest"] = {{"dtc", longest_json(*dtc ? *dtc : *wdl, tables.variant())},
                     {"dtw", longest_json(*dtw, tables.variant())}};
  json["count"] = counted_json(**wdl, *counted, count);
  return json;
}

Json tables_json(const Tablebase& tables) {
  Json list = Json::array();
  for (const TableId& id : tables.tables())
    list.push_back({{"name", name(id)},
                    {"slice", name(id.material)},
                    {"metric", name(id.metric)},
                    {"count", id.count == 0 ? Json(nullptr) : Json(id.count)},
                    {"bytes", size_of(tables, id)}});
  const int count = usual_moves(tables.variant());
  return {{"variant", name(tables.variant())},
          {"max_pieces",
           {{"wdl", tables.max_pieces(Metric::wdl)},
            {"dtc", tables.max_pieces(Metric::dtc)},
            {"dtw", tables.max_pieces(Metric::dtw)},
            {"counted_wdl",
             count == 0 ? Json(nullptr) : Json(tables.max_pieces(Metric::counted_wdl, count))}}},
          {"tables", list}};
}

Result<ChecksumList> served_checksums(const Tablebase& tables, FileSums& sums,
                                      FileSums::Time deadline) {
  std::map<std::filesystem::path, ChecksumList> lists;
  ChecksumList served;
  for (const TableId& id : tables.tables()) {
    if (tables.is_over()) return given_up();
    const auto folder = *tables.folder_of(id);
    const auto [list, is_new] = lists.try_emplace(folder);
    if (is_new)
      if (auto read = read_checksums(manifest_path(folder, id.variant)))
        list->second = *std::move(read);
    const auto known = list->second.find(name(id));
    const bool fits = known != list->second.end() && known->second.bytes == size_of(tables, id);
    const auto sum = fits ? Result<FileSum>{known->second} : sums.of(folder, id, deadline);
    if (!sum) return sum.error();
    served.emplace(name(id), *sum);
  }
  return served;
}

Json game_json(const Tablebase& tables) {
  const Variant variant = tables.variant();
  const Rules& rules = rules_of(variant);
  Json names = Json::array();
  for (const auto other : other_names(variant)) names.push_back(other);
  return {{"name", name(variant)},
          {"number", static_cast<int>(variant)},
          {"other_names", names},
          {"width", rules.width},
          {"cells", cells_json(rules)},
          {"first_to_move", std::string(1, letter(rules.first_to_move))},
          {"count", usual_moves(variant) == 0 ? Json(nullptr) : Json(usual_moves(variant))},
          {"counts", counts_json(tables)},
          {"initial", fen(variant, initial_setup(variant))},
          {"max_pieces", tables.max_pieces(Metric::wdl)},
          {"examples", examples_json(tables)}};
}

}  // namespace damiera
