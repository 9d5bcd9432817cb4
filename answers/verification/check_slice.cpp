#include "answers/verification/check_slice.h"

#include <atomic>
#include <limits>
#include <mutex>
#include <optional>

#include "indexing/slice_index.h"
#include "rules/resolve.h"

namespace damiera {

namespace {

/// Computes the value of a quiet position from its moves, move by move.
class FromMoves {
 public:
  /// `at_end`: the value of a position without moves.
  explicit FromMoves(Value at_end) : at_end_{at_end} {}

  /// Adds a move that is worth `mine` to the side that makes it. `plies` is the distance that the
  /// position has by this move, if known.
  void add(Value mine, std::optional<int> plies) {
    moved_ = true;
    best_ = std::max(best_, mine);
    if (mine == Value::win && plies) soonest_ = std::min(soonest_, *plies);
    if (mine == Value::loss && plies) latest_ = std::max(latest_, *plies);
  }
  Probe result(bool distances) const {
    if (!moved_) return {at_end_, distances ? std::optional{0} : std::nullopt};
    if (best_ == Value::draw || !distances) return {best_, {}};
    return {best_, best_ == Value::win ? soonest_ : latest_};
  }

 private:
  Value at_end_;
  bool moved_ = false;
  Value best_ = Value::loss;
  int soonest_ = std::numeric_limits<int>::max(), latest_ = 0;
};

/// Checks the positions of one slice; many threads share one.
template <Rules R>
class SliceChecker {
 public:
  SliceChecker(const Tablebase& tables, const Material& material, const Checked& checked)
      : tables_{tables}, slice_{material}, checked_{checked} {}

  std::uint64_t size() const { return slice_.size(); }
  bool failed() const { return failed_; }
  const Error& error() const { return *error_; }

  void check(Index index, SliceCheck& found) {
    const Position pos = slice_.position(index);
    const bool capture = has_capture<R>(pos);
    const auto stored = read(pos, checked_.has_distances() && !capture);
    if (!stored) return fail(stored.error());
    count(*stored, capture, index, found);
    if (!capture) compare(pos, *stored, found);
  }

 private:
  Result<Probe> read(const Position& pos, bool distance) const {
    if (checked_.count != 0) return read_counted(pos);
    if (!distance) return read_value(pos);
    return checked_.distances == Metric::dtw ? read_ending(pos) : tables_.probe(pos);
  }
  Result<Probe> read_value(const Position& pos) const {
    const auto value = tables_.wdl(pos);
    if (!value) return value.error();
    return Probe{*value, {}};
  }
  Result<Probe> read_ending(const Position& pos) const {
    const auto ending = tables_.ending(pos);
    if (!ending) return ending.error();
    if (ending->value == Value::draw) return Probe{Value::draw, {}};
    return Probe{ending->value, ending->plies};
  }
  Result<Probe> read_counted(const Position& pos) const {
    const auto counted = tables_.probe(pos, Count{checked_.count});
    if (!counted) return counted.error();
    // A draw with a distance is wrong: it then differs from what the moves give.
    return Probe{counted->value == RuleValue::win    ? Value::win
                 : counted->value == RuleValue::loss ? Value::loss
                                                     : Value::draw,
                 counted->dtc};
  }

  static void count(const Probe& stored, bool capture, Index index, SliceCheck& found) {
    Totals& t = found.counts;
    ++t.positions;
    t.captures += capture;
    ++(stored.value == Value::win ? t.wins : stored.value == Value::draw ? t.draws : t.losses);
    if (capture || stored.dtc.value_or(0) <= found.longest_plies) return;
    found.longest_plies = *stored.dtc;
    found.longest = index;
  }

  // Draws have no distance, so values are enough to confirm one.
  void compare(const Position& pos, const Probe& stored, SliceCheck& found) {
    if (recompute(pos, checked_.has_distances() && stored.value != Value::draw) == stored) return;
    if (found.examples.size() < SliceCheck::max_examples)
      found.examples.push_back({pos, stored, recompute(pos, checked_.has_distances())});
    ++found.wrong;
  }

  Probe recompute(const Position& pos, bool distances) {
    FromMoves moves{at_end_};
    const auto add = [&](const Move& move) {
      const bool ends = move.is_conversion() && checked_.distances != Metric::dtw;
      const auto next = read(after<R>(pos, move), distances && !ends);
      if (!next) return fail(next.error());
      const int plies = ends ? 1 : 1 + next->dtc.value_or(0);
      const bool too_late = checked_.count != 0 && plies > 2 * checked_.count;
      moves.add(too_late ? Value::draw : -next->value, plies);
    };
    for_each_man_move<R>(pos, add);
    for_each_king_move<R>(pos, add);
    return moves.result(distances);
  }

  void fail(const Error& error) {
    const std::scoped_lock lock{mutex_};
    if (!error_) error_ = error;
    failed_ = true;
  }

  const Tablebase& tables_;
  const Value at_end_ = value_at(tables_.variant());
  SliceIndex<R> slice_;
  Checked checked_;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::optional<Error> error_;  // the first that occurred
};

/// Checks `size` positions; index_of(i) gives their numbers, ascending.
template <Rules R, class IndexOf>
Result<SliceCheck> check_many(SliceChecker<R>& checker, std::uint64_t size, std::uint64_t grain,
                              const IndexOf& index_of,
                              const std::function<bool(std::uint64_t)>& progress) {
  std::atomic<bool> stopped = false;
  const auto check_range = [&](std::uint64_t first, std::uint64_t last, SliceCheck& found) {
    if (stopped || checker.failed()) return;
    for (std::uint64_t i = first; i < last; ++i) checker.check(index_of(i), found);
    if (!progress(last - first)) stopped = true;
  };
  auto found = check_ranges(size, grain, check_range);
  if (checker.failed()) return checker.error();
  return found;
}

}  // namespace

Result<SliceCheck> check_slice(const Tablebase& tables, const Material& material,
                               const Checked& checked,
                               const std::function<bool(std::uint64_t)>& progress) {
  return with_moves(tables.variant(), [&]<Rules R>() {
    SliceChecker<R> checker{tables, material, checked};
    return check_many(
        checker, checker.size(), 4096, [](std::uint64_t i) { return Index{i}; }, progress);
  });
}

Result<SliceCheck> check_positions(const Tablebase& tables, const Material& material,
                                   const Checked& checked, const std::vector<Index>& positions,
                                   const std::function<bool(std::uint64_t)>& progress) {
  return with_moves(tables.variant(), [&]<Rules R>() {
    SliceChecker<R> checker{tables, material, checked};
    return check_many(
        checker, positions.size(), 1, [&](std::uint64_t i) { return positions[i]; }, progress);
  });
}

}  // namespace damiera
