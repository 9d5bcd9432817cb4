#include "answers/find/symmetry.h"

#include "rules/notation/square_name.h"

namespace damiera {

namespace {

Bitboard mapped(Bitboard set, const std::array<Square, 64>& map) {
  Bitboard image;
  for (const Square sq : set) image = image.with(map[static_cast<std::size_t>(sq)]);
  return image;
}

}  // namespace

Symmetry::Symmetry(const Rules& rules, const Material& m) {
  if (m.men() > 0) return;
  const int last = rules.width - 1;
  const auto add = [&](const auto& image) {
    Map map{};
    for (int row = 0; row <= last; ++row)
      for (int column = 0; column <= last; ++column) {
        const auto from = square_at(rules, row, column);
        if (!from) continue;
        const auto [to_row, to_column] = image(row, column);
        const auto to = square_at(rules, to_row, to_column);
        if (!to) return;
        map[static_cast<std::size_t>(*from)] = *to;
      }
    maps_.push_back(map);
  };
  add([&](int row, int column) { return std::pair{last - row, last - column}; });
  add([&](int row, int column) { return std::pair{column, row}; });
  add([&](int row, int column) { return std::pair{last - column, last - row}; });
}

std::vector<Position> Symmetry::images(const Position& pos) const {
  std::vector<Position> found;
  for (const Map& map : maps_)
    found.push_back({{}, mapped(pos.my_kings, map), {}, mapped(pos.their_kings, map)});
  return found;
}

}  // namespace damiera
