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

}  // namespace damiera
