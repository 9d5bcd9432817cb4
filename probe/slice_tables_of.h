#pragma once

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
    for (const auto& [id, folder] : folders())
      if (auto* slice = is_small(id.material) ? &slice_at_[place(id.material)] : nullptr;
          slice && !*slice)
        *slice = std::make_unique<Slice>(number += 2);
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

 private:
  /// What is known of a slice; all of it is made when it is first needed.
  struct Slice {
    explicit Slice(std::uint32_t n) : number{n} {}
    std::uint32_t number;  // of its WDL table in the cache; the DTC table has the next
    Lazy<SliceIndex<R>> index;
    Lazy<Result<CachedTable>> wdl, dtc;
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

  Result<Value> value_at(const Entry& at) const {
    const auto& table = at.slice.wdl.get([&] {
      return open({R.id, at.material, Metric::wdl}, at.slice.number);
    });
    if (!table) return table.error();
    const auto code = table->value(at.pos, [&] { return at.index(); });
    if (!code) return code.error();
    return Value(static_cast<int>(*code) - 1);
  }

  Result<unsigned> plies_at(const Entry& at) const {
    const auto& table = at.slice.dtc.get([&] {
      return open({R.id, at.material, Metric::dtc}, at.slice.number + 1);
    });
    if (!table) return table.error();
    return table->value(at.pos, [&] { return at.index(); });
  }

  Result<Value> quiet_value(const Position& pos) const {
    const auto at = entry(pos);
    if (!at) return at.error();
    return value_at(*at);
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
  Result<Value> resolved(const Position& pos) const {
    std::optional<Error> failed;
    const Value value = resolve<R>(pos, [&](const Position& quiet) {
      if (failed) return Value::draw;
      const auto stored = quiet_value(quiet);
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

  std::vector<std::unique_ptr<Slice>> slice_at_;  // null where there is no table
};

}  // namespace damiera
