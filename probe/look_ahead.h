// SPDX-License-Identifier: MIT
// Derives short distances to conversion from values where no table stores distances. A winner that
// can convert at once has distance 1, and so has a loser whose moves all convert. Distances of a
// few plies more are found by playing moves.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "probe/by_moves.h"

namespace damiera {

/// Bounds of a distance in plies.
struct PlyBounds {
  static constexpr int unbounded = std::numeric_limits<int>::max();
  int least, most;

  constexpr bool is_exact() const { return least == most && most != unbounded; }
  /// The bounds one ply earlier in the game: both are one more.
  constexpr PlyBounds before() const {
    return {least + 1, most == unbounded ? unbounded : most + 1};
  }
};

/// Bounds distances by playing moves. `known` gives a Result<Probe> for any position; the probe has
/// a distance only if it is known without playing moves. Its error missing_table means "unknown".
template <Rules R, class Known>
class LookAhead {
 public:
  explicit LookAhead(const Known& known) : known_{known} {}

  /// Bounds on the distance, found by playing at most `plies`. They are exact if the distance is at
  /// most `plies`. Requires a position without capture, with pieces on both sides, whose value is
  /// `value`, a win or a loss.
  Result<PlyBounds> bounds(const Position& pos, Value value, int plies) const {
    const bool wins = value == Value::win;
    PlyBounds found = wins ? never : PlyBounds{0, 0};
    bool enough = false, moved = false;
    const auto done = each_quiet_move<R>(
        pos, enough, [&](const Move& move, const Position& next) -> Result<void> {
          const auto by = wins ? by_winning(move, next, plies) : by_losing(move, next, plies);
          if (!by) return by.error();
          found = wins ? soonest(found, *by) : latest(found, *by);
          moved = true;
          enough = wins ? found.most <= 1 : found.most == PlyBounds::unbounded;
          return {};
        });
    if (!done) return done.error();
    return moved ? found : PlyBounds{0, 0};  // without a move the game is over
  }

 private:
  static constexpr PlyBounds never{PlyBounds::unbounded, PlyBounds::unbounded};

  static constexpr PlyBounds soonest(PlyBounds a, PlyBounds b) {
    return {std::min(a.least, b.least), std::min(a.most, b.most)};
  }
  static constexpr PlyBounds latest(PlyBounds a, PlyBounds b) {
    return {std::max(a.least, b.least), std::max(a.most, b.most)};
  }

  /// The winner's distance by this move; unbounded if the move gives the win away.
  Result<PlyBounds> by_winning(const Move& move, const Position& next, int plies) const {
    constexpr PlyBounds perhaps{1, PlyBounds::unbounded};
    if (plies == 0) return perhaps;
    const Result<Probe> after = known_(next);
    if (!after && after.error().code == Error::Code::missing_table) return perhaps;
    if (!after) return after.error();
    if (after->value != Value::loss) return never;
    if (move.is_conversion()) return PlyBounds{1, 1};
    return by_quiet_move(next, *after, plies);
  }

  /// The loser's distance by this move. Every move loses.
  Result<PlyBounds> by_losing(const Move& move, const Position& next, int plies) const {
    constexpr PlyBounds later{2, PlyBounds::unbounded};
    if (move.is_conversion()) return PlyBounds{1, 1};
    if (plies == 0) return later;
    const Result<Probe> after = known_(next);
    if (!after && after.error().code == Error::Code::missing_table) return later;
    if (!after) return after.error();
    return by_quiet_move(next, *after, plies);
  }

  Result<PlyBounds> by_quiet_move(const Position& next, const Probe& after, int plies) const {
    if (after.dtc) return PlyBounds{*after.dtc, *after.dtc}.before();
    const auto there = bounds(next, after.value, plies - 1);
    if (!there) return there.error();
    return there->before();
  }

  const Known& known_;
};

/// The distance to conversion of a position as bounds() requires it, if the distance is at most
/// `plies` or the bounds on the way make it exact. Errors: as `known` gives them.
template <Rules R, class Known>
Result<std::optional<int>> look_ahead(const Position& pos, Value value, int plies,
                                      const Known& known) {
  const LookAhead<R, Known> ahead{known};
  for (int n = 0; n <= plies; ++n) {
    const auto bounds = ahead.bounds(pos, value, n);
    if (!bounds) return bounds.error();
    if (bounds->is_exact()) return std::optional{bounds->least};
  }
  return std::optional<int>{};
}

}  // namespace damiera
