// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "data/file/learned_order.h"
#include "indexing/combinatorics.h"
#include "indexing/king_runs.h"
#include "indexing/material.h"

namespace damiera {

/// The numbering of the cells of a packed table, see FORMAT.md: one of 24 orders of the groups my
/// men, their men, my kings, their kings; one of two orders of the squares; perhaps a learned order
/// of the joint choices of the last groups; and the place of the runs of kings.
struct CellLayout {
  static constexpr int group_orders = 24;
  enum class Squares : std::uint8_t { by_row = 0, snake = 1 };
  /// Whether the runs of both sides' kings come before all groups of pieces, before the last one,
  /// or after it.
  enum class Runs : std::uint8_t { first = 0, before_last = 1, last = 2 };

  std::uint8_t groups = 0;
  Squares squares = Squares::by_row;
  std::uint8_t learned_groups = 0;  ///< number of last groups with a learned order; not all groups
  std::shared_ptr<const LearnedOrder> learned = {};  ///< the order of these groups' joint choices
  Runs runs = Runs::first;  ///< `first` in a slice without runs, and with a learned order

  bool operator==(const CellLayout& other) const {
    const bool same_order =
        learned && other.learned ? *learned == *other.learned : learned == other.learned;
    return groups == other.groups && squares == other.squares &&
           learned_groups == other.learned_groups && same_order && runs == other.runs;
  }
};

/// Numbers the cells of a slice. A cell is a choice of squares for each group, independent of the
/// other groups; if groups overlap, the cell stands for no position. Where runs of kings matter, a
/// cell is a choice of these as well. Thread-safe.
class CellOrder {
 public:
  /// The pieces of one kind and side. Its slots are the squares where they may stand, numbered in
  /// the layout's order of squares. Or the runs of one side's kings: their slots are the numbers of
  /// the runs, of which one is chosen.
  struct Group {
    int kind;  ///< 0 my men, 1 their men, 2 my kings, 3 their kings, 4 my runs, 5 their runs
    Bitboard Position::*set;  ///< null of runs
    int pieces;               ///< 0 of runs
    int chosen;               ///< the number of slots in a choice: `pieces`, or 1 of runs
    int slots;
    std::uint64_t count;                     ///< the number of choices
    std::uint64_t stride;                    ///< the number of cells for each choice
    std::array<std::uint8_t, 64> slot_of;    ///< by square; `nowhere` where the group may not stand
    std::array<std::uint8_t, 64> square_of;  ///< by slot

    bool is_of_kings() const { return kind == 2 || kind == 3; }
    bool is_of_runs() const { return kind >= first_kind_of_runs; }
  };
  static constexpr int first_kind_of_runs = 4;
  static constexpr std::uint8_t nowhere = 255;

  /// A learned order must have last_cells(layout.learned_groups) numbers.
  CellOrder(const Rules& rules, const Material& m, const CellLayout& layout);

  std::uint64_t cells() const { return cells_; }
  const KingRuns& runs() const { return runs_; }
  /// What the runs with this number, see KingRuns, add to the number of a cell.
  std::uint64_t cells_before_runs(std::uint64_t number) const {
    return number / runs_.theirs() * my_run_stride_ + number % runs_.theirs() * their_run_stride_;
  }
  /// The number of joint choices of the last `groups` groups.
  std::uint64_t last_cells(std::size_t groups) const {
    return groups < groups_.size() ? groups_[groups_.size() - 1 - groups].stride : cells_;
  }
  /// The groups that have pieces and the runs that are more than one, the slowest first.
  const std::vector<Group>& groups() const { return groups_; }
  /// The number of groups that have pieces.
  std::size_t groups_of_pieces() const { return groups_of_pieces_; }
  /// The cell of a position of the slice.
  std::uint64_t cell(const Position& pos) const {
    std::uint64_t before = 0, last = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g)
      if (!groups_[g].is_of_runs())
        (g < plain_groups_ ? before : last) +=
            rank_of(slots(groups_[g], pos.*groups_[g].set)) * groups_[g].stride;
    if (runs_.count() > 1) before += cells_before_runs(runs_.rank(pos));
    return before + (learned_ ? learned_->place_of(last) : last);
  }
  /// The learned order of the last groups, or null.
  const LearnedOrder* learned() const { return learned_.get(); }
  /// The number of groups outside the learned order: the slowest ones.
  std::size_t plain_groups() const { return plain_groups_; }
  /// The slots of a group's squares, as a set of bits.
  static std::uint64_t slots(const Group& g, Bitboard squares) {
    std::uint64_t mask = 0;
    for (const Square sq : squares) mask |= std::uint64_t{1} << g.slot_of[static_cast<int>(sq)];
    return mask;
  }
  /// The number of a set among the sets with the same count of slots, in colexicographic order.
  static std::uint64_t rank_of(std::uint64_t slots) {
    std::uint64_t r = 0;
    for (int k = 1; slots != 0; slots &= slots - 1) r += choose(std::countr_zero(slots), k++);
    return r;
  }

 private:
  void add_runs(std::vector<Group>::iterator at);

  std::vector<Group> groups_;
  KingRuns runs_;
  std::uint64_t cells_ = 1;
  std::uint64_t my_run_stride_ = 0, their_run_stride_ = 0;
  std::size_t groups_of_pieces_;
  std::shared_ptr<const LearnedOrder> learned_;
  std::size_t plain_groups_;
};

/// Walks the cells of an order, one after the other.
class CellCursor {
 public:
  /// Begins at cell `cell`.
  CellCursor(const CellOrder& order, std::uint64_t cell);

  /// The slots of group number `g` in the current cell.
  std::uint64_t slots(std::size_t g) const { return slots_[g]; }
  /// The rank of the slots of group number `g`.
  std::uint64_t choice(std::size_t g) const { return choice_[g]; }
  /// The pieces of the current cell; sets may overlap.
  const Position& position() const { return position_; }
  /// False if sets overlap: the cell stands for no position.
  bool is_position() const { return position_.occupied().count() == pieces_; }
  /// Moves on to the next cell; from the last one to the first.
  void next();
  /// Moves on to the next joint choice of all groups but the last, and to the last group's first
  /// choice. Requires an order without a learned order.
  void next_row();

 private:
  void next(std::size_t groups);
  void set(std::size_t g, std::uint64_t choice, std::uint64_t slots);
  void set_from(std::size_t first, std::uint64_t number);
  void set_runs();

  static constexpr std::size_t most_groups = 6;  // four of pieces, two of runs

  const CellOrder* order_;
  std::uint64_t place_ = 0;  // the place in the learned order
  std::array<std::uint64_t, most_groups> slots_{};
  std::array<std::uint64_t, most_groups> choice_{};
  Position position_{};
  int pieces_;
};

}  // namespace damiera
