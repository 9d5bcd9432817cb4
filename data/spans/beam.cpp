#include "data/spans/beam.h"

#include <algorithm>

namespace damiera {

Beam::Beam(std::size_t width) : width_{width} {
  steps_.push_back({0, 0, 0});
  next_.reserve(width + 1);
}

void Beam::advance() {
  level_ = steps_.size();
  steps_.insert(steps_.end(), next_.begin(), next_.end());
  next_.clear();
  least_ = 0;
}

void Beam::reach(std::uint32_t place, std::uint32_t from, std::uint16_t code) {
  if (place <= least_) return;
  auto at = next_.end();
  while (at != next_.begin() && (at - 1)->place <= place) --at;
  if (at != next_.end() && at->place == place) return;
  next_.insert(at, {place, static_cast<std::uint32_t>(level_) + from, code});
  if (next_.size() > width_) next_.pop_back();
  if (next_.size() == width_) least_ = next_.back().place;
}

std::vector<std::uint16_t> Beam::codes() const {
  std::vector<std::uint16_t> found;
  for (std::size_t n = level_; n > 0; n = steps_[n].from) found.push_back(steps_[n].code);
  std::ranges::reverse(found);
  return found;
}

}  // namespace damiera
