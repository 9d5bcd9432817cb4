// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <limits>
#include <optional>

#include "data/file/bytes.h"
#include "data/file/cell_order.h"
#include "rules/result.h"

namespace damiera {

/// A cell that lies before the current one, in terms of the board: one piece, or two, stand
/// elsewhere, or kings have other runs. `first` and `second` are codes of piece steps. In place of
/// a neighbour a feature can be a fact of the coder: then `first` is `fact`, `second` says which.
struct Feature {
  static constexpr std::uint8_t none = 255;  ///< as `second`: only one piece is moved
  static constexpr std::uint8_t fact = 255;  ///< as `first`

  std::uint8_t first, second;

  bool operator==(const Feature&) const = default;
};

/// How far each displacement goes, in rows and columns of the board. The far ones are for flying
/// kings: where a king stands on a line matters less to them than on which line.
inline constexpr std::array<std::array<int, 2>, 17> displacements{{{-1, -1},
                                                                   {-1, 1},
                                                                   {1, -1},
                                                                   {1, 1},
                                                                   {-2, 0},
                                                                   {0, -2},
                                                                   {-2, -2},
                                                                   {-2, 2},
                                                                   {0, 2},  // near
                                                                   {-3, -3},
                                                                   {-3, 3},
                                                                   {-4, -4},
                                                                   {-4, 4},
                                                                   {-5, -5},
                                                                   {-5, 5},
                                                                   {-6, -6},
                                                                   {-6, 6}}};  // far
inline constexpr int all_displacements = static_cast<int>(displacements.size());
inline constexpr int near_displacements = 9;
inline constexpr int far_displacements = all_displacements - near_displacements;

/// Where runs of kings limit their moves, a feature may ask for another run of a side: for none,
/// for one move less of the same king, or for the same number of moves of its side's king before.
enum class OtherRun : std::uint8_t { none = 0, one_less = 1, of_king_before = 2 };
inline constexpr int other_runs = 3;

/// The displacement of one piece. Pieces are counted through the groups, slowest first, each group
/// from its lowest slot up. After them come my runs and their runs, which are displaced by an
/// OtherRun.
struct PieceStep {
  int piece, displacement;

  auto operator<=>(const PieceStep&) const = default;

  /// The step that has a code in a slice of this number of pieces; nothing if there is none. The
  /// near displacements of all pieces come first, then the far ones, then other runs.
  static std::optional<PieceStep> of(std::uint8_t code, int pieces);
  std::uint8_t code(int pieces) const;
  /// Whether all steps of this number of pieces have a code.
  static constexpr bool have_codes(int pieces) {
    return pieces * all_displacements + 2 * other_runs <= Feature::none;
  }
};

/// The features of a file, in a form that can be computed quickly. Thread-safe.
class FeatureSet {
 public:
  /// The displacement of one piece.
  struct Step {
    int piece;                        ///< its number in the group, from the lowest slot up
    std::array<std::uint8_t, 64> to;  ///< the new slot for each slot, or `nowhere`
  };
  /// The displacement of one or two pieces of a group; features that displace them in the same way
  /// share it.
  struct Shift {
    std::size_t group;
    std::vector<Step> steps;
  };
  struct Item {
    /// Numbers of shifts, shifts().size() for none; or `first` -1 for fact number `second`.
    int first, second;
  };

  /// Nothing if a feature names a piece or a displacement that does not exist, or one piece twice.
  static std::optional<FeatureSet> make(const Rules& rules, const CellOrder& order,
                                        const std::vector<Feature>& features);
  /// All features that a trainer may choose from: each piece moved alone, pairs moved at once, other
  /// runs of kings (alone, of both sides, with a piece moved), and this number of facts. Only flying
  /// kings are moved far.
  static std::vector<Feature> candidates(const Rules& rules, const CellOrder& order, int facts);

  /// The shifts, group by group.
  const std::vector<Shift>& shifts() const { return shifts_; }
  const std::vector<Item>& items() const { return items_; }

 private:
  std::vector<Shift> shifts_;
  std::vector<Item> items_;
};

/// The neighbours of the cells that a cursor goes through, within one block.
class Neighbours {
 public:
  static constexpr std::uint16_t unknown = std::numeric_limits<std::uint16_t>::max();
  // The sum of two of these and a cell, even one before the block, is never negative and does not
  // overflow.
  static constexpr std::int64_t off_board = std::numeric_limits<std::int64_t>::max() / 4;

  /// `block`: values of the cells from `begin` on, filled as far as the cursor has gone; `unknown`
  /// where no value is stored.
  Neighbours(const CellOrder& order, const FeatureSet& features, const CellCursor& cursor,
             std::span<const std::uint16_t> block);

  /// Follows the cursor. Call it after each move of the cursor, before value().
  void follow() {
    for (Group& g : groups_)
      if (g.choice != cursor_->choice(g.number)) go_to(g, cursor_->choice(g.number));
  }
  /// The number of cells by which each shift moves the current cell, `off_board` or more if the
  /// shift leaves the board. Then follow 0, for no shift, and `off_board`.
  const std::vector<std::int64_t>& shifts() const { return by_; }
  /// The number of cells by which one shift moves a cell, for any choice of its group.
  static std::int64_t shifted_by(const CellOrder::Group& group, const FeatureSet::Shift& shift,
                                 std::uint64_t slots);
  /// The value of the neighbour that is feature `item`, in cell `offset` of the block, where the
  /// cursor stands; `unknown` if it lies outside the block, after the cell, or off the board.
  std::uint16_t value(const FeatureSet::Item& item, std::size_t offset) const {
    const std::int64_t at = static_cast<std::int64_t>(offset) +
                            by_[static_cast<std::size_t>(item.first)] +
                            by_[static_cast<std::size_t>(item.second)];
    return static_cast<std::size_t>(at) < offset ? block_[static_cast<std::size_t>(at)] : unknown;
  }

 private:
  // A group and its shifts, with the numbers of cells by which these move for recent choices: the
  // fastest group comes back to each of its choices many times in a block.
  struct Group {
    static constexpr std::uint64_t most_entries = 1 << 18;
    static constexpr std::uint64_t no_choice = std::numeric_limits<std::uint64_t>::max();

    std::size_t number, first_shift, shifts;
    std::uint64_t choice = no_choice;      // the current one
    std::vector<std::uint64_t> choice_of;  // row by row
    std::vector<std::int64_t> rows;        // shift by shift
  };

  void go_to(Group& group, std::uint64_t choice);

  const CellOrder* order_;
  const FeatureSet* features_;
  const CellCursor* cursor_;
  std::span<const std::uint16_t> block_;
  std::vector<Group> groups_;
  std::vector<std::int64_t> by_;  // for each shift, at the current choices; then as shifts() says
};

}  // namespace damiera
