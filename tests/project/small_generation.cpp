// A small build with several threads, by both solvers, one pair in chunks, and a probe of every
// position: what is run under sanitizers. Exit status 1 if the solvers' tables differ or counts do
// not fit the headers.
//
// usage: small_generation GAME PIECES THREADS
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include "data/file/table.h"
#include "data/folder/catalogue.h"
#include "generator/build.h"
#include "generator/build_chunk.h"
#include "generator/levels/level_sizes.h"
#include "generator/plan/plan.h"
#include "generator/write/write_slice.h"
#include "indexing/slice_index.h"
#include "probe/tablebase.h"
#include "rules/rules.h"

using namespace damiera;
namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "small_generation: %s\n", why.c_str());
  std::exit(1);
}

void build_all(Variant variant, int pieces, int threads, Solver solver, const fs::path& folder) {
  BuildOptions options{.variant = variant, .slices = {}, .folder = folder, .also_read = {}};
  options.threads = threads;
  options.solver = solver;
  for (int n = 2; n <= pieces; ++n)
    for (const Material& m : slices_of(n)) options.slices.push_back(m);
  const auto report = build(options, [](const BuildProgress&) { return true; });
  if (!report) fail(report.error().message);
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

/// Builds a pair in chunks, a level each. From the second one on they read the planes of other
/// pairs on demand, several threads at the same time.
void build_chunks(Variant variant, int threads, const fs::path& tables, const fs::path& folder) {
  const Material pair{1, 1, 1, 0};
  BuildOptions options{
      .variant = variant, .slices = {pair}, .folder = folder, .also_read = {tables}};
  options.threads = threads;
  options.only = options.keep_planes = true;
  const int levels = static_cast<int>(level_blocks(pair_of(pair), rules_of(variant)).size());
  for (int level = 0; level < levels; ++level)
    if (const auto report = build_chunk(options, {level, level}, {}); !report)
      fail(report.error().message);
  options.join = true;
  if (const auto report = build(options, {}); !report) fail(report.error().message);
  for (const Material& m : {pair, pair.flipped()})
    for (const Metric metric : {Metric::wdl, Metric::dtc})
      if (const TableId id{variant, m, metric};
          bytes_of(table_path(folder, id)) != bytes_of(table_path(tables, id)))
        fail(name(id) + ": chunks make another table");
}

/// Writes a table of several blocks under a limit on the size of files, which stands for a full
/// disk. The stages of writing report it to each other, which ThreadSanitizer watches.
void expect_full_disk(Variant variant, int threads, const fs::path& folder) {
  const TableId id{variant, {2, 0, 2, 0}, Metric::dtc};
  std::vector<Outcome> outcomes(positions_of(id));
  // Without a pattern, so that no block gets small.
  for (std::uint64_t i = 0; i < outcomes.size(); ++i) {
    const int plies = static_cast<int>((i * 0x9e3779b97f4a7c15 >> 40) % 61);
    outcomes[i] = plies == 0 ? Outcome::draw() : Outcome::win(plies);
  }
  const auto read = read_from(outcomes);
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  std::atomic<std::uint64_t> encoding = 0;
  const bool written = oneapi::tbb::task_arena{threads}.execute([&] {
    return bool(write_aside(folder, summarise(id, outcomes.size(), read), read, encoding));
  });
  setrlimit(RLIMIT_FSIZE, &before);
  if (written) fail("a table was written beyond the limit");
}

/// Probes every position of a slice, in parallel; returns how many are won.
template <Rules R>
std::uint64_t count_wins(const Tablebase& tables, const Material& material) {
  const SliceIndex<R> slice{material};
  std::atomic<std::uint64_t> wins = 0;
  oneapi::tbb::parallel_for(std::uint64_t{0}, slice.size(), [&](std::uint64_t i) {
    const auto probe = tables.probe(slice.position(Index{i}));
    if (!probe) fail(probe.error().message);
    wins.fetch_add(probe->value == Value::win, std::memory_order_relaxed);
  });
  return wins;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) fail("usage: small_generation GAME PIECES THREADS");
  const auto variant = parse_variant(argv[1]);
  if (!variant) fail(variant.error().message);
  std::string name = (fs::temp_directory_path() / "small_generation.XXXXXX").string();
  const fs::path work = mkdtemp(name.data());
  build_all(*variant, std::atoi(argv[2]), std::atoi(argv[3]), Solver::lanes, work / "lanes");
  build_all(*variant, std::atoi(argv[2]), std::atoi(argv[3]), Solver::plain, work / "plain");
  expect_full_disk(*variant, std::atoi(argv[3]), work / "full");
  if (std::atoi(argv[2]) >= 3)
    build_chunks(*variant, std::atoi(argv[3]), work / "lanes", work / "chunks");
  const auto ids = list_tables(work / "lanes", *variant);
  if (!ids || ids->empty()) fail("no tables were built");
  const auto tables =
      Tablebase::open(*variant, {work / "lanes"}, {.cache_bytes = 8 << 20, .shipped = false});
  if (!tables) fail(tables.error().message);
  std::map<Material, std::uint64_t> wins;  // tables of values and of distances have the same
  for (const TableId& id : *ids) {
    if (bytes_of(table_path(work / "lanes", id)) != bytes_of(table_path(work / "plain", id)))
      fail(damiera::name(id) + ": the solvers differ");
    const auto table = Table::open(work / "lanes", id);
    if (!table) fail(table.error().message);
    if (!wins.contains(id.material))
      wins[id.material] =
          with_moves(*variant, [&]<Rules R>() { return count_wins<R>(*tables, id.material); });
    if (wins[id.material] != table->info().wins)
      fail(damiera::name(id) + ": wins differ from the header");
  }
  fs::remove_all(work);
  std::printf("%s: %zu tables, equal by both solvers\n", argv[1], ids->size());
}
