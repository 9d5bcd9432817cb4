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

/// "KKMvKM": the side to move first, kings before men.
std::string name(const Material& m);

/// The inverse of name(). Error bad_notation for anything else, and for a side without pieces.
Result<Material> parse_material(std::string_view text);

/// All slices of `pieces` pieces in which both sides have some, in solving order: fewer men
/// first, so that every slice comes after those that a promotion leads to.
std::vector<Material> slices_of(int pieces);
/// The same, but only the slices of which this game has tables.
std::vector<Material> slices_of(int pieces, const Rules& rules);

}  // namespace damiera
