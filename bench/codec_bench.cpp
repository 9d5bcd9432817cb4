#include <benchmark/benchmark.h>

#include <array>
#include <random>
#include <vector>

#include "data/file/block_codec.h"
#include "data/spans/code_trainer.h"
#include "data/spans/span_encoder.h"

namespace damiera {
namespace {

// Outcomes in runs of `run` positions on average, a quarter of which are captures, and distances
// that are mostly small. Real slices: runs of about 15 among four pieces, 50 to 1000 among five.
std::vector<Outcome> outcomes_in_runs(int run) {
  std::mt19937 random{1};
  std::geometric_distribution<int> plies{0.15};
  std::vector<Outcome> outcomes(block_positions);
  Outcome now = Outcome::draw();
  for (Outcome& o : outcomes) {
    if (random() % static_cast<unsigned>(run) == 0) {
      const int n = plies(random);
      now = std::array{Outcome::win(1 + 2 * n), Outcome::loss(2 * n), Outcome::draw(),
                       Outcome::capture(Value::win)}[random() % 4];
    }
    o = now;
  }
  return outcomes;
}

void count_positions(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * block_positions);
}

void encode(benchmark::State& state, Metric metric) {
  const auto outcomes = outcomes_in_runs(static_cast<int>(state.range(0)));
  std::size_t bytes = 0;
  for (auto _ : state) bytes = encode_block(metric, outcomes).size();
  count_positions(state);
  state.counters["positions/byte"] = double(block_positions) / double(bytes);
}

template <class T>
void decode(benchmark::State& state, Metric metric) {
  const auto block = encode_block(metric, outcomes_in_runs(static_cast<int>(state.range(0))));
  std::vector<T> values(block_positions);
  for (auto _ : state) {
    if (!decode_block(block, std::span{values})) return state.SkipWithError("does not decode");
    benchmark::ClobberMemory();
  }
  count_positions(state);
}

void Encode_Wdl_WholeBlock(benchmark::State& state) { encode(state, Metric::wdl); }
void Encode_Dtc_WholeBlock(benchmark::State& state) { encode(state, Metric::dtc); }
void Decode_Wdl_WholeBlock(benchmark::State& state) { decode<Value>(state, Metric::wdl); }
void Decode_Dtc_WholeBlock(benchmark::State& state) { decode<std::uint16_t>(state, Metric::dtc); }

// Values of a table that is read in place; the values of captures are don't-cares.
std::vector<std::uint16_t> span_in_runs(int run) {
  std::vector<std::uint16_t> values;
  for (const Outcome& o : outcomes_in_runs(run))
    values.push_back(o.is_capture() ? SpanEncoder::any
                                    : static_cast<std::uint16_t>(static_cast<int>(o.value()) + 1));
  return values;
}

// Beam 0 is the widest beam, which finds the fewest codes.
void Encode_Spans_WholeBlock(benchmark::State& state) {
  const auto values = span_in_runs(static_cast<int>(state.range(0)));
  const auto beam =
      state.range(1) == 0 ? SpanEncoder::widest : static_cast<std::size_t>(state.range(1));
  const PairCodes codes = join_pairs({0, 1, 2}, {values}, 256);
  const SpanEncoder encoder{codes, beam};
  std::size_t bytes = 0;
  for (auto _ : state) bytes = encoder.codes(values).size();
  count_positions(state);
  state.counters["positions/byte"] = double(block_positions) / double(bytes);
}

BENCHMARK(Encode_Spans_WholeBlock)
    ->ArgNames({"run", "beam"})
    ->ArgsProduct({{4, 50}, {1, 4, 16, 0}});
BENCHMARK(Encode_Wdl_WholeBlock)->ArgName("run")->Arg(4)->Arg(50)->Arg(1000);
BENCHMARK(Encode_Dtc_WholeBlock)->ArgName("run")->Arg(4)->Arg(50)->Arg(1000);
BENCHMARK(Decode_Wdl_WholeBlock)->ArgName("run")->Arg(4)->Arg(50)->Arg(1000);
BENCHMARK(Decode_Dtc_WholeBlock)->ArgName("run")->Arg(4)->Arg(50)->Arg(1000);

}  // namespace
}  // namespace damiera
