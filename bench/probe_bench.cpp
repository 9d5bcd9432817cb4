#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "data/folder/catalogue.h"
#include "data/pack.h"
#include "generator/build.h"
#include "indexing/slice_index.h"
#include "probe/tablebase.h"

namespace damiera {
namespace {

constexpr int pieces = 4;

/// Italian tables of up to four pieces, built into a folder that is removed at the end.
class Fixture {
 public:
  Fixture() {
    BuildOptions options{
        .variant = italian.id, .slices = slices_of(pieces), .folder = folder_, .also_read = {}};
    if (!build(options, [](const BuildProgress&) { return true; })) std::abort();
  }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;
  ~Fixture() { std::filesystem::remove_all(folder_); }
  Tablebase open(std::size_t cache_bytes = std::size_t{256} << 20) const {
    return *Tablebase::open(italian.id, {folder_}, {.cache_bytes = cache_bytes, .shipped = false});
  }
  /// These tables packed into another folder.
  Tablebase open_packed(Profile profile, std::size_t cache_bytes) const {
    return *Tablebase::open(italian.id, {packed(profile)},
                            {.cache_bytes = cache_bytes, .shipped = false});
  }
  /// The packed tables with only one side of each pair stored, the smaller one.
  Tablebase open_one_side(Profile profile, std::size_t cache_bytes) const {
    const std::filesystem::path from = packed(profile), to = from.string() + "-one";
    std::filesystem::create_directories(to / name(italian.id));
    for (const TableId& id : open().tables()) {
      if (has_table(to, id)) continue;
      const auto bytes = [&](const Material& m) {
        return std::pair{std::filesystem::file_size(table_path(from, {id.variant, m, {}})), m};
      };
      if (bytes(id.material) <= bytes(id.material.flipped()))
        std::filesystem::copy_file(table_path(from, id), table_path(to, id));
      else if (!pack_searched(*Table::open(from, id), to))
        std::abort();
    }
    return *Tablebase::open(italian.id, {to}, {.cache_bytes = cache_bytes, .shipped = false});
  }

 private:
  std::filesystem::path packed(Profile profile) const {
    const auto to = folder_ / (profile == Profile::small ? "small" : "fast");
    for (const TableId& id : open().tables()) {
      if (has_table(to, id)) continue;
      const TableId wdl{id.variant, id.material, Metric::wdl};
      if (!pack(*Table::open(folder_, id), *Table::open(folder_, wdl), to, profile)) std::abort();
    }
    return to;
  }
  static std::filesystem::path new_folder() {
    std::string name = std::filesystem::temp_directory_path() / "damiera-XXXXXX";
    return mkdtemp(name.data());
  }
  std::filesystem::path folder_ = new_folder();
};

const Fixture& fixture() {
  static const Fixture built;
  return built;
}

enum class Kind { quiet, capture };

/// Positions of random slices of four pieces.
std::vector<Position> random_positions(std::size_t n, Kind kind) {
  std::mt19937_64 random{1};
  std::vector<Position> positions;
  const auto slices = slices_of(pieces);
  while (positions.size() < n) {
    const SliceIndex<italian> slice{slices[random() % slices.size()]};
    for (int i = 0; i < 64 && positions.size() < n; ++i) {
      const Position pos = slice.position(Index{random() % slice.size()});
      if (has_capture<italian>(pos) == (kind == Kind::capture)) positions.push_back(pos);
    }
  }
  return positions;
}

/// Quiet positions that lie together in one block.
std::vector<Position> positions_of_one_block(std::size_t n) {
  const SliceIndex<italian> slice{*parse_material("KKvKK")};
  std::vector<Position> positions;
  for (std::uint64_t i = 0; positions.size() < n; ++i)
    if (const Position pos = slice.position(Index{i}); !has_capture<italian>(pos))
      positions.push_back(pos);
  return positions;
}

/// Probes the positions in turn; each was probed once before the clock starts.
template <class Ask>
void probe_warm(benchmark::State& state, const std::vector<Position>& positions, const Ask& ask) {
  static const Tablebase tables = fixture().open();
  for (const Position& pos : positions)
    if (!ask(tables, pos)) return state.SkipWithError("a probe failed");
  for (std::size_t i = static_cast<std::size_t>(state.thread_index()) * 997; auto _ : state)
    benchmark::DoNotOptimize(ask(tables, positions[i++ % positions.size()]));
  state.SetItemsProcessed(state.iterations());
}

constexpr auto ask_wdl = [](const Tablebase& t, const Position& pos) { return t.wdl(pos); };
constexpr auto ask_both = [](const Tablebase& t, const Position& pos) { return t.probe(pos); };
constexpr auto ask_moves = [](const Tablebase& t, const Position& pos) { return t.moves(pos); };

void Wdl_Warm_RandomQuiet(benchmark::State& state) {
  static const auto positions = random_positions(1 << 14, Kind::quiet);
  probe_warm(state, positions, ask_wdl);
}
void Wdl_Warm_RandomCapture(benchmark::State& state) {
  static const auto positions = random_positions(1 << 14, Kind::capture);
  probe_warm(state, positions, ask_wdl);
}
void Wdl_Warm_OneHotBlock(benchmark::State& state) {
  static const auto positions = positions_of_one_block(1 << 12);
  probe_warm(state, positions, ask_wdl);
}
void WdlAndDtc_Warm_RandomQuiet(benchmark::State& state) {
  static const auto positions = random_positions(1 << 14, Kind::quiet);
  probe_warm(state, positions, ask_both);
}
void Moves_Warm_RandomQuiet(benchmark::State& state) {
  static const auto positions = random_positions(1 << 14, Kind::quiet);
  probe_warm(state, positions, ask_moves);
}

/// Nearly every probe decodes a block; the files are in the system's memory.
void Wdl_NoCache_RandomQuiet(benchmark::State& state) {
  const auto positions = random_positions(1 << 14, Kind::quiet);
  const Tablebase tables = fixture().open(/*cache_bytes=*/0);
  for (std::size_t i = 0; auto _ : state)
    benchmark::DoNotOptimize(tables.wdl(positions[(i += 97) % positions.size()]));
  state.SetItemsProcessed(state.iterations());
}

/// Random probes of packed tables whose files are in the system's memory: read in place, from a
/// cache that holds all values, or decoding a block for each probe.
void packed(benchmark::State& state, Profile profile, std::size_t cache_bytes, auto ask) {
  const auto positions = random_positions(1 << 14, Kind::quiet);
  const Tablebase tables = fixture().open_packed(profile, cache_bytes);
  const bool warm = cache_bytes > 0;
  for (std::size_t i = 0; warm && i < positions.size(); ++i) {
    benchmark::DoNotOptimize(tables.wdl(positions[i]));
    benchmark::DoNotOptimize(ask(tables, positions[i]));
  }
  for (std::size_t i = 0; auto _ : state)
    benchmark::DoNotOptimize(ask(tables, positions[(i += 97) % positions.size()]));
  state.SetItemsProcessed(state.iterations());
}
constexpr std::size_t large = std::size_t{256} << 20;
void Wdl_Fast_RandomQuiet(benchmark::State& state) { packed(state, Profile::fast, large, ask_wdl); }
void WdlAndDtc_Fast_RandomQuiet(benchmark::State& state) {
  packed(state, Profile::fast, large, ask_both);
}
void Wdl_SmallWarm_RandomQuiet(benchmark::State& state) {
  packed(state, Profile::small, large, ask_wdl);
}
void Wdl_SmallNoCache_RandomQuiet(benchmark::State& state) {
  packed(state, Profile::small, 0, ask_wdl);
}
void WdlAndDtc_SmallNoCache_RandomQuiet(benchmark::State& state) {
  packed(state, Profile::small, 0, ask_both);
}

/// For half of the positions the value is derived from the moves, since their side has no table.
void one_side(benchmark::State& state, Profile profile, auto ask) {
  const auto positions = random_positions(1 << 14, Kind::quiet);
  const Tablebase tables = fixture().open_one_side(profile, large);
  for (const Position& pos : positions) benchmark::DoNotOptimize(ask(tables, pos));
  for (std::size_t i = 0; auto _ : state)
    benchmark::DoNotOptimize(ask(tables, positions[(i += 97) % positions.size()]));
  state.SetItemsProcessed(state.iterations());
}
void Wdl_FastOneSide_RandomQuiet(benchmark::State& state) {
  one_side(state, Profile::fast, ask_wdl);
}
void WdlAndDtc_FastOneSide_RandomQuiet(benchmark::State& state) {
  one_side(state, Profile::fast, ask_both);
}
void Wdl_SmallOneSideWarm_RandomQuiet(benchmark::State& state) {
  one_side(state, Profile::small, ask_wdl);
}
constexpr auto ask_in_memory = [](const Tablebase& t, const Position& pos) {
  return t.wdl(pos, Reading::in_memory);
};
void Wdl_FastInMemory_RandomQuiet(benchmark::State& state) {
  packed(state, Profile::fast, large, ask_in_memory);
}

/// The time until an engine gets its first answer.
void Open_AndOneProbe(benchmark::State& state) {
  const auto positions = random_positions(1, Kind::quiet);
  for (auto _ : state) benchmark::DoNotOptimize(fixture().open().wdl(positions[0]));
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(Wdl_Warm_RandomQuiet)->ThreadRange(1, 8)->UseRealTime();
BENCHMARK(Wdl_Warm_RandomCapture)->ThreadRange(1, 8)->UseRealTime();
BENCHMARK(Wdl_Warm_OneHotBlock)->ThreadRange(1, 8)->UseRealTime();
BENCHMARK(WdlAndDtc_Warm_RandomQuiet)->ThreadRange(1, 8)->UseRealTime();
BENCHMARK(Moves_Warm_RandomQuiet)->ThreadRange(1, 8)->UseRealTime();
BENCHMARK(Wdl_NoCache_RandomQuiet);
BENCHMARK(Wdl_Fast_RandomQuiet);
BENCHMARK(WdlAndDtc_Fast_RandomQuiet);
BENCHMARK(Wdl_SmallWarm_RandomQuiet);
BENCHMARK(Wdl_SmallNoCache_RandomQuiet);
BENCHMARK(WdlAndDtc_SmallNoCache_RandomQuiet);
BENCHMARK(Wdl_FastOneSide_RandomQuiet);
BENCHMARK(WdlAndDtc_FastOneSide_RandomQuiet);
BENCHMARK(Wdl_SmallOneSideWarm_RandomQuiet);
BENCHMARK(Wdl_FastInMemory_RandomQuiet);
BENCHMARK(Open_AndOneProbe);

}  // namespace
}  // namespace damiera
