// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "indexing/slice_index.h"
#include "probe/by_moves.h"
#include "probe/look_ahead.h"
#include "probe/prefetcher.h"
#include "probe/table_set.h"
#include "rules/resolve.h"

namespace damiera {

/// How to look up a value: under which draw count, and whether files may be read for it.
struct Question {
  int count = 0;  ///< moves by each side of a draw count; 0: with unlimited moves
  Reading reading = Reading::any;
  int ahead = 0;  ///< plies to look ahead for a distance that no table stores
};

/// The place of a value. Sorted by places, positions of one block of a table are neighbours.
struct ValuePlace {
  std::uint32_t table = 0;
  std::uint64_t number = 0;
  const Table* read_in = nullptr;  ///< the table, if it is read in place

  auto operator<=>(const ValuePlace& other) const {
    return std::tie(table, number) <=> std::tie(other.table, other.number);
  }
};

/// The interface of Prober<R> for all games. The copies of a tablebase share one. Thread-safe.
class AnyProber {
 public:
  AnyProber(Variant variant, TableFolders folders, const TablebaseOptions& options)
      : variant_{variant},
        dtc_required_{options.dtc_required},
        set_{std::move(folders), options.cache_bytes} {}
  virtual ~AnyProber() = default;

  /// The game as it was opened; its tables may belong to another game.
  Variant variant() const { return variant_; }
  const TableSet& set() const { return set_; }

  // As the functions of Tablebase.
  virtual Result<Value> wdl(const Position& pos, Reading reading) const = 0;
  virtual Result<Probe> probe(const Position& pos, Reading reading) const = 0;
  virtual Result<std::vector<ProbedMove>> moves(const Position& pos) const = 0;
  virtual Result<CountedProbe> probe(const Position& pos, const Count& count) const = 0;
  virtual Result<std::vector<CountedMove>> moves(const Position& pos, const Count& count) const = 0;
  virtual Result<Ending> ending(const Position& pos) const = 0;
  virtual Result<Index> index(const Position& pos) const = 0;
  virtual Result<Position> position(const Material& material, Index index) const = 0;
  /// The place of the first value that wdl() reads, or ValuePlace{} if it reads none. `read_in` is
  /// set only if wdl() returns this value itself, as it does for a position without capture.
  virtual ValuePlace place(const Position& pos) const = 0;
  /// Queues the position for the prefetcher's thread. Returns false if too many wait.
  virtual bool read_soon(const Prefetcher::Wish& wish) const = 0;
  /// Makes the numbering of a slice that has tables, for probes with Reading::in_memory.
  virtual void number(const Material& material) const = 0;

 protected:
  bool dtc_required() const { return dtc_required_; }

 private:
  Variant variant_;
  bool dtc_required_;
  TableSet set_;
};

/// Finds values in a game with the moves of `R`; the goal of the game is a run-time value. It looks
/// through captures, and derives from moves the values that no table stores.
template <Rules R>
class Prober final : public AnyProber {
 public:
  Prober(Variant variant, TableFolders folders, const TablebaseOptions& options)
      : AnyProber{variant, std::move(folders), options}, indices_(set().slices()) {}

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
      const auto found = place_of_quiet(quiet);
      first = found ? *found : ValuePlace{};
      if (quiet != pos) first->read_in = nullptr;
      return Value::draw;
    };
    if (is_valid<R>(pos)) resolve<R>(pos, at_end_, note, [&] { return first.has_value(); });
    return first.value_or(ValuePlace{});
  }

  Result<Index> index(const Position& pos) const override {
    if (!is_valid<R>(pos)) return bad_position();
    const auto at = entry(pos);
    if (!at) return at.error();
    return index(*at);
  }
  Result<Position> position(const Material& material, Index index) const override {
    const TableSet::Slice* slice = set().find(material);
    if (!slice) return no_such_table({tables_of_, material, Metric::wdl});
    return index_of(material, *slice).position(index);
  }

  void number(const Material& material) const override {
    if (const TableSet::Slice* slice = set().find(material)) index_of(material, *slice);
  }
  /// Whether the numbering of a slice has been made.
  bool is_numbered(const Material& material) const {
    const TableSet::Slice* slice = set().find(material);
    return slice && is_numbered(*slice);
  }

  bool read_soon(const Prefetcher::Wish& wish) const override { return prefetcher_.add(wish); }

 private:
  Error bad_position() const {
    return {Error::Code::bad_position, "not a position of the " + std::string{name(tables_of_)} +
                                           " game: a piece is off the board, " +
                                           what_is_invalid(R)};
  }

  static Error bad_count(const char* what, int found, int least, int most) {
    return {Error::Code::bad_notation, "draw count: " + std::string{what} + ": found " +
                                           std::to_string(found) + ", expected " +
                                           std::to_string(least) + " to " + std::to_string(most)};
  }

  /// A position in which both sides have pieces, and the tables of its slice.
  struct Entry {
    Material material;
    const TableSet::Slice& slice;
    const Position& pos;
  };

  /// Error: missing_table.
  Result<Entry> entry(const Position& pos) const {
    const Material material = material_of(pos);
    const TableSet::Slice* slice = set().find(material);
    if (!slice) return no_such_table({tables_of_, material, Metric::wdl});
    return Entry{material, *slice, pos};
  }
  const SliceIndex<R>& index_of(const Material& m, const TableSet::Slice& slice) const {
    return indices_[slice.number()].get([&] { return SliceIndex<R>{m}; });
  }
  bool is_numbered(const TableSet::Slice& slice) const {
    return indices_[slice.number()].made() != nullptr;
  }
  Index index(const Entry& at) const { return index_of(at.material, at.slice).index(at.pos); }

  /// The stored number of a position without capture. A table of a count without blocks gives the
  /// number of the table without a count. Nothing if the value must be derived from moves: each
  /// move then leads to the flipped slice, whose table stores values, or to a slice with fewer men
  /// or pieces. `q.count` is used for counted metrics only. Errors: missing_table; as for opening a
  /// table; corrupt; not_in_memory.
  Result<std::optional<unsigned>> stored(const Entry& at, Metric metric, const Question& q) const {
    const TableId id{tables_of_, at.material, metric, is_counted(metric) ? q.count : 0};
    const auto reader = set().reader(at.slice, id, q.reading);
    if (!reader) return reader.error();
    const Table& table = (*reader)->table();
    if (is_counted(metric) && table.is_as_without_count())
      return stored(at, holds_values(metric) ? Metric::wdl : Metric::dtc, q);
    if (table.is_searched()) return derived(id, q.reading);
    // To number the slice takes long: it counts as a part of the table that must have been read.
    if (q.reading == Reading::in_memory && (*reader)->needs_index() && !is_numbered(at.slice))
      return SliceReader::not_in_memory();
    const auto value = (*reader)->value(
        at.pos, [&] { return index(at); }, q.reading);
    if (!value) return value.error();
    return std::optional{*value};
  }

  // Deriving requires that the flipped slice's table stores values: else it would not end.
  Result<std::optional<unsigned>> derived(const TableId& id, Reading reading) const {
    TableId other = id;
    other.material = id.material.flipped();
    const auto flip = set().reader(other, reading);
    if (!flip) return flip.error();
    if ((*flip)->table().is_searched())
      return Error{Error::Code::corrupt, (*flip)->table().path().string() +
                                             ": has no values, and " + name(id) + " has none"};
    return std::optional<unsigned>{};
  }

  /// Also starts to fetch the value into the processor's cache if its table is read in place.
  Result<ValuePlace> place_of_quiet(const Position& pos) const {
    const auto at = entry(pos);
    if (!at) return at.error();
    const auto reader =
        set().reader(at->slice, {tables_of_, at->material, Metric::wdl}, Reading::any);
    if (!reader) return reader.error();
    const Table& table = (*reader)->table();
    ValuePlace place{at->slice.slot(Metric::wdl, 0)->number,
                     (*reader)->number_of(pos, [&] { return index(*at); }),
                     {}};
    if (table.coding() == Coding::spans) {
      table.prefetch_place(place.number);
      place.read_in = &table;
    }
    return place;
  }

  Result<Value> value_of_entry(const Entry& at, const Question& q) const {
    const auto code = stored(at, q.count == 0 ? Metric::wdl : Metric::counted_wdl, q);
    if (!code) return code.error();
    if (*code) return decoded_value(**code);
    // A counted table refers here to the values with unlimited moves.
    return value_by_moves<R>(at.pos, at_end_, [&](const Position& next) {
      return resolved(next, {.reading = q.reading});
    });
  }

  Result<Value> quiet_value(const Position& pos, const Question& q) const {
    const auto at = entry(pos);
    if (!at) return at.error();
    return value_of_entry(*at, q);
  }

  Result<Ending> quiet_ending(const Position& pos) const {
    const auto at = entry(pos);
    if (!at) return at.error();
    const auto value = value_of_entry(*at, {});
    if (!value) return value.error();
    if (*value == Value::draw) return Ending{*value, 0};
    const auto half = stored(*at, Metric::dtw, {});
    if (!half) return half.error();
    if (*half) return Ending{*value, plies_from_half(static_cast<int>(**half), *value, at_end_)};
    return ending_by_moves<R>(pos, at_end_,
                              [&](const Position& next) { return ending_valid(next); });
  }

  Result<Probe> quiet_probe(const Position& pos, const Question& q) const {
    const auto at = entry(pos);
    if (!at) return at.error();
    const auto value = value_of_entry(*at, q);
    if (!value) return value.error();
    if (*value == Value::draw) return Probe{*value, {}};
    const auto plies = stored(*at, Metric::dtc, q);
    if (plies && *plies) return Probe{*value, static_cast<int>(**plies)};
    if (plies) return probe_by_moves(pos, q);
    if (dtc_required() || plies.error().code != Error::Code::missing_table) return plies.error();
    return probe_ahead(pos, *value, q);
  }

  /// The probe of a won or lost position whose distance no table stores.
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
    const Ending found =
        resolve_ending<R>(pos, at_end_, ending, [&] { return failed.has_value(); });
    if (failed) return *failed;
    return found;
  }

  /// The value of a valid position. A table that cannot be read makes the answer an error, even if
  /// the other captures would decide the value.
  Result<Value> resolved(const Position& pos, const Question& q) const {
    std::optional<Error> failed;
    const auto value_of = [&](const Position& quiet) {
      const auto stored = quiet_value(quiet, q);
      if (stored) return *stored;
      failed = stored.error();
      return Value::draw;
    };
    const Value value = resolve<R>(pos, at_end_, value_of, [&] { return failed.has_value(); });
    if (failed) return *failed;
    return value;
  }

  Probe decided_probe(const Position& pos) const {
    const Ending ending = decided_ending<R>(pos, at_end_);
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
    return damiera::probe_by_moves<R>(pos, at_end_, [&](const Position& next) {
      return probe_valid(next, {.reading = q.reading});
    });
  }

  /// The value of a valid position with the count at zero, and the distance of a win or a loss.
  Result<Probe> probe_from_zero(const Position& pos, int count) const {
    if (is_decided<R>(pos)) return decided_probe(pos);
    const auto value = resolved(pos, {.count = count});
    if (!value) return value.error();
    if (*value == Value::draw) return Probe{*value, {}};
    if (has_capture<R>(pos)) return Probe{*value, 1};
    const auto at = entry(pos);
    if (!at) return at.error();
    const auto plies = stored(*at, Metric::counted_dtc, {.count = count});
    if (!plies) return plies.error();
    if (*plies) return Probe{*value, static_cast<int>(**plies)};
    return probe_by_moves(pos, {});
  }

  /// `left` is the number of plies left in the count; -1: no move can be in time any more.
  Result<CountedProbe> counted_valid(const Position& pos, int count, int left) const {
    const auto unlimited = resolved(pos, {});
    if (!unlimited) return unlimited.error();
    const auto from_zero = probe_from_zero(pos, count);
    if (!from_zero) return from_zero.error();
    const bool stands = from_zero->dtc.value_or(0) <= left;
    return CountedProbe{rule_value(stands ? from_zero->value : Value::draw, *unlimited),
                        from_zero->dtc};
  }

  // Drops errors and a lack of memory: a caller that asks for the value later meets them again.
  void read(const Prefetcher::Wish& wish) const noexcept try {
    if (wish.distances)
      (void)probe(wish.pos, Reading::any);
    else
      (void)wdl(wish.pos, Reading::any);
  } catch (const std::bad_alloc&) {
  }

  const Variant tables_of_ = damiera::tables_of(variant());  // the game whose tables these are
  const Value at_end_ = value_at(variant());                 // of a position without a move
  std::vector<Lazy<SliceIndex<R>>> indices_;                 // one for each slice of the set
  // Declared last, so that it is destroyed first: its thread reads the tables.
  mutable Prefetcher prefetcher_{[this](const Prefetcher::Wish& wish) { read(wish); }};
};

}  // namespace damiera
