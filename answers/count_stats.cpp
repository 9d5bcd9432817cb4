#include "answers/count_stats.h"

#include <optional>

#include "data/file/slice_values.h"
#include "rules/notation/fen.h"

namespace damiera {

namespace {

/// The first position of each kind; a quiet position replaces one with a capture.
struct Examples {
  std::optional<Position> cursed_win, blessed_loss;

  bool complete(const CountedSlice& slice) const {
    return (cursed_win || slice.cursed_wins == 0) && (blessed_loss || slice.blessed_losses == 0);
  }
};

/// Whether two tables store their positions in the same order and in the same blocks.
bool are_alike(const Table& a, const Table& b) {
  return a.coding() == b.coding() && a.layout() == b.layout() &&
         a.block_positions() == b.block_positions() && a.blocks() == b.blocks();
}

/// Compares the stored values of two tables that are alike, block by block.
template <Rules R>
Result<void> find_quiet(const Table& counted, const Table& wdl, const CountedSlice& slice,
                        Examples& found) {
  const SliceIndex<R> index{slice.id.material};
  for (std::uint64_t n = 0; n < counted.blocks() && !found.complete(slice); ++n) {
    std::vector<Value> within(counted.positions_in(n)), unlimited(within.size());
    if (auto read = counted.read(n, within); !read) return read;
    if (auto read = wdl.read(n, unlimited); !read) return read;
    std::size_t i = 0;
    for (Value& v : unlimited) v = v == within[i++] ? Value::draw : v;
    for_each_stored<R, Value>(counted, index, n, unlimited, [&](Index at, Value lost) {
      if (lost == Value::draw) return;
      auto& example = lost == Value::win ? found.cursed_win : found.blessed_loss;
      if (example) return;
      if (const Position pos = index.position(at); !has_capture<R>(pos)) example = pos;
    });
  }
  return {};
}

/// Looks for examples by probing one position after the other. `all`: also positions without a
/// capture.
template <Rules R>
Result<void> find_any(const Tablebase& tables, const CountedSlice& slice, bool all,
                      Examples& found) {
  const SliceIndex<R> index{slice.id.material};
  for (std::uint64_t i = 0; i < index.size() && !found.complete(slice); ++i) {
    const Position pos = index.position(Index{i});
    if (!all && !has_capture<R>(pos)) continue;
    const auto probed = tables.probe(pos, Count{slice.id.count});
    if (!probed) return probed.error();
    if (probed->value == RuleValue::cursed_win && !found.cursed_win) found.cursed_win = pos;
    if (probed->value == RuleValue::blessed_loss && !found.blessed_loss) found.blessed_loss = pos;
  }
  return {};
}

Result<void> add_examples(const Tablebase& tables, const Table& counted, const Table& wdl,
                          CountedSlice& slice) {
  Examples found;
  const auto looked = with_first_jumps(slice.id.variant, [&]<Rules R>() -> Result<void> {
    const bool alike = are_alike(counted, wdl);
    if (alike)
      if (auto quiet = find_quiet<R>(counted, wdl, slice, found); !quiet) return quiet;
    return find_any<R>(tables, slice, !alike, found);
  });
  if (!looked) return looked;
  const auto text = [&](const std::optional<Position>& pos) {
    return pos ? fen(tables.variant(), {*pos, Color::white}) : std::string{};
  };
  slice.cursed_win = text(found.cursed_win);
  slice.blessed_loss = text(found.blessed_loss);
  return {};
}

nlohmann::ordered_json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json{} : nlohmann::ordered_json(text);
}

}  // namespace

Result<CountedSlice> counted_slice(const Tablebase& tables, const TableId& id) {
  const auto open = [&](Metric metric, int count) {
    return tables.open_table({id.variant, id.material, metric, count});
  };
  const auto counted = open(Metric::counted_wdl, id.count);
  if (!counted) return counted.error();
  const auto dtc = open(Metric::counted_dtc, id.count);
  if (!dtc) return dtc.error();
  const auto wdl = open(Metric::wdl, 0);
  if (!wdl) return wdl.error();
  CountedSlice slice{id,
                     wdl->info().wins - counted->info().wins,
                     wdl->info().losses - counted->info().losses,
                     {},
                     {},
                     longest_of(counted->info(), tables.variant()),
                     counted->bytes() + dtc->bytes()};
  if (slice.differs())
    if (auto added = add_examples(tables, *counted, *wdl, slice); !added) return added.error();
  return slice;
}

nlohmann::ordered_json to_json(const CountedSlice& slice) {
  nlohmann::ordered_json object{{"slice", name(slice.id.material)},
                                {"count", slice.id.count},
                                {"cursed_wins", slice.cursed_wins},
                                {"blessed_losses", slice.blessed_losses},
                                {"cursed_win", text_or_null(slice.cursed_win)},
                                {"blessed_loss", text_or_null(slice.blessed_loss)}};
  add_longest(object, slice.longest);
  object["bytes"] = slice.bytes;
  return object;
}

}  // namespace damiera
