// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "rules/position.h"
#include "rules/result.h"

namespace damiera {

/// Piece counts as the side to move sees them. A slice is all positions of one Material.
struct Material {
  int my_men, my_kings, their_men, their_kings;

  auto operator<=>(const Material&) const = default;
  constexpr int mine() const { return my_men + my_kings; }
  constexpr int theirs() const { return their_men + their_kings; }
  constexpr int men() const { return my_men + their_men; }
  constexpr int kings() const { return my_kings + their_kings; }
  constexpr int total() const { return men() + kings(); }
  /// The opponent's view after a move that changes no piece count; flipped twice is itself.
  constexpr Material flipped() const { return {their_men, their_kings, my_men, my_kings}; }
};

constexpr Material material_of(const Position& pos) {
  return {pos.my_men.count(), pos.my_kings.count(), pos.their_men.count(), pos.their_kings.count()};
}

/// The slice's name, such as "KKMvKM": the side to move first, kings before men.
std::string name(const Material& m);

/// The inverse of name(). Error bad_notation for anything else, and for a side without pieces.
Result<Material> parse_material(std::string_view text);

/// The most pieces that a table can be of: for 12 the numbers of positions fit into 64 bits, in
/// every game.
inline constexpr int most_pieces = 12;

/// All slices with `pieces` pieces and at least one on each side, in solving order: slices with
/// fewer men first, so that a slice comes after the slices that its promotions lead to.
std::vector<Material> slices_of(int pieces);
/// Only the slices of slices_of(pieces) of which this game has tables.
std::vector<Material> slices_of(int pieces, const Rules& rules);
/// Error bad_notation for a slice of which the game has no tables, since it is over there.
Result<void> check_slice(const Material& m, const Rules& rules);

}  // namespace damiera
