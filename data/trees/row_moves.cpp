#include "data/trees/row_moves.h"

namespace damiera {

RowMoves::RowMoves(const CellOrder& order, const FeatureSet& features)
    : order_{order}, features_{features}, moves_(features.shifts().size()) {
  const std::uint64_t row = order.groups().back().count;
  for (auto& by_chunk : moves_) by_chunk.resize((row + bits - 1) / bits);
}

std::vector<RowMoves::Move> RowMoves::find(const FeatureSet::Shift& shift,
                                           std::uint64_t chunk) const {
  const CellOrder::Group& group = order_.groups().back();
  std::vector<Move> found;
  for (std::uint64_t i = 0; i < bits && bits * chunk + i < group.count; ++i) {
    const std::uint64_t slots =
        unrank(bits * chunk + i, group.pieces, Bitboard::first(group.slots)).bits();
    const std::int64_t by = Neighbours::shifted_by(group, shift, slots);
    if (by == Neighbours::off_board) continue;
    const auto same = std::ranges::find(found, by, &Move::by);
    if (same == found.end())
      found.push_back({by, std::uint64_t{1} << i});
    else
      same->mask |= std::uint64_t{1} << i;
  }
  return found;
}

}  // namespace damiera
