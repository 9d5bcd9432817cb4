// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "probe/tablebase.h"
#include "search/bounds.h"
#include "search/move_list.h"
#include "search/terminal.h"

namespace damiera {

/// Knows positions without a search: the game is over, the tables hold the position, or its
/// captures lead to such positions. One thread at a time; copies of a Tablebase may be shared.
template <Rules R>
class Leaves {
 public:
  /// Tables of more than `max_pieces` pieces are not used. `count` is a draw-move limit of each
  /// side: values hold for the count at zero. 0: unlimited moves.
  Leaves(const Tablebase& tables, int max_pieces, int count = 0)
      : tables_{tables},
        at_end_{value_at(tables.variant())},
        max_pieces_{max_pieces},
        count_{count} {}

  /// The value of a finished game for the side to move; nothing if the game goes on.
  std::optional<Value> finished(const Position& pos) const {
    return damiera::finished<R>(pos, at_end_);
  }

  /// True if the tables hold every position with these pieces, with unlimited moves.
  bool holds(const Material& m) { return holds(m, Metric::wdl, held_); }

  /// Bounds of a valid position. If there is an error(), they mean nothing.
  Bounds bounds(const Position& pos) { return bounds(pos, most_captures); }

  /// The first error in reading a table, if there was one.
  const std::optional<Error>& error() const { return error_; }
  /// How many values the tables gave.
  std::uint64_t hits() const { return hits_; }

 private:
  // How many captures in a row are looked through.
  static constexpr int most_captures = 4;
  // More pieces than tables will ever have.
  static constexpr int most_held = 16;

  static std::size_t place(const Material& m) {
    return static_cast<std::size_t>(m.my_men << 12 | m.my_kings << 8 | m.their_men << 4 |
                                    m.their_kings);
  }

  using Held = std::vector<std::optional<bool>>;  // by place

  bool holds(const Material& m, Metric metric, Held& held) {
    if (m.total() > max_pieces_ || m.total() >= most_held) return false;
    std::optional<bool>& known = held[place(m)];
    if (!known) known = tables_.is_covered(m, metric, count_);
    return *known;
  }

  Bounds bounds(const Position& pos, int captures_left) {
    if (const auto value = finished(pos)) return Bounds::exactly(*value);
    if (holds(material_of(pos))) return table_value(pos);
    if (captures_left == 0 || !has_capture<R>(pos)) return {};
    Bounds best{Value::loss, Value::loss};
    visit_captures<R>(pos, [&](const CaptureLine& c) {
      if (best.lo != Value::win)
        best = best.or_else(-bounds(after<R>(pos, c.move), captures_left - 1));
    });
    return best;
  }

  Bounds table_value(const Position& pos) {
    const bool counts =
        count_ > 0 && holds(material_of(pos), Metric::counted_dtc, held_under_count_);
    const auto value = counts ? tables_.counted(pos, count_, 0) : tables_.wdl(pos);
    if (!value) {
      if (!error_) error_ = value.error();
      return {};
    }
    ++hits_;
    if (count_ == 0 || counts) return Bounds::exactly(*value);
    return {std::min(*value, Value::draw), std::max(*value, Value::draw)};  // it may come too late
  }

  const Tablebase& tables_;
  Value at_end_;  // of a position without a move
  int max_pieces_;
  int count_;
  Held held_ = Held(std::size_t{1} << 16);
  Held held_under_count_ = Held(count_ > 0 ? std::size_t{1} << 16 : 0);
  std::optional<Error> error_;
  std::uint64_t hits_ = 0;
};

}  // namespace damiera
