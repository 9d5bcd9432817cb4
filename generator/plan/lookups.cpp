#include "generator/plan/lookups.h"

#include <algorithm>

namespace damiera {

std::uint64_t HeldSlices::bytes_missing(const std::set<Material>& needed) const {
  std::uint64_t bytes = 0;
  for (const Material& m : needed)
    if (!has(m)) bytes += bytes_for(m);
  return bytes;
}

Result<void> HeldSlices::make_known(const std::set<Material>& needed, std::uint64_t more,
                                    FinishedSlices& finished) {
  std::multiset<Material> kept{needed.begin(), needed.end()};
  make_room(more + bytes_missing(needed), kept, finished);
  for (const Material& m : needed)
    if (auto loaded = load_with_captures(m, kept, finished); !loaded) return loaded;
  make_room(more, kept, finished);
  return {};
}

Result<void> HeldSlices::add_sparse(const Material& m, std::uint64_t used) {
  auto memory = memory_.allocate_sparse(bytes_for(m), used);
  if (!memory) return memory.error();
  put(m, std::move(*memory));
  hold(m);
  return {};
}

void HeldSlices::remove(const Material& m) {
  drop(m);
  held_.erase(m);
}

/// Reads a slice. If it is read from its table, the slices that its captures lead to come first.
Result<void> HeldSlices::load_with_captures(const Material& m, std::multiset<Material>& kept,
                                            FinishedSlices& finished) {
  if (has(m)) return {};
  make_room(bytes_for(m), kept, finished);
  const auto is_there = finished.load_whole(m);
  if (!is_there) return is_there.error();
  if (*is_there) return {};
  const auto below = captured_to(m, kings_);
  kept.insert(below.begin(), below.end());
  for (const Material& next : below)
    if (auto loaded = load_with_captures(next, kept, finished); !loaded) return loaded;
  make_room(bytes_for(m), kept, finished);
  if (auto loaded = finished.load(m); !loaded) return loaded;
  for (const Material& next : below) kept.erase(kept.find(next));
  return {};
}

/// Forgets slices that are not in `kept`, until there is room.
void HeldSlices::make_room(std::uint64_t bytes, const std::multiset<Material>& kept,
                           FinishedSlices& finished) {
  if (memory_.fits(bytes)) return;
  std::vector<Material> others;
  for (const Material& m : held_)
    if (!kept.contains(m)) others.push_back(m);
  std::ranges::stable_sort(others, std::greater{},
                           [&](const Material& m) { return finished.next_use(m); });
  for (const Material& m : others) {
    if (memory_.fits(bytes)) return;
    finished.forget(m);
    remove(m);
  }
}

}  // namespace damiera
