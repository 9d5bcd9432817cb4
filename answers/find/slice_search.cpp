#include "answers/find/slice_search.h"

#include "answers/find/game_slices_of.h"

namespace damiera {

Result<void> expect_values(const Tablebase& tables, const Material& m) {
  const TableId id{tables_of(tables.variant()), m, Metric::wdl};
  if (!tables.folder_of(id)) return no_such_table(id);
  return {};
}

std::unique_ptr<GameSlices> game_slices(const Tablebase& tables, std::uint64_t memory) {
  return with_moves(tables.variant(), [&]<Rules R>() -> std::unique_ptr<GameSlices> {
    return std::make_unique<GameSlicesOf<R>>(tables, memory);
  });
}

}  // namespace damiera
