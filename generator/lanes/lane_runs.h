// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "indexing/king_runs.h"

namespace damiera {

/// The square of a run that belongs to the lane king, wherever that king stands.
inline constexpr Square lane_king{255};

/// The number of the runs of `rest`, with its lane king on `lane`, in a slice with runs.
template <Rules R>
constexpr std::uint64_t number_of_runs(const KingRuns& runs, Position rest, bool lane_is_mine,
                                       Square lane) {
  if constexpr (R.king_limit == 0) return 0;
  Bitboard& kings = lane_is_mine ? rest.my_kings : rest.their_kings;
  kings = kings.with(lane);
  KingRun& run = lane_is_mine ? rest.my_run : rest.their_run;
  if (run.any() && run.king == lane_king) run.king = lane;
  return runs.rank(rest);
}

/// The numbering of one side's runs in a matrix: 0 for no run, then by king and moves. King 0 of
/// the lane side is the lane king, and its other kings follow from the lowest up. The other side's
/// kings are numbered from the lowest up.
template <Rules R>
class RunNumbers {
 public:
  RunNumbers() = default;
  /// For a side with `men` men and `kings` kings. Without men, its kings have no limit.
  RunNumbers(int men, int kings)
      : kings_{R.king_limit > 0 && men > 0 ? static_cast<std::size_t>(kings) : 0} {}

  std::size_t count() const { return 1 + limit * kings_; }
  bool any() const { return R.king_limit > 0 && kings_ > 0; }
  /// How many kings have a limit.
  std::size_t kings() const { return kings_; }

  /// Requires 1 <= moves <= R.king_limit.
  static std::size_t number(std::size_t king, std::size_t moves) {
    return 1 + limit * king + (moves - 1);
  }
  /// king() and moves() require a number other than 0.
  static std::size_t king(std::size_t run) { return (run - 1) / limit; }
  static std::size_t moves(std::size_t run) { return (run - 1) % limit + 1; }
  static bool is_full(std::size_t run) {
    return R.king_limit > 0 && run != 0 && moves(run) == limit;
  }

  /// Whether a move of this king can have made `run`.
  static bool is_made_by(std::size_t king, std::size_t run) {
    return R.king_limit == 0 || run == 0 || RunNumbers::king(run) == king;
  }
  /// The number of a run by `king` that has the same number of moves as `run`.
  static std::size_t made_by(std::size_t king, std::size_t run) {
    return R.king_limit == 0 || run == 0 ? 0 : number(king, moves(run));
  }

  /// Calls visit(after) for each run that a king move may make from `run`.
  template <class Visit>
  void for_each_next(std::size_t run, const Visit& visit) const {
    if (!any()) return visit(0);
    for (std::size_t king = 0; king < kings_; ++king)
      if (run == 0 || RunNumbers::king(run) != king)
        visit(number(king, 1));
      else if (!is_full(run))
        visit(run + 1);
  }
  /// Calls visit(before) for each run from which a king move may make `run`.
  template <class Visit>
  void for_each_before(std::size_t run, const Visit& visit) const {
    if (!any()) return visit(0);
    if (moves(run) > 1) return visit(run - 1);
    for (std::size_t other = 0; other < run; ++other) visit(other);
    for (std::size_t other = run + limit; other < count(); ++other) visit(other);
  }

 private:
  static constexpr std::size_t limit = R.king_limit > 0 ? R.king_limit : 1;
  std::size_t kings_ = 0;
};

/// The cells of a row. There is one for each column; where kings are limited, there is one for each
/// column and each pair of a run of the first side and a run of the second.
template <Rules R>
class RowCells {
 public:
  struct Place {
    std::size_t column;
    std::array<std::uint16_t, 2> runs;

    Place in(std::size_t other_column) const { return {other_column, runs}; }
    Place with(int s, std::size_t run) const {
      Place p = *this;
      p.runs[static_cast<std::size_t>(s)] = static_cast<std::uint16_t>(run);
      return p;
    }
  };

  void reset(std::size_t columns, const std::array<RunNumbers<R>, 2>& runs) {
    columns_ = columns;
    runs_ = runs;
    if constexpr (R.king_limit == 0) return;
    places_.clear();
    for (std::size_t column = 0; column < columns; ++column)
      for (std::uint16_t first = 0; first < runs[0].count(); ++first)
        for (std::uint16_t second = 0; second < runs[1].count(); ++second)
          places_.push_back({column, {first, second}});
  }

  std::size_t size() const { return columns_ * runs_[0].count() * runs_[1].count(); }
  const RunNumbers<R>& runs(int s) const { return runs_[static_cast<std::size_t>(s)]; }

  std::size_t number(const Place& p) const {
    if constexpr (R.king_limit == 0) return p.column;
    return (p.column * runs_[0].count() + p.runs[0]) * runs_[1].count() + p.runs[1];
  }
  /// The inverse of number().
  Place operator[](std::size_t cell) const {
    if constexpr (R.king_limit == 0) return {cell, {}};
    return places_[cell];
  }
  /// Calls visit(place) for each cell of a column.
  template <class Visit>
  void for_each(std::size_t column, const Visit& visit) const {
    const std::size_t states = runs_[0].count() * runs_[1].count();
    for (std::size_t n = 0; n < states; ++n) visit((*this)[column * states + n]);
  }

 private:
  std::size_t columns_ = 0;
  std::array<RunNumbers<R>, 2> runs_;
  std::vector<Place> places_;
};

}  // namespace damiera
