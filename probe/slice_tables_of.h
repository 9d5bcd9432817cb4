#pragma once

#include <array>
#include <map>
#include <memory>

#include "indexing/slice_index.h"
#include "probe/lazy.h"
#include "probe/slice_tables.h"
#include "rules/resolve.h"

namespace damiera {

/// The tables of game R.
template <Rules R>
class SliceTablesOf final : public SliceTables {
 public:
  SliceTablesOf(TableFolders tables, const TablebaseOptions& options)
      : SliceTables{std::move(tables), options},
        slice_at_(max_count * max_count * max_count * max_count) {
    std::uint32_t number = 0;
    for (const auto& [id, folder] : folders()) {
      if (!is_small(id.material)) continue;
      auto& slice = slice_at_[place(id.material)];
      if (!slice) slice = std::make_unique<Slice>();
      slice->table(id.metric, id.count)->number = ++number;
    }
  }

  Variant variant() const override { return R.id; }

  Result<Value> wdl(const Position& pos) const override {
    if (!is_valid<R>(pos)) return bad_position();
    return resolved(pos);
  }

  Result<Probe> probe(const Position& pos) const override {
    if (!is_valid<R>(pos)) return bad_position();
    return probe_valid(pos);
  }

  Result<std::vector<ProbedMove>> moves(const Position& pos) const override {
    if (!is_valid<R>(pos)) return bad_position();
    const Moves legal = legal_moves<R>(pos);
    std::vector<ProbedMove> probed;
    probed.reserve(legal.size());
    for (const Move& move : legal) {
      const Position next = after<R>(pos, move);
      const auto probe = probe_valid(next);
      if (!probe) return probe.error();
      probed.push_back({move, next, *probe});
    }
    return probed;
  }

  Result<CountedProbe> probe(const Position& pos, const Count& count) const override {
    if (!is_valid<R>(pos)) return bad_position();
    if (count.moves < 1 || count.moves > max_count_moves)
      return bad_count("moves by each side", count.moves, 1, max_count_moves);
    if (count.plies < 0 || count.plies_left() < 0)
      return bad_count("plies played", count.plies, 0, 2 * count.moves);
    return counted_valid(pos, count.moves, count.plies_left());
  }

  Result<std::vector<CountedMove>> moves(const Position& pos, const Count& count) const override {
    const auto here = probe(pos, count);  // for its errors
    if (!here) return here.error();
    std::vector<CountedMove> probed;
    for (const Move& move : legal_moves<R>(pos)) {
      const Position next = after<R>(pos, move);
      const bool anew = move.is_conversion() && count.plies_left() > 0;
      const auto probe =
          counted_valid(next, count.moves, anew ? 2 * count.moves : count.plies_left() - 1);
      if (!probe) return probe.error();
      probed.push_back({move, next, *probe});
    }
    return probed;
  }

  Result<Ending> ending(const Position& pos) const override {
    if (!is_valid<R>(pos)) return bad_position();
    std::optional<Error> failed;
    const Ending found = resolve_ending<R>(pos, [&](const Position& quiet) -> Ending {
      if (failed) return {Value::draw, 0};
      const auto stored = quiet_ending(quiet);
      if (stored) return *stored;
      failed = stored.error();
      return {Value::draw, 0};
    });
    if (failed) return *failed;
    return found;
  }

 private:
  /// One table of a slice, opened when it is first needed.
  struct SliceTable {
    std::uint32_t number = 0;  // tells it apart in the cache
    Lazy<Result<CachedTable>> opened;
  };

  /// What is known of a slice; all of it is made when it is first needed.
  struct Slice {
    Lazy<SliceIndex<R>> index;
    std::array<SliceTable, 3> of_metric;                         // WDL, DTC and DTW
    std::map<std::pair<Metric, int>, SliceTable> of_count = {};  // counted metrics, with the count

    SliceTable* table(Metric metric, int count) {
      return is_counted(metric) ? &of_count[{metric, count}]
                                : &of_metric[static_cast<std::size_t>(metric)];
    }
    /// Null if there is no table of this count.
    const SliceTable* table(Metric metric, int count) const {
      if (!is_counted(metric)) return &of_metric[static_cast<std::size_t>(metric)];
      const auto found = of_count.find({metric, count});
      return found == of_count.end() ? nullptr : &found->second;
    }
  };

  /// A position's place in the tables.
  struct Entry {
    Material material;
    const Slice& slice;
    const Position& pos;

    Index index() const {
      return slice.index.get([&] { return SliceIndex<R>{material}; }).index(pos);
    }
  };

  // Slices are found by their counts of pieces; no table has as many as 16 of a kind.
  static constexpr std::size_t max_count = 16;
  static bool is_small(const Material& m) {
    return std::max({m.my_men, m.my_kings, m.their_men, m.their_kings}) < int{max_count};
  }
  static std::size_t place(const Material& m) {
    return static_cast<std::size_t>(m.my_men << 12 | m.my_kings << 8 | m.their_men << 4 |
                                    m.their_kings);
  }

  static Error bad_position() {
    return {Error::Code::bad_position,
            "not a position of the " + std::string{name(R.id)} +
                " game: pieces overlap or leave the board, or a man stands on its last row"};
  }

  /// The entry for a position without capture in which both sides have pieces.
  Result<Entry> entry(const Position& pos) const {
    const Material material = material_of(pos);
    const Slice* slice = is_small(material) ? slice_at_[place(material)].get() : nullptr;
    if (!slice) return open({R.id, material, Metric::wdl}, 0).error();
    return Entry{material, *slice, pos};
  }

  static Error bad_count(const char* what, int found, int least, int most) {
    return {Error::Code::bad_notation, "draw count: " + std::string{what} + ": found " +
                                           std::to_string(found) + ", expected " +
                                           std::to_string(least) + " to " + std::to_string(most)};
  }

  /// What a table of the entry's slice stores; of a table of a count that stores nothing of its
  /// own, what the table without a count does.
  Result<unsigned> stored_at(const Entry& at, Metric metric, int count = 0) const {
    const TableId id{R.id, at.material, metric, count};
    const SliceTable* slot = at.slice.table(metric, count);
    if (!slot) return open(id, 0).error();
    const auto& table = slot->opened.get([&] { return open(id, slot->number); });
    if (!table) return table.error();
    if (is_counted(metric) && table->table().is_as_without_count())
      return stored_at(at, holds_values(metric) ? Metric::wdl : Metric::dtc);
    return table->value(at.pos, [&] { return at.index(); });
  }

  /// `count`: 0 for the value with unlimited moves.
  Result<Value> value_at(const Entry& at, int count = 0) const {
    const auto code = stored_at(at, count == 0 ? Metric::wdl : Metric::counted_wdl, count);
    if (!code) return code.error();
    return Value(static_cast<int>(*code) - 1);
  }

  Result<unsigned> plies_at(const Entry& at) const { return stored_at(at, Metric::dtc); }

  Result<Value> quiet_value(const Position& pos, int count) const {
    const auto at = entry(pos);
    if (!at) return at.error();
    return value_at(*at, count);
  }

  Result<Ending> quiet_ending(const Position& pos) const {
    const auto at = entry(pos);
    if (!at) return at.error();
    const auto value = value_at(*at);
    if (!value) return value.error();
    if (*value == Value::draw) return Ending{*value, 0};
    const auto half = stored_at(*at, Metric::dtw);
    if (!half) return half.error();
    return Ending{*value, 2 * static_cast<int>(*half) + (*value == Value::win)};
  }

  Result<Probe> quiet_probe(const Position& pos) const {
    const auto at = entry(pos);
    if (!at) return at.error();
    const auto value = value_at(*at);
    if (!value) return value.error();
    if (*value == Value::draw) return Probe{*value, {}};
    const auto plies = plies_at(*at);
    if (plies) return Probe{*value, static_cast<int>(*plies)};
    if (!dtc_required() && plies.error().code == Error::Code::missing_table)
      return Probe{*value, {}};
    return plies.error();
  }

  /// Value of a valid position. A table that cannot be read makes the answer an error, even
  /// where the other captures would have told it.
  Result<Value> resolved(const Position& pos, int count = 0) const {
    std::optional<Error> failed;
    const Value value = resolve<R>(pos, [&](const Position& quiet) {
      if (failed) return Value::draw;
      const auto stored = quiet_value(quiet, count);
      if (stored) return *stored;
      failed = stored.error();
      return Value::draw;
    });
    if (failed) return *failed;
    return value;
  }

  Result<Probe> probe_valid(const Position& pos) const {
    if (pos.mine().empty()) return Probe{Value::loss, 0};
    if (pos.theirs().any() && !has_capture<R>(pos)) return quiet_probe(pos);
    // A capture; or with nobody in the way any move, since the foremost man or a king has one.
    const auto value = resolved(pos);
    if (!value) return value.error();
    return *value == Value::draw ? Probe{*value, {}} : Probe{*value, 1};
  }

  /// Of a valid position: what is won or lost with the count at zero, and its distance.
  Result<Probe> probe_from_zero(const Position& pos, int count) const {
    if (pos.mine().empty()) return Probe{Value::loss, 0};
    const auto value = resolved(pos, count);
    if (!value) return value.error();
    if (*value == Value::draw) return Probe{*value, {}};
    if (pos.theirs().empty() || has_capture<R>(pos)) return Probe{*value, 1};
    const auto at = entry(pos);
    if (!at) return at.error();
    const auto plies = stored_at(*at, Metric::counted_dtc, count);
    if (!plies) return plies.error();
    return Probe{*value, static_cast<int>(*plies)};
  }

  /// `left`: plies of the count, -1 if even the last is over.
  Result<CountedProbe> counted_valid(const Position& pos, int count, int left) const {
    const auto unlimited = resolved(pos);
    if (!unlimited) return unlimited.error();
    const auto from_zero = probe_from_zero(pos, count);
    if (!from_zero) return from_zero.error();
    const bool stands = from_zero->dtc.value_or(0) <= left;
    return CountedProbe{rule_value(stands ? from_zero->value : Value::draw, *unlimited),
                        from_zero->dtc};
  }

  std::vector<std::unique_ptr<Slice>> slice_at_;  // null where there is no table
};

}  // namespace damiera
