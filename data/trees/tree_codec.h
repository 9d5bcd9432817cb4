// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "data/file/cell_values.h"
#include "data/file/table_info.h"
#include "data/trees/quick_trees.h"
#include "data/trees/range_coder.h"
#include "data/trees/row_moves.h"
#include "data/trees/score_trees.h"
#include "rules/value.h"

namespace damiera {

static_assert(dont_care == Neighbours::unknown);

/// Packs the answers of a sample to four features into a byte, two bits each, the first one lowest:
/// answer(f) for the features from number `first` on, and 0 for numbers from `features` on.
template <class Answer>
std::uint8_t four_answers(std::size_t first, std::size_t features, const Answer& answer) {
  unsigned byte = 0;
  for (std::size_t k = 0; k < 4 && first + k < features; ++k) byte |= answer(first + k) << 2 * k;
  return static_cast<std::uint8_t>(byte);
}

/// How a value is written in a cell: 0, 1, 2 for loss, draw and win.
constexpr std::uint16_t cell_of(Value value) {
  return static_cast<std::uint16_t>(static_cast<int>(value) + 1);
}
/// How a distance of `plies` is written in a cell: doubled, plus 1 for wins.
constexpr std::uint16_t cell_of(int plies, bool won) {
  return static_cast<std::uint16_t>(plies << 1 | int{won});
}

/// Picks one number in `every`, fewer than 2^32, by a hash, so that no pattern of the board is
/// favoured.
class OneIn {
 public:
  explicit constexpr OneIn(std::uint64_t every)
      : inverse_{std::numeric_limits<std::uint64_t>::max() / every + 1} {}

  /// Whether the upper half of a product, a hash of `number`, is divisible by `every`. Source:
  /// Lemire, Kaser and Kurz, Faster remainder by direct computation, 2019.
  constexpr bool operator()(std::uint64_t number) const {
    return (number * 0x9e3779b97f4a7c15 >> 32) * inverse_ <= inverse_ - 1;
  }

 private:
  std::uint64_t inverse_;
};

/// How the values of packed tables are coded: along the cells of an order, each predicted by the
/// trees from its neighbours. WDL values are 0, 1, 2 for loss, draw, win; other tables have
/// distances. Thread-safe.
class TreeCodec {
 public:
  /// `greatest`: the greatest value that matters. Error corrupt, without a place, if the trees do
  /// not fit the order.
  static Result<TreeCodec> make(const TableId& id, const CellLayout& layout, ScoreTrees trees,
                                int greatest);

  const CellOrder& order() const { return order_; }

  /// Appends the block of the cells from `begin` on. `cells` holds values, or each distance d as 2
  /// d, and as 2 d + 1 for a win. `dont_care` stands for positions with a capture and cells without
  /// a position, and in tables of distances for draws. `moves`: row_moves() of this codec.
  void encode(std::uint64_t begin, std::span<std::uint16_t> cells, RowMoves& moves,
              std::vector<std::byte>& out) const;
  /// Data that encode() computes once and uses for many blocks.
  RowMoves row_moves() const { return {order_, features_}; }
  /// The inverse of encode(); any bytes decode to some values. `dont_care` stands where nothing is
  /// stored. For a table of distances `cells` must hold the values 0, 1 and 2 of the positions;
  /// afterwards it holds the distances.
  void decode(std::span<const std::byte> block, std::uint64_t begin,
              std::span<std::uint16_t> cells) const;

  /// One guess of coding a block, for a trainer: the answers of all features, and the label: the
  /// value in WDL tables, else whether the guess is right.
  struct Sample {
    std::span<const std::uint8_t> answers;  ///< as four_answers() packs them
    std::uint8_t label;
  };
  /// Calls visit() for each guess that coding would make about one cell in `every` of a block. The
  /// numbers of the cells alone decide which cells these are. `cells` is as for encode().
  void sample(std::uint64_t begin, std::span<std::uint16_t> cells, std::uint64_t every,
              const std::function<void(const Sample&)>& visit) const;

  /// The number of scores of a leaf.
  static std::size_t scores(Metric metric) { return holds_values(metric) ? 2 : 1; }
  /// The number of facts that can be features.
  static int facts(Metric metric) { return holds_values(metric) ? 1 : 4; }

 private:
  // The answers of features about a neighbour that there is not.
  static constexpr unsigned no_value = 3, no_distance = 0;

  TreeCodec(const TableId& id, CellOrder order, ScoreTrees trees, FeatureSet features, int greatest,
            bool (*capture)(const Position&))
      : metric_{id.metric},
        order_{std::move(order)},
        trees_{std::move(trees)},
        features_{std::move(features)},
        quick_trees_{trees_, features_, holds_values(metric_) ? no_value : no_distance},
        greatest_{greatest},
        has_capture_{capture} {}

  template <class W>
  void encode_values(std::uint64_t begin, std::span<const std::uint16_t> cells, RowMoves& moves,
                     std::vector<std::byte>& out) const;
  void decode_values(std::span<const std::byte> block, std::uint64_t begin,
                     std::span<std::uint16_t> cells) const;
  template <class Coder>
  void sample_values(std::uint64_t begin, std::span<std::uint16_t> cells, Coder& sampling) const;
  template <class Coder>
  void code_distances(std::uint64_t begin, std::span<std::uint16_t> cells, Coder& coder) const;
  std::size_t go_to(CellCursor& cursor, std::uint64_t begin, std::size_t at, std::size_t to) const;
  // False for a cell whose value is not stored. An encoder knows this from `cell`, a decoder finds
  // it from the position.
  template <class Coder>
  bool has_value(const CellCursor& cursor, std::uint16_t cell) const {
    if constexpr (Coder::is_told) return cell != dont_care;
    return cursor.is_position() && !has_capture_(cursor.position());
  }

  Metric metric_;
  CellOrder order_;
  ScoreTrees trees_;
  FeatureSet features_;
  QuickTrees quick_trees_;
  int greatest_;
  bool (*has_capture_)(const Position&);
};

}  // namespace damiera
