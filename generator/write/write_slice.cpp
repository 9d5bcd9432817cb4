#include "generator/write/write_slice.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <atomic>
#include <cassert>

#include "generator/write/encode_time.h"

namespace damiera {

namespace {

// Adds fewer than 2^16 positions, from `first` on. The loop has no branches and nothing wider than
// an outcome, so that the compiler can use vector instructions.
void add(TableInfo& info, std::uint64_t first, std::span<const Outcome> outcomes) {
  assert(outcomes.size() <= block_positions);
  static_assert(block_positions < 1 << 16);
  std::uint16_t wins = 0, losses = 0, captures = 0, longest = 0;
  const auto distance = [](const Outcome& o) {
    return static_cast<std::uint16_t>(o.plies() & -int{!o.is_capture()});
  };
  for (const Outcome& o : outcomes) {
    wins += o.value() == Value::win;
    losses += o.value() == Value::loss;
    captures += o.is_capture();
    longest = std::max(longest, distance(o));
  }
  info.wins += wins;
  info.losses += losses;
  info.draws += outcomes.size() - wins - losses;
  info.captures += captures;
  if (longest <= info.longest_plies) return;
  const auto at = std::ranges::find(outcomes, longest, distance);
  info.longest_plies = longest;
  info.longest = Index{first + static_cast<std::uint64_t>(at - outcomes.begin())};
}

// Adds two summaries; the positions of `b` come after the positions of `a`.
TableInfo sum(TableInfo a, const TableInfo& b) {
  a.wins += b.wins;
  a.draws += b.draws;
  a.losses += b.losses;
  a.captures += b.captures;
  if (b.longest_plies > a.longest_plies) {
    a.longest_plies = b.longest_plies;
    a.longest = b.longest;
  }
  return a;
}

/// Where a block begins, and how many positions it has.
struct Block {
  std::uint64_t first;
  std::size_t size;
};

}  // namespace

ReadOutcomes read_from(std::span<const Outcome> outcomes) {
  return [outcomes](std::uint64_t first, std::span<Outcome> out) {
    std::ranges::copy(outcomes.subspan(first, out.size()), out.begin());
  };
}

TableInfo summarise(const TableId& id, std::uint64_t positions, const ReadOutcomes& read) {
  const TableInfo nothing{id, positions, 0, 0, 0, 0, 0, Index{0}};
  return tbb::parallel_reduce(
      tbb::blocked_range<std::uint64_t>{0, positions, block_positions}, nothing,
      [&](const auto& range, TableInfo info) {
        std::vector<Outcome> outcomes;
        for (std::uint64_t first = range.begin(); first < range.end(); first += outcomes.size()) {
          outcomes.resize(std::min<std::uint64_t>(block_positions, range.end() - first));
          read(first, outcomes);
          add(info, first, outcomes);
        }
        return info;
      },
      sum);
}

Result<TableWriter> write_aside(const std::filesystem::path& folder, const TableInfo& info,
                                const ReadOutcomes& read, std::atomic<std::uint64_t>& encoding) {
  auto writer = TableWriter::create(folder, info);
  if (!writer) return writer;
  using Coded = std::vector<std::byte>;
  Result<void> written;              // used by the writing stage alone
  std::atomic<bool> failed = false;  // shows an error to the stage that hands out blocks
  std::uint64_t next = 0;
  const auto encode = [&](const Block& block) {
    const EncodeTime time{encoding};
    std::vector<Outcome> outcomes(block.size);
    read(block.first, outcomes);
    return encode_block(info.id.metric, outcomes);
  };
  // Enough blocks in flight to keep every thread busy, few enough to stay in cache.
  constexpr std::size_t in_flight = 64;
  tbb::parallel_pipeline(
      in_flight,
      tbb::make_filter<void, Block>(
          tbb::filter_mode::serial_in_order,
          [&](tbb::flow_control& flow) {
            if (next == info.positions || failed.load(std::memory_order_relaxed)) {
              flow.stop();
              return Block{};
            }
            const std::uint64_t size =
                std::min<std::uint64_t>(block_positions, info.positions - next);
            return Block{std::exchange(next, next + size), static_cast<std::size_t>(size)};
          }) &
          tbb::make_filter<Block, Coded>(tbb::filter_mode::parallel, encode) &
          tbb::make_filter<Coded, void>(tbb::filter_mode::serial_in_order, [&](const Coded& bytes) {
            if (!written) return;
            written = writer->add(bytes);
            if (!written) failed.store(true, std::memory_order_relaxed);
          }));
  if (!written) return written.error();
  return writer;
}

Result<std::vector<TableId>> finish_all(std::span<TableWriter> writers) {
  std::vector<TableId> tables;
  for (TableWriter& writer : writers) {
    if (auto finished = writer.finish(); !finished) return finished.error();
    tables.push_back(writer.id());
  }
  return tables;
}

}  // namespace damiera
