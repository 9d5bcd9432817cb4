#include "data/trees/row_moves.h"

#include "data/trees/bits.h"

namespace damiera {

RowMoves::RowMoves(const CellOrder& order, const FeatureSet& features)
    : order_{order},
      features_{features},
      row_{order.groups().back().count},
      rows_at_once_{std::max(1, static_cast<int>(bits / row_))},
      moves_(features.shifts().size()) {
  for (auto& by_part : moves_) by_part.resize((row_ + bits - 1) / bits);
}

CellPlanes RowMoves::moved(int shift, bool back, const CellPlanes& plain, std::uint64_t begin,
                           std::int64_t size) {
  const auto row = static_cast<std::int64_t>(row_);
  const auto first = -static_cast<std::int64_t>(begin % row_);
  CellPlanes made{first, size};
  const auto at_once = rows_at_once_ * row;
  for (std::int64_t at = first; at < size;) {
    const std::int64_t in_row = (at - first) % row;
    const auto cells = std::min({at_once - in_row, std::int64_t{bits}, size - at});
    AnswerPlanes found;
    for (const Move& move : moves(shift, static_cast<std::uint64_t>(in_row)))
      if (!back || move.by < 0) found.take(move.mask, plain.from(at + move.by));
    made.put(at, first_bits(static_cast<int>(cells)), found);
    at += cells;
  }
  return made;
}

const std::vector<RowMoves::Move>& RowMoves::moves(int shift, std::uint64_t first) {
  auto& known = moves_[static_cast<std::size_t>(shift)][first / bits];
  if (!known) known = find(features_.shifts()[static_cast<std::size_t>(shift)], first);
  return *known;
}

std::vector<RowMoves::Move> RowMoves::find(const FeatureSet::Shift& shift,
                                           std::uint64_t first) const {
  const CellOrder::Group& group = order_.groups().back();
  std::vector<Move> found;
  for (std::uint64_t i = 0; i < bits && first + i < group.count; ++i) {
    const std::uint64_t slots =
        unrank(first + i, group.chosen, Bitboard::first(group.slots)).bits();
    const std::int64_t by = Neighbours::shifted_by(group, shift, slots);
    if (by == Neighbours::off_board) continue;
    auto same = std::ranges::find(found, by, &Move::by);
    if (same == found.end()) same = found.insert(same, {by, 0});
    for (int n = 0; n < rows_at_once_; ++n)
      same->mask |= std::uint64_t{1} << (i + static_cast<std::uint64_t>(n) * row_);
  }
  return found;
}

}  // namespace damiera
