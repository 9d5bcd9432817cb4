// SPDX-License-Identifier: MIT
#pragma once

#include "probe/by_moves.h"
#include "probe/look_ahead.h"
#include "probe/stored_slices.h"
#include "rules/resolve.h"

namespace damiera {

/// The tables of game R.
template <Rules R>
class SliceTablesOf final : public SliceTables {
 public:
  SliceTablesOf(TableFolders tables, const TablebaseOptions& options)
      : SliceTables{std::move(tables), options}, slices_{*this} {}

  Variant variant() const override { return R.id; }

  Result<Value> wdl(const Position& pos, Reading reading) const override {
    if (!is_valid<R>(pos)) return bad_position();
    return resolved(pos, {.reading = reading});
  }

  Result<Probe> probe(const Position& pos, Reading reading) const override {
    if (!is_valid<R>(pos)) return bad_position();
    return probe_valid(pos,
                       {.reading = reading, .ahead = reading == Reading::any ? most_ahead : 0});
  }

  Result<std::vector<ProbedMove>> moves(const Position& pos) const override {
    if (!is_valid<R>(pos)) return bad_position();
    const Moves legal = legal_moves<R>(pos);
    std::vector<ProbedMove> probed;
    probed.reserve(legal.size());
    for (const Move& move : legal) {
      const Position next = after<R>(pos, move);
      const auto probe = probe_valid(next, {.ahead = most_ahead - 1});
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
    return ending_valid(pos);
  }

  ValuePlace place(const Position& pos) const override {
    std::optional<ValuePlace> first;
    const auto note = [&](const Position& quiet) {
      const auto at = slices_.entry(quiet);
      const auto found = at ? slices_.value_place(*at) : at.error();
      first = found ? *found : ValuePlace{};
      if (quiet != pos) first->read_in = nullptr;
      return Value::draw;
    };
    if (is_valid<R>(pos)) resolve<R>(pos, note, [&] { return first.has_value(); });
    return first.value_or(ValuePlace{});
  }

  Result<Index> index(const Position& pos) const override {
    if (!is_valid<R>(pos)) return bad_position();
    const auto at = slices_.entry(pos);
    if (!at) return at.error();
    return at->index();
  }
  Result<Position> position(const Material& material, Index index) const override {
    return slices_.position(material, index);
  }

  Result<const CachedTable*> table(const TableId& id) const override { return slices_.table(id); }

 private:
  static Error bad_position() {
    return {Error::Code::bad_position,
            "not a position of the " + std::string{name(R.id)} +
                " game: pieces overlap or leave the board, or a man stands on its last row"};
  }

  static Error bad_count(const char* what, int found, int least, int most) {
    return {Error::Code::bad_notation, "draw count: " + std::string{what} + ": found " +
                                           std::to_string(found) + ", expected " +
                                           std::to_string(least) + " to " + std::to_string(most)};
  }

  using Entry = typename StoredSlices<R>::Entry;

  Result<Value> value_at(const Entry& at, const Question& q) const {
    const auto code = slices_.stored(at, q.count == 0 ? Metric::wdl : Metric::counted_wdl, q);
    if (!code) return code.error();
    if (*code) return decoded_value(**code);
    // Under a count that changes nothing it is the value with unlimited moves.
    return value_by_moves<R>(
        at.pos, [&](const Position& next) { return resolved(next, {.reading = q.reading}); });
  }

  Result<Value> quiet_value(const Position& pos, const Question& q) const {
    const auto at = slices_.entry(pos);
    if (!at) return at.error();
    return value_at(*at, q);
  }

  Result<Ending> quiet_ending(const Position& pos) const {
    const auto at = slices_.entry(pos);
    if (!at) return at.error();
    const auto value = value_at(*at, {});
    if (!value) return value.error();
    if (*value == Value::draw) return Ending{*value, 0};
    const auto half = slices_.stored(*at, Metric::dtw, {});
    if (!half) return half.error();
    if (*half) return Ending{*value, plies_from_half<R>(static_cast<int>(**half), *value)};
    return ending_by_moves<R>(pos, [&](const Position& next) { return ending_valid(next); });
  }

  Result<Probe> quiet_probe(const Position& pos, const Question& q) const {
    const auto at = slices_.entry(pos);
    if (!at) return at.error();
    const auto value = value_at(*at, q);
    if (!value) return value.error();
    if (*value == Value::draw) return Probe{*value, {}};
    const auto plies = slices_.stored(*at, Metric::dtc, q);
    if (plies && *plies) return Probe{*value, static_cast<int>(**plies)};
    if (plies) return probe_by_moves(pos, q);
    if (dtc_required() || plies.error().code != Error::Code::missing_table) return plies.error();
    return probe_ahead(pos, *value, q);
  }

  /// A decided position whose distance no table stores.
  Result<Probe> probe_ahead(const Position& pos, Value value, const Question& q) const {
    if (q.ahead == 0) return Probe{value, {}};
    const auto known = [&](const Position& next) { return probe_valid(next, {}); };
    const auto dtc = look_ahead<R>(pos, value, q.ahead, known);
    if (!dtc) return dtc.error();
    return Probe{value, *dtc};
  }

  Result<Ending> ending_valid(const Position& pos) const {
    std::optional<Error> failed;
    const auto ending = [&](const Position& quiet) -> Ending {
      const auto stored = quiet_ending(quiet);
      if (stored) return *stored;
      failed = stored.error();
      return {Value::draw, 0};
    };
    const Ending found = resolve_ending<R>(pos, ending, [&] { return failed.has_value(); });
    if (failed) return *failed;
    return found;
  }

  /// Value of a valid position. A table that cannot be read makes the answer an error, even
  /// where the other captures would have told it.
  Result<Value> resolved(const Position& pos, const Question& q) const {
    std::optional<Error> failed;
    const auto value_of = [&](const Position& quiet) {
      const auto stored = quiet_value(quiet, q);
      if (stored) return *stored;
      failed = stored.error();
      return Value::draw;
    };
    const Value value = resolve<R>(pos, value_of, [&] { return failed.has_value(); });
    if (failed) return *failed;
    return value;
  }

  static Probe decided_probe(const Position& pos) {
    const Ending ending = decided_ending<R>(pos);
    return {ending.value, ending.plies};
  }

  Result<Probe> probe_valid(const Position& pos, const Question& q) const {
    if (is_decided<R>(pos)) return decided_probe(pos);
    if (!has_capture<R>(pos)) return quiet_probe(pos, q);
    const auto value = resolved(pos, q);
    if (!value) return value.error();
    return *value == Value::draw ? Probe{*value, {}} : Probe{*value, 1};
  }

  Result<Probe> probe_by_moves(const Position& pos, const Question& q) const {
    return damiera::probe_by_moves<R>(
        pos, [&](const Position& next) { return probe_valid(next, {.reading = q.reading}); });
  }

  /// Of a valid position: what is won or lost with the count at zero, and its distance.
  Result<Probe> probe_from_zero(const Position& pos, int count) const {
    if (is_decided<R>(pos)) return decided_probe(pos);
    const auto value = resolved(pos, {.count = count});
    if (!value) return value.error();
    if (*value == Value::draw) return Probe{*value, {}};
    if (has_capture<R>(pos)) return Probe{*value, 1};
    const auto at = slices_.entry(pos);
    if (!at) return at.error();
    const auto plies = slices_.stored(*at, Metric::counted_dtc, {.count = count});
    if (!plies) return plies.error();
    if (*plies) return Probe{*value, static_cast<int>(**plies)};
    return probe_by_moves(pos, {});
  }

  /// `left`: plies of the count, -1 if even the last is over.
  Result<CountedProbe> counted_valid(const Position& pos, int count, int left) const {
    const auto unlimited = resolved(pos, {});
    if (!unlimited) return unlimited.error();
    const auto from_zero = probe_from_zero(pos, count);
    if (!from_zero) return from_zero.error();
    const bool stands = from_zero->dtc.value_or(0) <= left;
    return CountedProbe{rule_value(stands ? from_zero->value : Value::draw, *unlimited),
                        from_zero->dtc};
  }

  StoredSlices<R> slices_;
};

}  // namespace damiera
