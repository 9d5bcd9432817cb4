#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include "data/bytes.h"
#include "data/cell_order.h"
#include "rules/result.h"

namespace damiera {

/// A cell that lies before the current one, in terms of the board: one piece, or two, stand
/// elsewhere. Pieces are counted through the groups, slowest first, each group from
/// its lowest slot up; `first` and `second` are 9 x piece + number of the displacement. In place of
/// a neighbour a feature can be a fact of the coder: then `first` is `fact`, `second` says which.
struct Feature {
  static constexpr std::uint8_t none = 255;  ///< as `second`: only one piece is moved
  static constexpr std::uint8_t fact = 255;  ///< as `first`
  static constexpr int displacements = 9;

  std::uint8_t first, second;

  bool operator==(const Feature&) const = default;
};

/// How far each displacement goes, in rows and columns of the board.
inline constexpr std::array<std::array<int, 2>, Feature::displacements> displacements{
    {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}, {-2, 0}, {0, -2}, {-2, -2}, {-2, 2}, {0, 2}}};

/// The features of a file, in a form that can be computed quickly. Thread-safe.
class FeatureSet {
 public:
  /// A piece moved.
  struct Step {
    int piece;                        ///< of the group, from the lowest slot up
    std::array<std::uint8_t, 64> to;  ///< slot by slot; nowhere
  };
  /// One or two pieces of a group moved; shared by the features that move them alike.
  struct Shift {
    std::size_t group;
    std::vector<Step> steps;
  };
  struct Item {
    int first, second;  ///< numbers of shifts; -1 for none, or first -1 for fact number `second`
  };

  /// Nothing if a feature names a piece or a displacement that does not exist, or one piece twice.
  static std::optional<FeatureSet> make(const Rules& rules, const CellOrder& order,
                                        const std::vector<Feature>& features);
  /// All that a trainer may choose from: each piece moved alone, pairs moved at once, `facts`.
  static std::vector<Feature> candidates(const CellOrder& order, int facts);

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

  /// `block`: values of the cells from `begin` on, filled as far as the cursor has gone; `unknown`
  /// where there is none.
  Neighbours(const CellOrder& order, const FeatureSet& features, const CellCursor& cursor,
             std::span<const std::uint16_t> block);

  /// To be called whenever the cursor has gone on, before value().
  void follow() {
    for (std::size_t g = 0; g < groups_.size(); ++g)
      if (groups_[g].choice() != cursor_->choice(g)) groups_[g].go_to(cursor_->choice(g));
  }
  /// The value of the neighbour that is feature `item`, in cell `offset` of the block, where the
  /// cursor stands; `unknown` if it lies outside the block, after the cell, or off the board.
  std::uint16_t value(const FeatureSet::Item& item, std::size_t offset) {
    std::int64_t by = moved_by(static_cast<std::size_t>(item.first));
    if (item.second >= 0) by += moved_by(static_cast<std::size_t>(item.second));
    const std::int64_t at = static_cast<std::int64_t>(offset) + by;
    return by >= 0 || at < 0 ? unknown : block_[static_cast<std::size_t>(at)];
  }

 private:
  // No two of these sum up to less than 0 with a cell before a block's begin.
  static constexpr std::int64_t off_board = std::numeric_limits<std::int64_t>::max() / 4;
  static constexpr std::int64_t not_known = std::numeric_limits<std::int64_t>::max();

  // By how many cells the shifts of a group move, for the choices that came last: the fastest group
  // comes back to each of its choices many times in a block.
  class Group {
   public:
    Group(std::uint64_t choices, std::size_t shifts)
        : shifts_{shifts},
          rows_(std::bit_ceil(std::min(choices, most_rows)), no_choice),
          by_(rows_.size() * shifts) {}

    std::uint64_t choice() const { return choice_; }
    void go_to(std::uint64_t choice) {
      choice_ = choice;
      const std::size_t row = choice & (rows_.size() - 1);
      now_ = by_.data() + row * shifts_;
      if (rows_[row] == choice) return;
      rows_[row] = choice;
      std::fill_n(now_, shifts_, not_known);
    }
    std::int64_t& by(std::size_t shift) { return now_[shift]; }

   private:
    static constexpr std::uint64_t most_rows = 512;
    static constexpr std::uint64_t no_choice = std::numeric_limits<std::uint64_t>::max();

    std::size_t shifts_;
    std::uint64_t choice_ = no_choice;
    std::vector<std::uint64_t> rows_;  // which choice each one is of
    std::vector<std::int64_t> by_;
    std::int64_t* now_ = nullptr;
  };
  // Where a shift is found.
  struct Place {
    std::size_t group, shift;
  };

  std::int64_t moved_by(std::size_t shift) {
    const Place& place = places_[shift];
    std::int64_t& by = groups_[place.group].by(place.shift);
    if (by == not_known) by = compute(features_->shifts()[shift]);
    return by;
  }
  std::int64_t compute(const FeatureSet::Shift& s) const;

  const CellOrder* order_;
  const FeatureSet* features_;
  const CellCursor* cursor_;
  std::span<const std::uint16_t> block_;
  std::vector<Group> groups_;
  std::vector<Place> places_;  // by shift
};

}  // namespace damiera
