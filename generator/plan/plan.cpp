#include "generator/plan/plan.h"

#include <algorithm>
#include <tuple>

namespace damiera {

namespace {

// The slices after one man of either side is crowned.
std::vector<Material> promotions(const Material& m) {
  std::vector<Material> found;
  if (m.my_men > 0) found.push_back({m.my_men - 1, m.my_kings + 1, m.their_men, m.their_kings});
  if (m.their_men > 0) found.push_back({m.my_men, m.my_kings, m.their_men - 1, m.their_kings + 1});
  return found;
}

// The slices after either side loses one piece, if both keep some.
std::vector<Material> removals(const Material& m) {
  std::vector<Material> found;
  for (int Material::*count :
       {&Material::my_men, &Material::my_kings, &Material::their_men, &Material::their_kings}) {
    Material left = m;
    if (left.*count == 0) continue;
    --(left.*count);
    if (left.mine() > 0 && left.theirs() > 0) found.push_back(left);
  }
  return found;
}

// The slice after the side to move crowned a man.
Material crowned(const Material& m) {
  return {m.my_men - 1, m.my_kings + 1, m.their_men, m.their_kings};
}

// Adds the slices that one capture leads to, as the opponent, then to move, sees them. A capture
// takes pieces of one side, and crowns at most the man that makes it.
void add_captures(const Material& m, std::set<Material>& found) {
  for (int men = 0; men <= m.their_men; ++men)
    for (int kings = 0; kings <= m.their_kings; ++kings) {
      const Material left{m.my_men, m.my_kings, m.their_men - men, m.their_kings - kings};
      if (left == m || left.theirs() == 0) continue;
      found.insert(left.flipped());
      if (m.my_men > 0) found.insert(crowned(left).flipped());
    }
}

void add_with_captures(const Material& m, bool kings, std::set<Material>& found) {
  if (!found.insert(m).second) return;
  for (const Material& next : captured_to(m, kings)) add_with_captures(next, kings, found);
}

void add_with_all_below(const Material& m, std::set<Material>& found) {
  if (!found.insert(m).second) return;
  for (const Material& next : promotions(m)) add_with_all_below(next, found);
  for (const Material& next : removals(m)) add_with_all_below(next, found);
}

}  // namespace

SlicePair pair_of(const Material& m) {
  return {std::max(m, m.flipped()), std::min(m, m.flipped())};
}

std::vector<SlicePair> plan(const std::set<SlicePair>& wanted, bool kings) {
  std::set<Material> slices;
  for (const SlicePair& pair : wanted) add_with_all_below(pair.first, slices);
  std::set<SlicePair> pairs;
  for (const Material& m : slices)
    if (kings || m.kings() == 0) pairs.insert(pair_of(m));
  std::vector<SlicePair> order{pairs.begin(), pairs.end()};
  std::ranges::stable_sort(order, {}, [](const SlicePair& p) {
    return std::tuple{p.first.total(), p.first.men()};
  });
  return order;
}

std::set<Material> looked_up(const SlicePair& pair, bool kings) {
  std::set<Material> found;
  for (const Material& m : {pair.first, pair.second}) {
    add_captures(m, found);
    if (m.my_men > 0) found.insert(crowned(m).flipped());
  }
  if (!kings) std::erase_if(found, [](const Material& m) { return m.kings() > 0; });
  return found;
}

std::set<Material> captured_to(const Material& m, bool kings) {
  std::set<Material> found;
  add_captures(m, found);
  if (!kings) std::erase_if(found, [](const Material& left) { return left.kings() > 0; });
  return found;
}

std::set<Material> read_for(const SlicePair& pair, bool kings) {
  std::set<Material> found;
  for (const Material& m : looked_up(pair, kings)) add_with_captures(m, kings, found);
  return found;
}

}  // namespace damiera
