// Probes in the order of a search, of tables much larger than the cache; and the steps of a probe.
//
// DAMIERA_BENCH_TABLES names a folder with the tables of six pieces (10x10: of five), in any form,
// such as `damiera build italian --pieces 6` makes. Without it, benchmarks that need them are
// skipped.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "data/file/slice_values.h"
#include "data/folder/catalogue.h"
#include "probe/page_cache.h"
#include "probe/tablebase.h"

namespace damiera {
namespace {

constexpr std::size_t cache_bytes = std::size_t{64} << 20;
template <Rules R>
constexpr int pieces = R.width == 8 ? 6 : 5;
constexpr int depth = 8;  // of searches from roots with one piece more than the tables
constexpr std::size_t positions_asked = 1 << 14;

/// The tables with an empty cache, opened before each run; nothing if they are not there.
template <Rules R>
std::optional<Tablebase> tables;

template <Rules R>
void open_tables(const benchmark::State&) {
  tables<R>.reset();
  const char* folder = std::getenv("DAMIERA_BENCH_TABLES");
  if (!folder) return;
  auto found = Tablebase::open(R.id, {folder}, {.cache_bytes = cache_bytes, .shipped = false});
  if (found && found->max_pieces(Metric::wdl) >= pieces<R>) tables<R> = *std::move(found);
}

template <Rules R>
Position random_position(std::mt19937_64& random, int n) {
  const auto slices = slices_of(n);
  const SliceIndex<R> slice{slices[random() % slices.size()]};
  return slice.position(Index{random() % slice.size()});
}

template <Rules R>
std::vector<Position> random_positions(bool captures, int n = pieces<R>) {
  std::mt19937_64 random{1};
  std::vector<Position> found;
  const auto slices = slices_of(n);
  while (found.size() < positions_asked) {
    const SliceIndex<R> slice{slices[random() % slices.size()]};
    for (int i = 0; i < 64 && found.size() < positions_asked; ++i)
      if (const Position pos = slice.position(Index{random() % slice.size()});
          has_capture<R>(pos) == captures)
        found.push_back(pos);
  }
  return found;
}

/// Positions that are neighbours in the order of the table.
template <Rules R>
std::vector<Position> one_block() {
  const SliceIndex<R> slice{*parse_material(R.width == 8 ? "KKMvKKM" : "KKMvKM")};
  std::vector<Position> found;
  for (std::uint64_t i = slice.size() / 2; found.size() < 1 << 12; ++i)
    if (const Position pos = slice.position(Index{i}); !has_capture<R>(pos)) found.push_back(pos);
  return found;
}

/// The positions of the tables that a search of all moves meets, in its order; at most `most`.
template <Rules R>
void add_leaves(const Position& pos, int plies, std::size_t most, std::vector<Position>& found) {
  if (found.size() >= most) return;
  if (pos.occupied().count() <= pieces<R>) {
    found.push_back(pos);
    return;
  }
  if (plies == 0) return;
  for (const Move& move : legal_moves<R>(pos))
    add_leaves<R>(after<R>(pos, move), plies - 1, most, found);
}

template <Rules R>
std::vector<Position> search_leaves() {
  constexpr std::size_t roots = 16;
  std::mt19937_64 random{1};
  std::vector<Position> found;
  for (std::size_t n = 1; n <= roots; ++n)
    while (found.size() < n * positions_asked / roots)
      add_leaves<R>(random_position<R>(random, pieces<R> + 1), depth, n * positions_asked / roots,
                    found);
  return found;
}

/// Probes the positions in turn; each thread begins at its own place. `again`: they are probed once
/// before, to fill the cache. `at_once`: the size of a batch, 1 for single probes; each thread gets
/// a whole number of batches.
template <Rules R>
void ask(benchmark::State& state, const std::vector<Position>& positions, bool again,
         std::size_t at_once = 1) {
  const std::optional<Tablebase>& t = tables<R>;
  if (!t) return state.SkipWithError("DAMIERA_BENCH_TABLES names no such tables");
  const auto decoded = t->blocks_decoded();
  for (std::size_t i = 0; again && i < positions.size(); ++i)
    if (!t->wdl(positions[i])) return state.SkipWithError("a probe failed");
  const auto share = positions.size() / static_cast<std::size_t>(state.threads());
  for (std::size_t i = static_cast<std::size_t>(state.thread_index()) * share; auto _ : state) {
    const auto asked = std::span{positions}.subspan(i % positions.size(), at_once);
    if (at_once == 1)
      benchmark::DoNotOptimize(t->wdl(asked.front()));
    else
      benchmark::DoNotOptimize(t->wdl(asked));
    i += at_once;
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(at_once));
  if (state.thread_index() == 0)
    state.counters["blocks"] = static_cast<double>(t->blocks_decoded() - decoded);
}

template <Rules R>
void Most_RandomQuiet(benchmark::State& state) {
  static const auto positions = random_positions<R>(false);
  ask<R>(state, positions, false);
}
template <Rules R>
void Most_RandomQuietAgain(benchmark::State& state) {
  static const auto positions = random_positions<R>(false);
  ask<R>(state, positions, true);
}
/// Random quiet positions again, in batches as large as the moves of a few nodes.
template <Rules R>
void Most_RandomQuietBatch(benchmark::State& state) {
  static const auto positions = random_positions<R>(false);
  ask<R>(state, positions, true, 64);
}
template <Rules R>
void Most_RandomCapture(benchmark::State& state) {
  static const auto positions = random_positions<R>(true);
  ask<R>(state, positions, false);
}
template <Rules R>
void Most_OneHotBlock(benchmark::State& state) {
  static const auto positions = one_block<R>();
  ask<R>(state, positions, true);
}
template <Rules R>
void Most_SearchLeaves(benchmark::State& state) {
  static const auto positions = search_leaves<R>();
  ask<R>(state, positions, false);
}
template <Rules R>
void Most_SearchLeavesAgain(benchmark::State& state) {
  static const auto positions = search_leaves<R>();
  ask<R>(state, positions, true);
}

/// Every probe decodes a block of the shipped tables, or several where a value is derived.
template <Rules R>
void Cold_Small(benchmark::State& state) {
  const auto shipped = Tablebase::open(R.id, {}, {.cache_bytes = 0});
  if (!shipped) return state.SkipWithError(shipped.error().message.c_str());
  auto positions = random_positions<R>(false, static_cast<int>(state.range(0)));
  std::ranges::shuffle(positions, std::mt19937_64{1});  // only some are probed: mix all slices
  for (std::size_t i = 0; auto _ : state)
    if (!shipped->wdl(positions[i++ % positions.size()]))
      return state.SkipWithError("a probe failed");
}

/// The first steps of a probe: whether the position is valid, and whether it has a capture.
void Phase_Rules(benchmark::State& state) {
  const auto positions = random_positions<italian>(false);
  for (std::size_t i = 0; auto _ : state) {
    const Position& pos = positions[i++ % positions.size()];
    benchmark::DoNotOptimize(is_valid<italian>(pos) && has_capture<italian>(pos));
  }
}

std::vector<Position> positions_of(const SliceIndex<italian>& slice) {
  std::mt19937_64 random{1};
  std::vector<Position> found;
  while (found.size() < positions_asked)
    found.push_back(slice.position(Index{random() % slice.size()}));
  return found;
}

void Phase_Index_Runs(benchmark::State& state) {
  const SliceIndex<italian> slice{*parse_material("KKMvKM")};
  const auto positions = positions_of(slice);
  for (std::size_t i = 0; auto _ : state)
    benchmark::DoNotOptimize(slice.index(positions[i++ % positions.size()]));
}
void Phase_Index_Cells(benchmark::State& state) {
  const SliceIndex<italian> slice{*parse_material("KKMvKM")};
  const auto positions = positions_of(slice);
  const CellOrder order{italian, slice.material(), {}};
  for (std::size_t i = 0; auto _ : state)
    benchmark::DoNotOptimize(order.cell(positions[i++ % positions.size()]));
}

/// Random pages of a full cache of 64 MB.
void Phase_Lookup(benchmark::State& state) {
  PageCache cache{cache_bytes};
  const std::vector<std::uint64_t> page(PageCache::page_words, 1);
  constexpr std::uint64_t pages = 1 << 12;
  for (std::uint64_t n = 0; n < pages; ++n)
    cache.insert({1, n}, std::span{page}.first<PageCache::page_words>());
  std::mt19937_64 random{1};
  for (std::uint64_t at = 0; auto _ : state) {
    at = at * 6364136223846793005 + 1442695040888963407;
    benchmark::DoNotOptimize(cache.find({1, at >> 52}, at >> 20 & (PageCache::page_words - 1)));
  }
}

/// Blocks of shipped tables, and of tables of six pieces.
void decode(benchmark::State& state, const std::filesystem::path& folder, const TableId& id) {
  const auto table = Table::open(folder, id);
  if (!table) return state.SkipWithError(table.error().message.c_str());
  std::vector<Value> values(table->block_positions());
  for (std::uint64_t n = 0; auto _ : state) {
    if (!table->read(n, std::span{values})) return state.SkipWithError("does not decode");
    n = (n + 1) % (table->blocks() - 1);
  }
  state.SetItemsProcessed(state.iterations() * table->block_positions());
}
void Phase_Decode_Small(benchmark::State& state) {
  decode(state, shipped_tables(), {Variant::italian, *parse_material("KKMvKM"), Metric::wdl});
}
void Phase_Decode_SixPieces(benchmark::State& state) {
  const char* folder = std::getenv("DAMIERA_BENCH_TABLES");
  decode(state, folder ? folder : "", {Variant::italian, *parse_material("KKMvKKM"), Metric::wdl});
}

/// For all tables with this number of pieces, on one thread and on two.
template <Rules R>
void register_tables(const std::string& game) {
  const auto add = [&](const char* name, void (*run)(benchmark::State&)) {
    return benchmark::RegisterBenchmark((name + ("/" + game)).c_str(), run)
        ->Setup(open_tables<R>)
        ->UseRealTime();
  };
  for (const int threads : {1, 2}) {
    // Each position is probed once, so that no earlier probe has put it into the cache.
    const auto once = static_cast<benchmark::IterationCount>(positions_asked) / threads;
    add("Most_RandomQuiet", Most_RandomQuiet<R>)->Threads(threads)->Iterations(once);
    add("Most_RandomQuietAgain", Most_RandomQuietAgain<R>)->Threads(threads);
    add("Most_RandomQuietBatch", Most_RandomQuietBatch<R>)->Threads(threads);
    add("Most_RandomCapture", Most_RandomCapture<R>)->Threads(threads)->Iterations(once);
    add("Most_OneHotBlock", Most_OneHotBlock<R>)->Threads(threads);
    add("Most_SearchLeaves", Most_SearchLeaves<R>)->Threads(threads)->Iterations(once);
    add("Most_SearchLeavesAgain", Most_SearchLeavesAgain<R>)->Threads(threads);
  }
}
template <Rules R>
void register_cold(const std::string& game) {
  benchmark::RegisterBenchmark(("Cold_Small/" + game).c_str(), Cold_Small<R>)
      ->ArgName("pieces")
      ->DenseRange(3, 5)
      ->Unit(benchmark::kMicrosecond);
}
[[maybe_unused]] const bool registered =
    (register_tables<italian>("italian"), register_tables<english>("english"),
     register_tables<international>("international"), register_cold<italian>("italian"),
     register_cold<english>("english"), register_cold<international>("international"),
     register_cold<russian>("russian"), register_cold<brazilian>("brazilian"), true);

BENCHMARK(Phase_Rules);
BENCHMARK(Phase_Index_Runs);
BENCHMARK(Phase_Index_Cells);
BENCHMARK(Phase_Lookup);
BENCHMARK(Phase_Decode_Small);
BENCHMARK(Phase_Decode_SixPieces);

}  // namespace
}  // namespace damiera
