#include "probe/tablebase.h"

#include "probe/coverage.h"
#include "probe/prober.h"

namespace damiera {

namespace {

/// The id of the table that stores these values: a renamed game has the tables of another, and only
/// counted metrics have a count.
TableId as_stored(TableId id) {
  id.variant = tables_of(id.variant);
  if (!is_counted(id.metric)) id.count = 0;
  return id;
}

}  // namespace

Result<Tablebase> Tablebase::open(Variant variant,
                                  const std::vector<std::filesystem::path>& folders,
                                  const TablebaseOptions& options) {
  auto tables = find_tables(variant, folders, options.shipped);
  if (!tables) return tables.error();
  return with_moves(variant, [&]<Rules R>() {
    return Tablebase{std::make_shared<const Prober<R>>(variant, *std::move(tables), options)};
  });
}

Tablebase::Tablebase(std::shared_ptr<const AnyProber> prober) : prober_{std::move(prober)} {}

Variant Tablebase::variant() const { return prober_->variant(); }

std::vector<TableId> Tablebase::tables() const {
  std::vector<TableId> ids;
  for (const auto& [id, folder] : prober_->set().folders()) ids.push_back(id);
  return ids;
}

std::optional<std::filesystem::path> Tablebase::folder_of(const TableId& id) const {
  const auto found = prober_->set().folders().find(as_stored(id));
  if (found == prober_->set().folders().end()) return {};
  return found->second;
}

Result<Table> Tablebase::table(const TableId& id) const {
  const auto opened = prober_->set().reader(as_stored(id));
  if (!opened) return opened.error();
  return (*opened)->table();
}

Result<Table> Tablebase::open_table(const TableId& id) const {
  const TableId stored = as_stored(id);
  const auto folder = folder_of(stored);
  if (!folder) return no_such_table(stored);
  return Table::open(*folder, stored);
}

Result<Index> Tablebase::index(const Position& pos) const { return prober_->index(pos); }
Result<Position> Tablebase::position(const Material& material, Index index) const {
  return prober_->position(material, index);
}

bool Tablebase::is_covered(const Material& m, Metric metric, int count) const {
  return Coverage{prober_->set()}.covers(as_stored({variant(), m, metric, count}));
}

int Tablebase::max_pieces(Metric metric, int count) const {
  Coverage coverage{prober_->set()};
  const auto has = [&](const Material& m) {
    return coverage.covers(as_stored({variant(), m, metric, count}));
  };
  int pieces = 1;
  while (std::ranges::all_of(slices_of(pieces + 1, rules_of(variant())), has)) ++pieces;
  return pieces;
}

Result<Value> Tablebase::wdl(const Position& pos, Reading reading) const {
  if (is_over()) return given_up();
  return prober_->wdl(pos, reading);
}
Result<Probe> Tablebase::probe(const Position& pos, Reading reading) const {
  if (is_over()) return given_up();
  return prober_->probe(pos, reading);
}
Result<std::vector<ProbedMove>> Tablebase::moves(const Position& pos) const {
  if (is_over()) return given_up();
  return prober_->moves(pos);
}

Result<CountedProbe> Tablebase::probe(const Position& pos, const Count& count) const {
  if (is_over()) return given_up();
  return prober_->probe(pos, count);
}
Result<std::vector<CountedMove>> Tablebase::moves(const Position& pos, const Count& count) const {
  if (is_over()) return given_up();
  return prober_->moves(pos, count);
}
Result<Value> Tablebase::counted(const Position& pos, int count_moves, int plies_counted) const {
  const auto probed = probe(pos, {count_moves, plies_counted});
  if (!probed) return probed.error();
  return probed->value == RuleValue::win    ? Value::win
         : probed->value == RuleValue::loss ? Value::loss
                                            : Value::draw;
}
Result<Ending> Tablebase::ending(const Position& pos) const {
  if (is_over()) return given_up();
  return prober_->ending(pos);
}

Tablebase Tablebase::until(std::function<bool()> over) const {
  Tablebase copy{*this};
  copy.over_ = std::make_shared<const std::function<bool()>>(std::move(over));
  return copy;
}

Error given_up() { return {Error::Code::try_again, "it takes too long: given up"}; }

}  // namespace damiera
