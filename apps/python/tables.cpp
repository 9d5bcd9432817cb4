#include "apps/python/tables.h"

#include "answers/best_line.h"
#include "answers/dtz.h"
#include "answers/uci.h"
#include "apps/python/arguments.h"
#include "data/file/table.h"
#include "indexing/slice_index.h"
#include "rules/notation/move_notation.h"

namespace damiera::python {

namespace {

std::optional<int> signed_plies(Value value, std::optional<int> plies) {
  if (value == Value::draw) return 0;
  if (!plies) return {};
  return static_cast<int>(value) * *plies;
}

Tablebase opened(Variant variant, const std::vector<std::string>& folders,
                 const TablebaseOptions& options) {
  return got(without_gil([&] {
    return Tablebase::open(variant, {folders.begin(), folders.end()}, options);
  }));
}

}  // namespace

Tables::Tables(const std::string& game, const std::vector<std::string>& folders,
               std::size_t cache_bytes, bool shipped)
    : variant_{variant_named(game)},
      tables_{opened(variant_, folders,
                     {.cache_bytes = cache_bytes, .shipped = shipped, .dtc_required = false})} {}

int Tables::max_pieces() const {
  return without_gil([&] { return tables_.max_pieces(Metric::wdl); });
}

py::list Tables::tables() const {
  py::list list;
  for (const TableId& id : tables_.tables())
    list.append(py::make_tuple(name(id.material), name(id.metric), id.count));
  return list;
}

py::tuple Tables::table(const std::string& slice, const std::string& metric, int count) const {
  const TableId id{tables_.variant(), slice_named(slice), metric_named(metric), count};
  const Table table = got(without_gil([&] { return tables_.table(id); }));
  const TableInfo& info = table.info();
  return py::make_tuple(info.positions, info.wins, info.draws, info.losses, info.captures,
                        info.longest_plies, static_cast<std::uint64_t>(info.longest),
                        table.bytes());
}

Result<int> Tables::metric_of(Metric metric, const Position& pos) const {
  if (metric == Metric::wdl) {
    const auto value = tables_.wdl(pos);
    if (!value) return value.error();
    return wdl_of(*value);
  }
  if (metric == Metric::dtw) {
    const auto ending = tables_.ending(pos);
    if (!ending) return ending.error();
    return *signed_plies(ending->value, ending->plies);
  }
  const auto probe = tables_.probe(pos);
  if (!probe) return probe.error();
  const auto plies = signed_plies(probe->value, probe->dtc);
  if (!plies) return unknown_distance(tables_.variant(), pos);
  return *plies;
}

int Tables::wdl(py::handle pos) const {
  const Setup setup = record_of(variant_, pos).setup;
  return got(without_gil([&] { return metric_of(Metric::wdl, setup.pos); }));
}

int Tables::dtc(py::handle pos) const {
  const Setup setup = record_of(variant_, pos).setup;
  return got(without_gil([&] { return metric_of(Metric::dtc, setup.pos); }));
}

int Tables::dtw(py::handle pos) const {
  const Setup setup = record_of(variant_, pos).setup;
  return got(without_gil([&] { return metric_of(Metric::dtw, setup.pos); }));
}

Evaluator Tables::evaluator(const FenRecord& asked, int count, std::optional<int> counted) const {
  if (count == 0) return {tables_, std::nullopt};
  if (counted) return {tables_, Count{count, *counted}};
  return {tables_, Count{count}.with_plies(asked.counted.value_or(0))};
}

py::tuple Tables::evaluate(py::handle pos, int count, std::optional<int> counted) const {
  const FenRecord asked = record_of(variant_, pos);
  const Evaluator judge = evaluator(asked, count, counted);
  const Evaluation e = got(without_gil([&] { return judge.evaluate(asked.setup.pos); }));
  const Value value = e.probe.value;
  std::optional<int> counted_value;
  if (e.counted) counted_value = static_cast<int>(e.counted->value);
  return py::make_tuple(wdl_of(value), signed_plies(value, e.probe.dtc), signed_plies(value, e.dtw),
                        counted_value, e.counted ? dtz(e) : std::nullopt);
}

py::tuple Tables::tuple_of(const Setup& setup, const MoveTexts& texts,
                           const EvaluatedMove& m) const {
  const Value value = m.worth.probe.value;
  std::optional<int> counted_value;
  if (m.worth.counted) counted_value = static_cast<int>(m.worth.counted->value);
  return py::make_tuple(texts.text(m.move), uci(texts, m.move), wdl_of(value),
                        signed_plies(value, m.worth.probe.dtc), signed_plies(value, m.worth.dtw),
                        counted_value, m.move.is_conversion(),
                        GamePosition{variant_, {m.position, opponent(setup.to_move)}});
}

py::list Tables::moves(py::handle pos, int count, std::optional<int> counted) const {
  const FenRecord asked = record_of(variant_, pos);
  const Evaluator judge = evaluator(asked, count, counted);
  const auto moves = got(without_gil([&] { return judge.moves(asked.setup.pos); }));
  const MoveTexts texts{variant_, asked.setup};
  py::list list;
  for (const EvaluatedMove& m : moves) list.append(tuple_of(asked.setup, texts, m));
  return list;
}

py::list Tables::line(py::handle pos) const {
  Setup setup = record_of(variant_, pos).setup;
  const BestLine best = got(without_gil([&] { return best_line(tables_, setup.pos); }));
  py::list list;
  for (const EvaluatedMove& m : best.moves) {
    list.append(tuple_of(setup, MoveTexts{variant_, setup}, m));
    setup = {m.position, opponent(setup.to_move)};
  }
  return list;
}

GamePosition Tables::position(const std::string& slice, std::uint64_t number) const {
  if (number >= slice_size(slice)) throw py::index_error{"number: beyond the slice"};
  const Material material = slice_named(slice);
  const auto pos = got(without_gil([&] { return tables_.position(material, Index{number}); }));
  return {variant_, {pos, Color::white}};
}

std::uint64_t Tables::number(py::handle pos) const {
  const Setup setup = record_of(variant_, pos).setup;
  return static_cast<std::uint64_t>(got(without_gil([&] { return tables_.index(setup.pos); })));
}

std::uint64_t Tables::slice_size(const std::string& slice) const {
  return count_positions(slice_named(slice), rules_of(variant_));
}

py::list legal_moves_of(const std::string& game, py::handle pos) {
  const Variant variant = variant_named(game);
  const Setup setup = record_of(variant, pos).setup;
  const MoveTexts texts{variant, setup};
  py::list list;
  for (const Move& m : legal_moves(variant, setup))
    list.append(py::make_tuple(texts.text(m), uci(texts, m), py::none(), py::none(), py::none(),
                               py::none(), m.is_conversion(),
                               GamePosition{variant, after(variant, setup, m)}));
  return list;
}

}  // namespace damiera::python
