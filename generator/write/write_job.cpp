#include "generator/write/write_job.h"

#include <tbb/task_arena.h>

#include "data/folder/catalogue.h"
#include "data/pack.h"
#include "data/packing_cost.h"
#include "generator/parallel.h"
#include "generator/write/encode_time.h"

namespace damiera {

namespace {

// Thrown by a part of packing that is not to go on.
struct Stopped {};

/// Writes the tables of one job to unfinished files.
class JobWriter {
 public:
  JobWriter(const BuildOptions& options, const Job& job, const std::function<bool()>& goes_on,
            std::atomic<std::uint64_t>& encoding)
      : options_{options}, job_{job}, goes_on_{goes_on}, encoding_{encoding} {}

  Result<void> add(const SolvedSlice& slice) {
    auto info = info_of(slice);
    if (!info) return info.error();
    for (const Metric metric : job_.stage.metrics) {
      info->id = job_.stage.table(options_.variant, slice.material, metric);
      if (metric == job_.stage.metrics.front()) slices_.push_back(*info);
      if (has_table(options_.folder, info->id)) continue;
      auto writer = write_aside(slice, *info);
      if (!writer) return writer.error();
      writers_.push_back(std::move(*writer));
    }
    return {};
  }

  Result<Written> finish() {
    const auto tables = finish_all(writers_);
    if (!tables) return tables.error();
    return Written{std::move(slices_), *tables};
  }

 private:
  TableId values_of(const Material& m) const { return {options_.variant, m, Metric::wdl}; }

  Result<TableInfo> info_of(const SolvedSlice& slice) const {
    if (!slice.read) {
      const auto wdl = open_table(options_, values_of(slice.material));
      if (!wdl) return wdl.error();
      return wdl->info();
    }
    TableInfo info = summarise({}, slice.positions, slice.read);
    if (slice.longest) {
      info.longest_plies = slice.longest->plies;
      info.longest = slice.longest->index;
    }
    if (job_.stage.is_of_endings())
      if (auto agreed = expect_values(slice.material, info); !agreed) return agreed.error();
    return info;
  }

  // The WDL table came from another solver, so this checks both. The values would also differ if a
  // distance were too long.
  Result<void> expect_values(const Material& m, const TableInfo& info) const {
    const auto wdl = open_table(options_, values_of(m));
    if (!wdl) return wdl.error();
    const auto counts = [](const TableInfo& i) {
      return std::to_string(i.wins) + " wins, " + std::to_string(i.draws) + " draws, " +
             std::to_string(i.losses) + " losses";
    };
    if (counts(info) == counts(wdl->info())) return {};
    const TableId id = job_.stage.table(options_.variant, m, Metric::dtw);
    return Error{Error::Code::corrupt, wdl->path().string() + ": found " + counts(wdl->info()) +
                                           ", expected " + counts(info) + " as solving for " +
                                           name(id) + " found"};
  }

  // A table under a count needs no blocks if its blocks would equal the blocks of the table without
  // one.
  Result<TableWriter> write_aside(const SolvedSlice& slice, const TableInfo& info) {
    if (is_counted(info.id.metric)) {
      const auto same = is_as_without_count(slice, info.id);
      if (!same) return same.error();
      if (*same) return TableWriter::create_without_blocks(options_.folder, info);
    }
    if (options_.profile) return pack_aside(slice, info);
    return damiera::write_aside(options_.folder, info, slice.read, encoding_);
  }

  Result<TableWriter> pack_aside(const SolvedSlice& slice, const TableInfo& info) {
    const EncodeTime time{encoding_};
    // A thread that waits for other threads must not start to solve: its table would wait for that.
    const auto workers = [this](std::size_t count, const WorkPart& work) {
      tbb::this_task_arena::isolate([&] {
        for_each_number(count, [&](std::uint64_t n) {
          if (!goes_on_()) throw Stopped{};
          const EncodeTime time_of_part{encoding_};
          work(n);
        });
      });
    };
    std::optional<Table> wdl;
    if (info.id.metric == Metric::counted_dtc) {
      auto opened = open_table(options_, values_of(slice.material));
      if (!opened) return opened.error();
      wdl.emplace(*std::move(opened));
    }
    const std::uint64_t memory =
        packing_memory(info.id, *options_.profile).bound_within(options_.packing_memory);
    return pack_solved(info, slice.read, wdl ? &*wdl : nullptr, options_.folder, *options_.profile,
                       options_.effort, {workers, memory});
  }

  Result<bool> is_as_without_count(const SolvedSlice& slice, TableId id) const {
    if (!slice.read) return true;
    id.metric = holds_values(id.metric) ? Metric::wdl : Metric::dtc;
    id.count = 0;
    const auto table = open_table(options_, id);
    if (!table) return table.error();
    return slice.is_stored_in(*table);
  }

  const BuildOptions& options_;
  const Job& job_;
  const std::function<bool()>& goes_on_;
  std::atomic<std::uint64_t>& encoding_;
  std::vector<TableInfo> slices_;
  std::vector<TableWriter> writers_;
};

}  // namespace

Result<std::optional<Written>> write(const BuildOptions& options, const Job& job,
                                     const Solved& solved, const std::function<bool()>& goes_on,
                                     std::atomic<std::uint64_t>& encoding) {
  JobWriter writer{options, job, goes_on, encoding};
  try {
    for (const SolvedSlice& slice : solved.slices)
      if (auto added = writer.add(slice); !added) return added.error();
  } catch (const Stopped&) {
    return std::optional<Written>{};
  }
  auto written = writer.finish();
  if (!written) return written.error();
  return std::optional{*std::move(written)};
}

}  // namespace damiera
