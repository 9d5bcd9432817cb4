// Many positions at a time: none of them becomes a Python object unless the caller asks for it.

#include <cstdlib>

#include "apps/python/arguments.h"
#include "apps/python/tables.h"

namespace damiera::python {

namespace {

bool can_capture(Variant variant, const Position& pos) {
  return with_first_jumps(variant, [&]<Rules R>() { return has_capture<R>(pos); });
}

Error at_position(std::size_t i, const Error& error) {
  return {error.code, "position " + std::to_string(i) + ": " + error.message, error.table};
}

/// Five arrays of the same length, as Python gives them.
struct PositionArrays {
  std::array<std::span<const std::uint64_t>, 4> sets;
  std::span<const std::uint8_t> black_to_move;

  explicit PositionArrays(const std::array<py::buffer, 5>& given)
      : black_to_move{numbers_in<const std::uint8_t>(given[4])} {
    for (std::size_t i = 0; i < sets.size(); ++i) {
      sets[i] = numbers_in<const std::uint64_t>(given[i]);
      if (sets[i].size() != size()) throw py::value_error{"expected arrays of the same length"};
    }
  }
  std::size_t size() const { return black_to_move.size(); }
  SquareSets at(std::size_t i) const {
    return {sets[0][i], sets[1][i], sets[2][i], sets[3][i], black_to_move[i] != 0};
  }
};

Result<std::vector<Position>> positions_in(Variant variant, const PositionArrays& arrays) {
  std::vector<Position> positions(arrays.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto setup = setup_of(variant, arrays.at(i));
    if (!setup) return at_position(i, setup.error());
    positions[i] = setup->pos;
  }
  return positions;
}

}  // namespace

std::optional<Error> Tables::fill(Metric metric, const std::vector<Position>& positions,
                                  std::span<std::int32_t> out, std::optional<int> missing) const {
  std::vector<Result<Value>> values;
  if (metric == Metric::wdl) values = tables_.wdl(positions);
  const auto found_at = [&](std::size_t i) -> Result<int> {
    if (metric != Metric::wdl) return metric_of(metric, positions[i]);
    if (!values[i]) return values[i].error();
    return wdl_of(*values[i]);
  };
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto found = found_at(i);
    const bool lacks = !found && missing && found.error().code == Error::Code::missing_table;
    if (!found && !lacks) return at_position(i, found.error());
    out[i] = lacks ? *missing : *found;
  }
  return {};
}

void Tables::many(const std::string& metric, const std::array<py::buffer, 5>& squares,
                  const py::buffer& out, std::optional<int> missing) const {
  const Metric asked = metric_of_positions(metric);
  const PositionArrays arrays{squares};
  const auto values = numbers_in<std::int32_t>(out, true);
  if (values.size() != arrays.size()) throw py::value_error{"expected arrays of the same length"};
  const auto failed = without_gil([&]() -> std::optional<Error> {
    const auto positions = positions_in(variant_, arrays);
    return positions ? fill(asked, *positions, values, missing) : positions.error();
  });
  if (failed) raise(*failed);
}

void Tables::many_in_list(const std::string& metric, const py::sequence& given,
                          const py::buffer& out, std::optional<int> missing) const {
  const Metric asked = metric_of_positions(metric);
  const auto values = numbers_in<std::int32_t>(out, true);
  std::vector<Position> positions;
  // A sequence that makes its items on demand does not keep them alive, so this loop holds each
  // one.
  for (const py::object position : given) {
    const auto record = read_record(variant_, position);
    if (!record) raise(at_position(positions.size(), record.error()));
    positions.push_back(record->setup.pos);
  }
  if (values.size() != positions.size()) throw py::value_error{"expected as many values"};
  const auto failed = without_gil([&] { return fill(asked, positions, values, missing); });
  if (failed) raise(*failed);
}

void Tables::slice(const std::string& slice, const std::string& metric, std::uint64_t first,
                   const py::buffer& out, const py::buffer& has_capture) const {
  const Material material = slice_named(slice);
  const Metric asked = metric_of_positions(metric);
  const auto values = numbers_in<std::int32_t>(out, true);
  const auto captures = numbers_in<std::uint8_t>(has_capture, true);
  const std::uint64_t size = slice_size(slice);
  if (captures.size() != values.size() || first > size || values.size() > size - first)
    throw py::value_error{"expected arrays of the same length, within the slice"};
  const auto failed = without_gil([&]() -> std::optional<Error> {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto pos = tables_.position(material, Index{first + i});
      if (!pos) return pos.error();
      const auto value = metric_of(asked, *pos);
      if (!value) return value.error();
      values[i] = *value;
      captures[i] = can_capture(variant_, *pos);
    }
    return {};
  });
  if (failed) raise(*failed);
}

Result<std::optional<Hit>> Tables::look(const Position& pos, const ScanFilter& filter) const {
  const std::optional<Hit> none;
  if (!filter.captures && can_capture(variant_, pos)) return none;
  const auto wdl = metric_of(Metric::wdl, pos);
  if (!wdl) return wdl.error();
  if (!(*wdl > 0 ? filter.win : *wdl < 0 ? filter.loss : filter.draw)) return none;
  if (!filter.distances) return std::optional{Hit{0, pos, *wdl, {}}};
  const auto plies = metric_of(*filter.distances, pos);
  if (!plies) return plies.error();
  const int distance = std::abs(*plies);
  const bool within = filter.min_plies <= distance && distance <= filter.max_plies;
  return *wdl == 0 || within ? std::optional{Hit{0, pos, *wdl, *plies}} : none;
}

py::list Tables::scan(const std::string& slice, std::uint64_t first, std::uint64_t count,
                      const ScanFilter& filter) const {
  const Material material = slice_named(slice);
  const std::uint64_t size = slice_size(slice), begin = std::min(first, size);
  const std::uint64_t end = begin + std::min(count, size - begin);
  const auto hits = got(without_gil([&]() -> Result<std::vector<Hit>> {
    std::vector<Hit> found;
    for (std::uint64_t n = begin; n < end; ++n) {
      const auto pos = tables_.position(material, Index{n});
      if (!pos) return pos.error();
      const auto hit = look(*pos, filter);
      if (!hit) return hit.error();
      if (*hit) found.emplace_back(**hit).number = n;
    }
    return found;
  }));
  py::list list;
  for (const Hit& h : hits)
    list.append(
        py::make_tuple(h.number, GamePosition{variant_, {h.pos, Color::white}}, h.wdl, h.plies));
  return list;
}

}  // namespace damiera::python
