#pragma once

#include <limits>
#include <optional>

#include "data/bytes.h"
#include "data/cell_order.h"
#include "rules/result.h"

namespace damiera {

/// A cell that lies before the current one, in terms of the board: one piece, or two of different
/// groups, stand elsewhere. Pieces are counted through the groups, slowest first, each group from
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
  /// A piece moved; shared by the features that move it alike.
  struct Shift {
    std::size_t group;
    int piece;                        ///< of the group, from the lowest slot up
    std::array<std::uint8_t, 64> to;  ///< slot by slot; nowhere
  };
  struct Item {
    int first, second;  ///< numbers of shifts; -1 for none, or first -1 for fact number `second`
  };

  /// Nothing if a feature names a piece or a displacement that does not exist.
  static std::optional<FeatureSet> make(const Rules& rules, const CellOrder& order,
                                        const std::vector<Feature>& features);
  /// All that a trainer may choose from: each piece moved alone, pairs moved one step, `facts`.
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
             std::span<const std::uint16_t> block)
      : order_{&order},
        features_{&features},
        cursor_{&cursor},
        block_{block},
        moved_(features.shifts().size()) {}

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
  struct Moved {
    std::uint32_t version = 0;  // of the group
    std::int64_t by = 0;        // cells
  };

  std::int64_t moved_by(std::size_t shift) {
    Moved& moved = moved_[shift];
    const FeatureSet::Shift& s = features_->shifts()[shift];
    if (const auto version = cursor_->version(s.group); moved.version != version)
      moved = {version, compute(s)};
    return moved.by;
  }
  std::int64_t compute(const FeatureSet::Shift& s) const {
    const CellOrder::Group& group = order_->groups()[s.group];
    const std::uint64_t slots = cursor_->slots(s.group);
    std::uint64_t rest = slots;
    for (int n = s.piece; n > 0; --n) rest &= rest - 1;
    const std::uint8_t to = s.to[static_cast<std::size_t>(std::countr_zero(rest))];
    if (to == CellOrder::nowhere || (slots >> to & 1) != 0) return off_board;
    const std::uint64_t moved = (slots & ~(rest & -rest)) | std::uint64_t{1} << to;
    return (static_cast<std::int64_t>(CellOrder::rank_of(moved)) -
            static_cast<std::int64_t>(CellOrder::rank_of(slots))) *
           static_cast<std::int64_t>(group.stride);
  }

  const CellOrder* order_;
  const FeatureSet* features_;
  const CellCursor* cursor_;
  std::span<const std::uint16_t> block_;
  std::vector<Moved> moved_;
};

}  // namespace damiera
