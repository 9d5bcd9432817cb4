// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>

#include "answers/verification/read_keys.h"
#include "answers/verification/resolve_captures.h"
#include "answers/verification/slice_pass.h"

namespace damiera {

/// A slice and its flip with the key of every position, ready to be checked.
template <Rules R>
struct PairKeys {
  Checked what;
  Measure measure;
  std::vector<std::unique_ptr<SliceKeys<R>>> slices;  ///< one if the slice is its own flip
  std::vector<Conversions<R>> conversions;            ///< of each of these

  bool holds(const Material& m, const Checked& checked) const {
    return what == checked && (slices.front()->material() == m || slices.back()->material() == m);
  }
  std::size_t place_of(const Material& m) const { return slices.front()->material() != m; }
  SliceKeys<R>& flip(std::size_t i) const { return *slices[(i + 1) % slices.size()]; }
};

/// Reads pairs of slices from the tables of one game, within a number of bytes, and keeps the
/// values of slices that other slices' conversions lead to. `R`: the quiet_rules() of the game.
template <Rules R>
class SlicePairs {
 public:
  using Pair = PairKeys<R>;

  /// `resolve`: resolve_captures() of the game.
  SlicePairs(const Tablebase& tables, std::uint64_t memory, ResolveCaptures<R> resolve)
      : tables_{tables},
        game_{rules_of(tables_of(tables.variant()))},
        memory_{memory},
        resolve_captures_{resolve} {}

  /// Errors: missing_table; corrupt; out_of_memory; as for Table::open. If the work was stopped,
  /// the keys are arbitrary.
  Result<Pair> make(const Material& m, const Checked& what, Work& work);
  /// Keeps a pair with distances to conversion, so that later checks of its slices need not read
  /// these tables again. Null: forgets the kept pair.
  void keep(std::unique_ptr<Pair> pair) { kept_ = std::move(pair); }
  /// Checks slice `i` of a pair. Errors: as for reading what its conversions lead to.
  Result<SliceCheck> check(const Pair& pair, std::size_t i, Work& work);

 private:
  using Known = typename Conversions<R>::Known;
  using Slice = SliceKeys<R>;

  // The successors of conversions need values alone, except for DTW.
  static Checked known_as(const Checked& what) {
    return {what.distances == Metric::dtw ? Metric::dtw : Metric::wdl, what.count};
  }

  Known known(const Material& m, const Checked& what, Work& work);
  Result<void> fit(const std::vector<Material>& slices);
  Result<void> read(Pair& pair, Work& work);
  Result<void> read_values(Slice& slice, const Checked& what, Work& work);
  Result<void> read_plies(Slice& slice, const Pair& pair, Work& work);
  Result<void> derive(Pair& pair, Work& work);
  // The slice as the kept pair has it, or null.
  const Slice* kept(const Material& m) const {
    return kept_ && kept_->holds(m, kept_->what) ? kept_->slices[kept_->place_of(m)].get()
                                                 : nullptr;
  }
  SlicePass<R> pass(const Pair& pair, std::size_t i, Work& work);
  void remember(const Pair& pair);

  const Tablebase& tables_;
  const Rules& game_;
  std::uint64_t memory_;
  ResolveCaptures<R> resolve_captures_;
  std::map<std::pair<Material, Checked>, std::shared_ptr<const KnownSlice<R>>> known_;
  std::map<int, KingMoves> moves_;  // by the number of kings
  std::unique_ptr<Pair> kept_;
};

template <Rules R>
Result<PairKeys<R>> SlicePairs<R>::make(const Material& m, const Checked& what, Work& work) {
  std::vector<Material> materials{m};
  if (m != m.flipped()) materials.push_back(m.flipped());
  Pair pair{what, measure_of(what, game_.goal), {}, {}};
  for (const Material& slice : materials)
    pair.conversions.emplace_back(
        slice, game_.goal, [&](const Material& next) { return known(next, known_as(what), work); });
  if (auto fits = fit(materials); !fits) return fits.error();
  for (const Material& slice : materials) pair.slices.push_back(std::make_unique<Slice>(slice));
  if (auto done = read(pair, work); !done) return done.error();
  if (!work.is_over()) remember(pair);
  return pair;
}

template <Rules R>
Result<void> SlicePairs<R>::read(Pair& pair, Work& work) {
  for (const auto& slice : pair.slices) {
    if (auto done = read_values(*slice, pair.what, work); !done) return done;
    if (!pair.what.has_distances()) continue;
    if (auto done = read_plies(*slice, pair, work); !done) return done;
  }
  for (std::size_t i = 0; i < pair.slices.size(); ++i)
    resolve_captures_(*pair.slices[i], pair.conversions[i], pair.measure, work);
  if (auto done = work.result(); !done) return done;
  return derive(pair, work);
}

template <Rules R>
Result<void> SlicePairs<R>::read_values(Slice& slice, const Checked& what, Work& work) {
  const auto table = tables_.open_table(what.values_of(game_.id, slice.material()));
  if (!table) return table.error();
  const Slice* const before = kept(slice.material());
  if (before && (what.count == 0 || table->is_as_without_count())) {
    slice.fill([&](std::uint64_t n) { return keys::of(keys::value(before->keys[n]), 0); });
    return {};
  }
  if (table->is_searched()) {
    slice.has_values = false;
    slice.fill([](std::uint64_t) { return keys::win(0); });
    return {};
  }
  if (!table->is_as_without_count()) return read_stored_values(*table, slice, work);
  if (const auto same = tables_.open_table(Checked{}.values_of(game_.id, slice.material()));
      same && !same->is_searched())
    return read_values(slice, {}, work);
  const auto values = known(slice.material(), known_as({}), work);
  if (!values) return values.error();
  if (!*values) return {};  // the work was stopped
  slice.fill([&](std::uint64_t n) { return (*values)->at(n); });
  return {};
}

template <Rules R>
Result<void> SlicePairs<R>::read_plies(Slice& slice, const Pair& pair, Work& work) {
  const auto table = tables_.open_table(pair.what.distances_of(game_.id, slice.material()));
  if (!table) return table.error();
  slice.has_plies = !table->is_searched();
  // Without values the numbers are kept as they are stored.
  const auto take = [&](Key& key, unsigned number) {
    const Value value = keys::value(key);
    key = keys::of(value, slice.has_values
                              ? plies_stored(pair.what.distances, number, value, game_.goal)
                              : static_cast<int>(number));
  };
  if (!slice.has_plies) return {};
  if (!table->is_as_without_count()) return read_table(*table, slice, work, take);
  const auto without = [&](const Slice& from) {
    slice.fill([&](std::uint64_t n) {
      return keys::of(keys::value(slice.keys[n]), keys::plies(from.keys[n]));
    });
    return Result<void>{};
  };
  if (const Slice* before = kept(slice.material())) return without(*before);
  const auto same = tables_.open_table(Checked{}.distances_of(game_.id, slice.material()));
  if (!same) return same.error();
  if (!same->is_searched()) return read_table(*same, slice, work, take);
  const auto made = make(slice.material(), {}, work);
  if (!made) return made.error();
  return without(*made->slices.front());
}

/// Computes what is not stored from the flipped slice, as a probe does.
template <Rules R>
Result<void> SlicePairs<R>::derive(Pair& pair, Work& work) {
  const auto follows = [&](const Slice& s) { return !s.has_values || !s.has_plies; };
  if (follows(*pair.slices.front()) && follows(*pair.slices.back())) {
    const Material& m = pair.slices.front()->material();
    return corrupt(name(m) + ": has no values, and " + name(m.flipped()) + " has none");
  }
  for (std::size_t i = 0; i < pair.slices.size(); ++i)
    if (follows(*pair.slices[i]))
      pass(pair, i, work).derive(*pair.slices[i], [&](int stored, Value value) {
        return pair.slices[i]->has_values
                   ? stored
                   : plies_stored(pair.what.distances, static_cast<unsigned>(stored), value,
                                  game_.goal);
      });
  return work.result();
}

template <Rules R>
Result<SliceCheck> SlicePairs<R>::check(const Pair& pair, std::size_t i, Work& work) {
  SliceCheck found = pass(pair, i, work).check();
  if (auto done = work.result(); !done) return done.error();
  return found;
}

template <Rules R>
SlicePass<R> SlicePairs<R>::pass(const Pair& pair, std::size_t i, Work& work) {
  const int kings = pair.slices[i]->material().my_kings;
  if (!moves_.contains(kings)) moves_.emplace(kings, KingMoves::make<R>(kings));
  return {*pair.slices[i], pair.flip(i), pair.conversions[i], moves_.at(kings), pair.measure, work};
}

template <Rules R>
auto SlicePairs<R>::known(const Material& m, const Checked& what, Work& work) -> Known {
  const auto found = known_.find({m, what});
  if (found != known_.end()) return found->second;
  if (work.is_over()) return Known{nullptr};
  const auto pair = make(m, what, work);
  if (!pair) return pair.error();
  if (work.is_over()) return Known{nullptr};
  return known_.at({m, what});
}

template <Rules R>
void SlicePairs<R>::remember(const Pair& pair) {
  const bool with_plies = pair.measure.to_the_end;
  for (const auto& slice : pair.slices)
    known_[{slice->material(), known_as(pair.what)}] =
        std::make_shared<const KnownSlice<R>>(*slice, with_plies);
}

/// Makes room for slices: drops known slices that are not in use. Error: out_of_memory.
template <Rules R>
Result<void> SlicePairs<R>::fit(const std::vector<Material>& slices) {
  std::uint64_t needed = 0;
  std::set<int> kings;
  for (const Material& m : slices) {
    needed += Slice::bytes(count_positions(m, R)) + SlicePass<R>::bytes(m);
    if (choose(Board<R>::size, m.my_kings) > KingMoves::most_sets)
      return Error{Error::Code::out_of_memory,
                   "checking " + name(m) + ": " + std::to_string(m.my_kings) +
                       " kings stand in more ways than can be numbered"};
    if (!moves_.contains(m.my_kings)) kings.insert(m.my_kings);
  }
  for (const int n : kings) needed += KingMoves::bytes_for<R>(n);
  std::uint64_t held = 0;
  for (const auto& [n, moves] : moves_) held += moves.bytes();
  for (const auto& [id, slice] : known_) held += slice->bytes();
  std::uint64_t of_kept = 0;
  if (kept_)
    for (const auto& slice : kept_->slices) of_kept += Slice::bytes(slice->index.size());
  if (held + of_kept + needed > memory_) kept_.reset();
  if (kept_) held += of_kept;
  for (auto it = known_.begin(); it != known_.end() && held + needed > memory_;) {
    const bool idle = it->second.use_count() == 1;
    if (idle) held -= it->second->bytes();
    it = idle ? known_.erase(it) : std::next(it);
  }
  if (held + needed <= memory_) return {};
  constexpr std::uint64_t mib = std::uint64_t{1} << 20;
  return Error{Error::Code::out_of_memory,
               "checking " + name(slices.front()) + " and its flip takes " +
                   std::to_string((held + needed) / mib + 1) + " MiB of memory, and " +
                   std::to_string(memory_ / mib) + " MiB may be used"};
}

}  // namespace damiera
