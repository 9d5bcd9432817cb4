#include "generator/write_slice.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/parallel_reduce.h>

#include <optional>

namespace damiera {

namespace {

void add(TableInfo& info, Index i, Outcome o) {
  info.wins += o.value() == Value::win;
  info.draws += o.value() == Value::draw;
  info.losses += o.value() == Value::loss;
  info.captures += o.is_capture();
  if (!o.is_capture() && o.plies() > info.longest_plies) {
    info.longest_plies = o.plies();
    info.longest = i;
  }
}

// `b` summarises positions after those of `a`.
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

}  // namespace

TableInfo summarise(const TableId& id, std::span<const Outcome> outcomes) {
  const TableInfo nothing{id, outcomes.size(), 0, 0, 0, 0, 0, Index{0}};
  return tbb::parallel_reduce(
      tbb::blocked_range<std::size_t>{0, outcomes.size(), 1 << 16}, nothing,
      [&](const auto& range, TableInfo info) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) add(info, Index{i}, outcomes[i]);
        return info;
      },
      sum);
}

Result<TableWriter> write_aside(const std::filesystem::path& folder, const TableInfo& info,
                                std::span<const Outcome> outcomes) {
  auto writer = TableWriter::create(folder, info);
  if (!writer) return writer;
  using Bytes = std::vector<std::byte>;
  std::optional<Error> failed;
  std::size_t next = 0;
  // Enough blocks in flight to keep every thread busy, few enough to stay in cache.
  constexpr std::size_t in_flight = 64;
  tbb::parallel_pipeline(
      in_flight,
      tbb::make_filter<void, std::span<const Outcome>>(
          tbb::filter_mode::serial_in_order,
          [&](tbb::flow_control& flow) {
            if (next == outcomes.size() || failed) {
              flow.stop();
              return std::span<const Outcome>{};
            }
            const auto size = std::min<std::size_t>(block_positions, outcomes.size() - next);
            return outcomes.subspan(std::exchange(next, next + size), size);
          }) &
          tbb::make_filter<std::span<const Outcome>, Bytes>(
              tbb::filter_mode::parallel,
              [&](std::span<const Outcome> block) { return encode_block(info.id.metric, block); }) &
          tbb::make_filter<Bytes, void>(tbb::filter_mode::serial_in_order, [&](const Bytes& bytes) {
            if (failed) return;
            if (auto added = writer->add(bytes); !added) failed = added.error();
          }));
  if (failed) return *failed;
  return writer;
}

}  // namespace damiera
