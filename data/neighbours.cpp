#include "data/neighbours.h"

namespace damiera {

namespace {

// Which group a piece belongs to, and which of its pieces it is.
struct PieceOf {
  std::size_t group;
  int piece;
};
std::optional<PieceOf> piece_of(const CellOrder& order, int piece) {
  for (std::size_t g = 0; g < order.groups().size(); ++g) {
    if (piece < order.groups()[g].pieces) return PieceOf{g, piece};
    piece -= order.groups()[g].pieces;
  }
  return {};
}

// The column of a square, counted in playing squares of either colour.
int column(const Rules& rules, int square) {
  const int row = square / rules.row_squares();
  const bool starts_left = (row % 2 == 0) == rules.top_left_is_dark;
  return 2 * (square % rules.row_squares()) + (starts_left ? 0 : 1);
}

std::uint8_t moved(const Rules& rules, const CellOrder::Group& group, int slot,
                   const std::array<int, 2>& by) {
  const int square = group.square_of[static_cast<std::size_t>(slot)];
  const int row = square / rules.row_squares() + by[0], col = column(rules, square) + by[1];
  if (row < 0 || row >= rules.width || col < 0 || col >= rules.width) return CellOrder::nowhere;
  return group.slot_of[static_cast<std::size_t>(row * rules.row_squares() + col / 2)];
}

std::optional<FeatureSet::Shift> shift(const Rules& rules, const CellOrder& order, int code) {
  const auto piece = piece_of(order, code / Feature::displacements);
  if (!piece) return {};
  FeatureSet::Shift s{piece->group, piece->piece, {}};
  s.to.fill(CellOrder::nowhere);
  const CellOrder::Group& group = order.groups()[piece->group];
  for (int slot = 0; slot < group.slots; ++slot)
    s.to[static_cast<std::size_t>(slot)] = moved(
        rules, group, slot, displacements[static_cast<std::size_t>(code % Feature::displacements)]);
  return s;
}

}  // namespace

std::optional<FeatureSet> FeatureSet::make(const Rules& rules, const CellOrder& order,
                                           const std::vector<Feature>& features) {
  FeatureSet made;
  std::array<int, 256> number;
  number.fill(-1);
  const auto add = [&](int code) {
    int& n = number[static_cast<std::size_t>(code)];
    if (n >= 0) return true;
    const auto s = shift(rules, order, code);
    if (!s) return false;
    n = static_cast<int>(made.shifts_.size());
    made.shifts_.push_back(*s);
    return true;
  };
  for (const Feature& f : features) {
    if (f.first == Feature::fact) {
      made.items_.push_back({-1, f.second});
      continue;
    }
    if (!add(f.first) || (f.second != Feature::none && !add(f.second))) return {};
    made.items_.push_back({number[f.first], f.second == Feature::none ? -1 : number[f.second]});
  }
  return made;
}

std::vector<Feature> FeatureSet::candidates(const CellOrder& order, int facts) {
  std::vector<Feature> all;
  for (int n = 0; n < facts; ++n) all.push_back({Feature::fact, static_cast<std::uint8_t>(n)});
  int pieces = 0;
  for (const auto& g : order.groups()) pieces += g.pieces;
  const auto code = [](int piece, int d) {
    return static_cast<std::uint8_t>(piece * Feature::displacements + d);
  };
  for (int p = 0; p < pieces; ++p)
    for (int d = 0; d < Feature::displacements; ++d) all.push_back({code(p, d), Feature::none});
  // The piece of the slower group goes back a row, so that the neighbour comes before the cell.
  for (int p = 0; p < pieces; ++p)
    for (int q = p + 1; q < pieces; ++q)
      if (piece_of(order, p)->group != piece_of(order, q)->group)
        for (int d = 0; d < 2; ++d)
          for (int e = 0; e < 4; ++e) all.push_back({code(p, d), code(q, e)});
  return all;
}

}  // namespace damiera
