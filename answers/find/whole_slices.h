// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "answers/verification/read_keys.h"
#include "answers/verification/resolve_captures.h"
#include "answers/verification/slice_check.h"

namespace damiera {

/// Reads whole slices of one game into memory, block by block, within a number of bytes. Captures
/// are resolved through slices with fewer pieces, whose values are kept for the next slice. To be
/// used by one thread at a time, which works in parallel on the caller's arena. `R`: the
/// quiet_rules() of the game.
template <Rules R>
class WholeSlices {
 public:
  using Slice = std::shared_ptr<const SliceKeys<R>>;

  /// `resolve`: resolve_captures() of the game.
  WholeSlices(const Tablebase& tables, std::uint64_t memory, ResolveCaptures<R> resolve)
      : tables_{tables},
        game_{rules_of(tables_of(tables.variant()))},
        memory_{memory},
        resolve_captures_{resolve} {}

  /// Reads a slice and gives each of its positions a key; `what` says which distances the keys
  /// have. Null if the slice cannot be read whole: there is too little room, or its values are not
  /// stored but derived from moves. If the work was stopped, the keys are arbitrary. Errors:
  /// missing_table; corrupt; as for Table::open.
  Result<Slice> read(const Material& m, const Checked& what, Work& work);
  /// The slices that captures of a slice lead to, with values only, without those that a quiet
  /// promotion leads to. Nothing if they cannot be read whole.
  std::optional<Conversions<R>> captures_from(const Material& m, const Checked& what, Work& work);

 private:
  using Known = typename Conversions<R>::Known;
  using Keys = SliceKeys<R>;

  Known known(const Material& m, const Checked& what, Work& work);
  Result<bool> read_values(Keys& slice, const Checked& what, Work& work) const;
  Result<bool> read_plies(Keys& slice, const Checked& what, Work& work) const;
  bool make_room(const Material& m);
  std::uint64_t held() const;

  const Tablebase& tables_;
  const Rules& game_;
  std::uint64_t memory_;
  ResolveCaptures<R> resolve_captures_;
  std::map<std::pair<Material, Checked>, std::shared_ptr<const KnownSlice<R>>> known_;
  std::vector<std::weak_ptr<const Keys>> slices_;
};

template <Rules R>
auto WholeSlices<R>::known(const Material& m, const Checked& what, Work& work) -> Known {
  const auto found = known_.find({m, what});
  if (found != known_.end()) return found->second;
  const auto slice = read(m, what, work);
  if (!slice) return slice.error();
  if (!*slice) return Known{nullptr};
  auto made = std::make_shared<const KnownSlice<R>>(**slice, what.distances == Metric::dtw);
  if (!work.is_over()) known_[{m, what}] = made;
  return made;
}

template <Rules R>
auto WholeSlices<R>::captures_from(const Material& m, const Checked& what, Work& work)
    -> std::optional<Conversions<R>> {
  const bool to_the_end = what.distances == Metric::dtw;
  const Checked lower{to_the_end ? Metric::dtw : Metric::wdl, what.count};
  bool whole = true;
  Conversions<R> conversions{m, game_.goal, [&](const Material& next) {
                               if (next.total() == m.total()) return Known{nullptr};
                               const auto found = known(next, lower, work);
                               if (found && !*found) whole = false;
                               return found;
                             }};
  if (!whole) return {};
  return conversions;
}

template <Rules R>
auto WholeSlices<R>::read(const Material& m, const Checked& what, Work& work) -> Result<Slice> {
  // The arrays have no room for runs of kings.
  if (KingRuns{m, R.king_limit}.count() > 1 || !make_room(m)) return Slice{};
  const auto slice = std::make_shared<Keys>(m);
  slices_.push_back(slice);
  const auto values = read_values(*slice, what, work);
  if (!values) return values.error();
  const auto plies =
      !*values || !what.has_distances() ? Result<bool>{*values} : read_plies(*slice, what, work);
  if (!plies) return plies.error();
  const auto conversions = *plies ? captures_from(m, what, work) : std::nullopt;
  if (!conversions) return Slice{};
  resolve_captures_(*slice, *conversions, measure_of(what, game_.goal), work);
  if (auto done = work.result(); !done) return done.error();
  return Slice{slice};
}

/// Reads the values of a slice. Returns false if its table stores none.
template <Rules R>
Result<bool> WholeSlices<R>::read_values(Keys& slice, const Checked& what, Work& work) const {
  const auto table = tables_.table(what.values_of(game_.id, slice.material()));
  if (!table) return table.error();
  if (table->is_searched()) return false;
  if (table->is_as_without_count()) return read_values(slice, {}, work);
  if (auto done = read_stored_values(*table, slice, work); !done) return done.error();
  return true;
}

/// Adds distances to values that have been read. Returns false if the table stores none.
template <Rules R>
Result<bool> WholeSlices<R>::read_plies(Keys& slice, const Checked& what, Work& work) const {
  const auto table = tables_.table(what.distances_of(game_.id, slice.material()));
  if (!table) return table.error();
  if (table->is_searched()) return false;
  if (table->is_as_without_count()) return read_plies(slice, {}, work);
  const auto done = read_table(*table, slice, work, [&](Key& key, unsigned number) {
    const Value value = keys::value(key);
    key = keys::of(value, plies_stored(what.distances, number, value, game_.goal));
  });
  if (!done) return done.error();
  return true;
}

template <Rules R>
std::uint64_t WholeSlices<R>::held() const {
  std::uint64_t bytes = 0;
  for (const auto& [id, slice] : known_) bytes += slice->bytes();
  for (const auto& slice : slices_)
    if (const auto alive = slice.lock()) bytes += Keys::bytes(alive->index.size());
  return bytes;
}

/// Forgets slices that are not in use, if necessary; returns whether the slice has room then.
template <Rules R>
bool WholeSlices<R>::make_room(const Material& m) {
  std::erase_if(slices_, [](const auto& slice) { return slice.expired(); });
  const std::uint64_t needed = Keys::bytes(count_positions(m, R));
  for (auto it = known_.begin(); it != known_.end() && held() + needed > memory_;)
    it = it->second.use_count() == 1 ? known_.erase(it) : std::next(it);
  return held() + needed <= memory_;
}

}  // namespace damiera
