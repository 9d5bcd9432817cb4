#include "apps/hub/game_record.h"

#include <algorithm>
#include <cassert>

#include "rules/notation/move_notation.h"
#include "search/terminal.h"

namespace damiera {

std::vector<Position> GameRecord::played() const {
  std::vector<Position> all;
  for (std::size_t i = 0; i + 1 < setups_.size(); ++i) all.push_back(setups_[i].pos);
  return all;
}

int GameRecord::quiet_plies() const {
  const auto last = std::find(conversions_.rbegin(), conversions_.rend(), true);
  return static_cast<int>(last - conversions_.rbegin());
}

int GameRecord::times_here() const {
  return static_cast<int>(std::ranges::count(setups_, setups_.back()));
}

std::optional<Value> GameRecord::result() const {
  return with_moves(variant_,
                    [&]<Rules R>() { return finished<R>(now().pos, value_at(variant_)); });
}

void GameRecord::play(const Move& move) {
  setups_.push_back(after(variant_, setups_.back(), move));
  conversions_.push_back(move.is_conversion());
}

void GameRecord::go_back_to(std::size_t plies) {
  assert(plies < setups_.size());
  setups_.erase(setups_.begin() + static_cast<std::ptrdiff_t>(plies) + 1, setups_.end());
  conversions_.resize(plies);
}

}  // namespace damiera
