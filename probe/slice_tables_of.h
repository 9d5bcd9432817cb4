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
    std::vector<ProbedMove> probed;
    for (const Move& move : legal_moves<R>(pos)) {
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
    std::uint32_t number;   // of its WDL table in the cache; the DTC table has the next
    Lazy<SliceIndex<R>> index;
    Lazy<Result<CachedTable>> wdl, dtc;
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

  /// What a table stores of a quiet position in which both sides have pieces.
  Result<unsigned> stored(const Position& pos, Metric metric) const {
    const TableId id{R.id, material_of(pos), metric};
    const Slice* slice = is_small(id.material) ? slice_at_[place(id.material)].get() : nullptr;
    if (!slice) return open(id, 0).error();
    const auto& index = slice->index.get([&] { return SliceIndex<R>{id.material}; });
    const bool is_wdl = metric == Metric::wdl;
    const auto& table = (is_wdl ? slice->wdl : slice->dtc).get([&] {
      return open(id, slice->number + (is_wdl ? 0 : 1));
    });
    if (!table) return table.error();
    return table->value(index.index(pos));
  }

  /// Value of a valid position. A table that cannot be read makes the answer an error, even
  /// where the other captures would have told it.
  Result<Value> resolved(const Position& pos) const {
    std::optional<Error> failed;
    const Value value = resolve<R>(pos, [&](const Position& quiet) {
      if (failed) return Value::draw;
      const auto code = stored(quiet, Metric::wdl);
      if (code) return Value(static_cast<int>(*code) - 1);
      failed = code.error();
      return Value::draw;
    });
    if (failed) return *failed;
    return value;
  }

  Result<Probe> probe_valid(const Position& pos) const {
    const auto value = resolved(pos);
    if (!value) return value.error();
    if (*value == Value::draw) return Probe{*value, {}};
    if (pos.mine().empty()) return Probe{*value, 0};
    // With nobody in the way the foremost man, or a king, can always move.
    if (pos.theirs().empty() || has_capture<R>(pos)) return Probe{*value, 1};
    const auto plies = stored(pos, Metric::dtc);
    if (!plies && !dtc_required() && plies.error().code == Error::Code::missing_table)
      return Probe{*value, {}};
    if (!plies) return plies.error();
    return Probe{*value, static_cast<int>(*plies)};
  }

  std::vector<std::unique_ptr<Slice>> slice_at_;   // null where there is no table
};

}  // namespace damiera
