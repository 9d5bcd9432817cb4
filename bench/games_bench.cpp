// For every game with its own tables: building and verifying tables of up to three pieces with all
// threads, probing the shipped tables from a warm cache, and generating legal moves. Games that
// share the tables of another game, such as mirror games, run that game's code.
#include <benchmark/benchmark.h>

#include <random>

#include "answers/verification/value_checker.h"
#include "indexing/slice_index.h"
#include "probe/tablebase.h"
#include "rules/notation/move_notation.h"
#include "tests/probe/built_tables.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

constexpr int pieces = 3;

std::vector<Material> all_slices(Variant variant) {
  std::vector<Material> all;
  for (int n = 2; n <= pieces; ++n)
    for (const Material& m : slices_of(n, rules_of(variant))) all.push_back(m);
  return all;
}

std::uint64_t positions_of(Variant variant) {
  std::uint64_t sum = 0;
  for (const Material& m : all_slices(variant)) sum += count_positions(m, rules_of(variant));
  return sum;
}

std::int64_t items(const benchmark::State& state, std::uint64_t each) {
  return static_cast<std::int64_t>(state.iterations() * each);
}

void build_tables(benchmark::State& state, Variant variant) {
  for (auto _ : state)
    if (const test::BuiltTables built{variant, pieces}; !built.ok())
      return state.SkipWithError(built.error().c_str());
  state.SetItemsProcessed(items(state, positions_of(variant)));
}

void verify_tables(benchmark::State& state, Variant variant) {
  const test::BuiltTables built{variant, pieces};
  for (auto _ : state) {
    const auto tables = Tablebase::open(variant, {built.folder()}, {.shipped = false});
    ValueChecker checker{*tables, std::uint64_t{1} << 30};
    for (const Material& m : all_slices(variant))
      if (const auto found = checker.check(m, {}, [](std::uint64_t) { return true; });
          !found || found->wrong > 0)
        return state.SkipWithError("a table is not correct");
  }
  state.SetItemsProcessed(items(state, positions_of(variant)));
}

/// Positions of random slices, captures included.
std::vector<Position> random_positions(const Tablebase& tables, std::size_t count) {
  std::mt19937_64 random{1};
  const auto slices = all_slices(tables.variant());
  std::vector<Position> positions;
  while (positions.size() < count) {
    const Material& m = slices[random() % slices.size()];
    const Index index{random() % count_positions(m, rules_of(tables.variant()))};
    positions.push_back(*tables.position(m, index));
  }
  return positions;
}

void probe_wdl(benchmark::State& state, Variant variant) {
  const auto tables = *Tablebase::open(variant, {});
  const auto positions = random_positions(tables, 1 << 12);
  for (const Position& pos : positions)
    if (!tables.wdl(pos)) return state.SkipWithError("a probe failed");
  for (std::size_t i = 0; auto _ : state)
    benchmark::DoNotOptimize(tables.wdl(positions[i++ % positions.size()]));
  state.SetItemsProcessed(items(state, 1));
}

void list_moves(benchmark::State& state, Variant variant) {
  const auto positions = random_positions(*Tablebase::open(variant, {}), 1 << 12);
  for (std::size_t i = 0; auto _ : state)
    benchmark::DoNotOptimize(
        legal_moves(variant, {positions[i++ % positions.size()], Color::white}));
  state.SetItemsProcessed(items(state, 1));
}

void register_all() {
  const auto add = [](const char* what, Variant variant, auto measure) {
    const std::string label = std::string{what} + "/" + std::string{name(variant)};
    return benchmark::RegisterBenchmark(label.c_str(),
                                        [=](benchmark::State& state) { measure(state, variant); });
  };
  for (const Variant variant : test::played_variants()) {
    add("Build_WdlAndDtc", variant, build_tables)->MeasureProcessCPUTime()->UseRealTime();
    add("Verify", variant, verify_tables)->MeasureProcessCPUTime()->UseRealTime();
    add("Wdl_ShippedWarm_Random", variant, probe_wdl);
    add("LegalMoves_Random", variant, list_moves);
  }
}

}  // namespace
}  // namespace damiera

int main(int argc, char** argv) {
  damiera::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
