#include "answers/slice_report.h"

#include "indexing/slice_index.h"
#include "rules/notation/fen.h"

namespace damiera {

void Totals::add(const TableInfo& info) {
  add(Totals{info.positions, info.wins, info.draws, info.losses, info.captures});
}

void Totals::add(const Totals& other) {
  positions += other.positions;
  wins += other.wins;
  draws += other.draws;
  losses += other.losses;
  captures += other.captures;
}

Longest longest_of(const TableInfo& info, Variant game) {
  if (info.longest_plies == 0) return {};
  const Position pos = with_first_jumps(info.id.variant, [&]<Rules R>() {
    return SliceIndex<R>{info.id.material}.position(info.longest);
  });
  return {info.longest_plies, fen(game, {pos, Color::white})};
}

nlohmann::ordered_json to_json(const Totals& totals) {
  return {{"positions", totals.positions},
          {"wins", totals.wins},
          {"draws", totals.draws},
          {"losses", totals.losses},
          {"captures", totals.captures}};
}

void add_longest(nlohmann::ordered_json& object, const Longest& longest, const char* member) {
  object[member] = nullptr;
  object["longest_fen"] = nullptr;
  if (longest.fen.empty()) return;
  object[member] = longest.plies;
  object["longest_fen"] = longest.fen;
}

std::map<int, PieceCount> by_pieces(std::span<const TableInfo> tables, Variant game) {
  std::map<int, PieceCount> counts;
  for (const TableInfo& info : tables) {
    PieceCount& count = counts[info.id.material.total()];
    count.totals.add(info);
    if (info.longest_plies > count.longest.plies) count.longest = longest_of(info, game);
  }
  return counts;
}

nlohmann::ordered_json rows_by_pieces(std::span<const TableInfo> tables, Variant game,
                                      const char* longest) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& [n, count] : by_pieces(tables, game)) {
    nlohmann::ordered_json row{{"pieces", n}};
    row.update(to_json(count.totals));
    add_longest(row, count.longest, longest);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace damiera
