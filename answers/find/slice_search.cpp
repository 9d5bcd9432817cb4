#include "answers/find/slice_search.h"

#include "answers/find/played_games.h"

namespace damiera {

std::unique_ptr<GameSlices> game_slices(const Tablebase& tables, std::uint64_t memory) {
  return with_rules(tables.variant(), [&]<Rules R>() { return game_slices_of<R>(tables, memory); });
}

}  // namespace damiera
