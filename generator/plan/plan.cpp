#include "generator/plan/plan.h"

#include <algorithm>
#include <tuple>

namespace damiera {

namespace {

// Crowning one man, of either side.
std::vector<Material> promotions(const Material& m) {
  std::vector<Material> found;
  if (m.my_men > 0) found.push_back({m.my_men - 1, m.my_kings + 1, m.their_men, m.their_kings});
  if (m.their_men > 0) found.push_back({m.my_men, m.my_kings, m.their_men - 1, m.their_kings + 1});
  return found;
}

// Losing one piece, of either side, while both keep some.
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
    // A capture may crown the man that makes it, so look below the promotions too.
    for (const Material& p : promotions(m)) add_with_all_below(p, found);
    for (const Material& left : removals(m)) add_with_all_below(left, found);
  }
  // Of the slices with as many pieces only the direct promotions matter.
  const auto promoted = [&](const Material& m) {
    return std::ranges::count(promotions(pair.first), m) > 0 ||
           std::ranges::count(promotions(pair.second), m) > 0;
  };
  std::erase_if(found,
                [&](const Material& m) { return m.total() == pair.first.total() && !promoted(m); });
  if (!kings) std::erase_if(found, [](const Material& m) { return m.kings() > 0; });
  return found;
}

}  // namespace damiera
