#include "answers/packing/pack_folder.h"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <set>

#include "answers/packing/packed_sides.h"
#include "data/folder/catalogue.h"
#include "data/folder/folder_lock.h"
#include "data/folder/leftovers.h"
#include "data/folder/manifest.h"
#include "data/pack.h"
#include "data/packing_cost.h"
#include "probe/tablebase.h"

namespace damiera {

namespace {

/// The number that a table of this metric stores for a position, for pack_asked().
Result<std::uint16_t> stored_value(const Tablebase& tables, Metric metric, const Position& pos) {
  const auto decided = [](Value value, int distance) {
    if (value == Value::draw) return dont_care;
    return cell_of(distance, value == Value::win);
  };
  if (metric == Metric::dtw) {
    const auto ending = tables.ending(pos);
    if (!ending) return ending.error();
    return decided(ending->value, ending->plies / 2);
  }
  if (metric == Metric::dtc) {
    const auto probe = tables.probe(pos);
    if (!probe) return probe.error();
    return decided(probe->value, probe->dtc.value_or(0));
  }
  const auto value = tables.wdl(pos);
  if (!value) return value.error();
  return cell_of(*value);
}

/// Keeps count of what is packed. Thread-safe.
class Status {
 public:
  /// `is_found(id)`: whether the table was there before.
  template <class IsFound>
  Status(const std::vector<TableId>& ids, Profile profile, Effort effort,
         const PackObserver& observer, const IsFound& is_found)
      : observer_{observer} {
    state_.tables = ids.size();
    for (const TableId& id : ids) {
      const bool found = is_found(id);
      (found ? state_.positions_found : state_.positions_to_pack) += positions_of(id);
      state_.finished += found;
      if (!found) state_.seconds += packing_seconds(id, profile, effort);
    }
    observer_.begin(state_);
  }

  /// Counts more positions as packed. Returns false to stop.
  bool add(std::uint64_t positions) {
    const std::scoped_lock lock{mutex_};
    state_.positions_packed += positions;
    if (!observer_.progress(state_)) stopped_ = true;
    return !stopped_;
  }
  void finish_table() {
    const std::scoped_lock lock{mutex_};
    ++state_.finished;
  }
  void add_written(const TableId& id) {
    const std::scoped_lock lock{mutex_};
    written_.insert(id);
  }
  /// The tables that were written, not found. Call it when no table is in work.
  std::vector<TableId> written() const { return {written_.begin(), written_.end()}; }
  bool is_stopped() const { return stopped_; }

 private:
  const PackObserver& observer_;
  std::mutex mutex_;
  std::atomic<bool> stopped_ = false;
  PackingState state_;
  std::set<TableId> written_;
};

// The loop is isolated: a thread that waits here must not begin a part of another table, which
// would hold the memory of both. It has a context of its own: if another body of a loop around it
// threw, the shared context would be cancelled, and this loop would return with parts undone.
void workers(std::size_t count, const WorkPart& work) {
  oneapi::tbb::this_task_arena::isolate([&] {
    oneapi::tbb::task_group_context apart{oneapi::tbb::task_group_context::isolated};
    oneapi::tbb::parallel_for(std::size_t{0}, count, work, apart);
  });
}

class FolderPacker {
 public:
  FolderPacker(const PackRequest& request, const PackObserver& observer)
      : request_{request}, observer_{observer} {}

  Result<PackReport> run() {
    if (auto apart = check_folders(); !apart) return apart.error();
    auto ids = wanted();
    if (!ids) return ids.error();
    ids_ = *std::move(ids);
    if (auto complete = check_values_beside(); !complete) return complete.error();
    PackReport report{};
    if (auto added = add_sums_before(report.metrics); !added) return added.error();
    auto opened = Tablebase::open(request_.variant, {request_.from}, {.shipped = false});
    if (!opened) return opened.error();
    tables_.emplace(*std::move(opened));
    const auto complete = pack_alone();
    if (!complete) return complete.error();
    report.is_complete = *complete;
    if (!report.is_complete) return report;
    if (auto added = add_packed(report.metrics); !added) return added.error();
    return report;
  }

 private:
  // Nothing is written to `from`: if packing is stopped, its tables are complete and unchanged.
  Result<void> check_folders() const {
    for (const std::string& part : {std::string{}, std::string{name(request_.variant)}}) {
      std::error_code none;  // a folder that does not exist yet is not the same one
      if (std::filesystem::equivalent(request_.from / part, request_.to / part, none))
        return Error{Error::Code::bad_notation,
                     fmt::format("pack: IN and OUT are the same folder, '{}': expected another OUT",
                                 (request_.to / part).string())};
    }
    return {};
  }

  Result<std::vector<TableId>> wanted() const {
    auto ids = list_tables(request_.from, request_.variant);
    if (!ids) return ids.error();
    const auto& slices = request_.slices;
    std::erase_if(*ids, [&](const TableId& id) {
      return !slices.empty() && std::ranges::find(slices, id.material) == slices.end();
    });
    if (!ids->empty()) return ids;
    std::vector<std::string> names;
    for (const Material& m : slices) names.push_back(name(m));
    return Error{Error::Code::missing_table,
                 fmt::format("{}: there are no tables{}{}",
                             (request_.from / name(request_.variant)).string(),
                             names.empty() ? "" : " of ", fmt::join(names, ", "))};
  }

  /// Distances mean nothing without the values beside which they are read.
  Result<void> check_values_beside() const {
    const auto expect = [&](const TableId& id) -> Result<void> {
      if (!has_table(request_.from, id)) return no_such_table(id);
      return {};
    };
    for (const TableId& id : ids_) {
      if (auto there = expect(wdl_beside(id)); !there) return there;
      if (id.count == 0) continue;
      const TableId counted{id.variant, id.material, Metric::counted_wdl, id.count};
      if (auto there = expect(counted); !there) return there;
    }
    return {};
  }

  /// Packs all tables while it holds the lock of the folder, and lists them. Returns false if it
  /// was stopped.
  Result<bool> pack_alone() const {
    const auto held = FolderLock::take(request_.to, request_.variant, request_.who);
    if (!held) return held.error();
    if (auto free = check_targets(); !free) return free.error();
    if (auto removed = remove_leftovers(request_.to, request_.variant); !removed)
      return removed.error();
    auto manifest = Manifest::open(request_.to, request_.variant);
    if (!manifest) return manifest.error();
    std::vector<TableId> written;
    auto packed = pack_all(written);
    // A table that was found keeps its sum: if it has changed since, the list shows it.
    if (auto listed = manifest->add(written); !listed) return listed.error();
    return packed;
  }

  // A file that has the name of a table but is another table must not be replaced.
  Result<void> check_targets() const {
    for (const TableId& id : ids_) {
      if (!has_table(request_.to, id)) continue;
      const auto table = Table::open(request_.to, id);
      if (!table && table.error().code == Error::Code::foreign_table) return table.error();
    }
    return {};
  }

  /// Returns false if it was stopped and left some tables unpacked. Adds the tables that were
  /// written, also in case of an error.
  Result<bool> pack_all(std::vector<TableId>& written) const {
    auto wdl = ids_;
    const auto others = std::stable_partition(
        wdl.begin(), wdl.end(), [](const TableId& id) { return id.metric == Metric::wdl; });
    const std::vector<TableId> rest{others, wdl.end()};
    wdl.erase(others, wdl.end());
    const PackedSides sides{request_, ids_};
    PackedSides::Tables searched = sides.searched_before(
        [this](const TableId& id, bool is_searched) { return is_packed(id, is_searched); });
    Status status{ids_, request_.profile, request_.effort, observer_,
                  [&](const TableId& id) { return is_packed(id, searched.contains(id)); }};
    const auto pack_each = [&](const std::vector<TableId>& ids) {
      return each(ids, status,
                  [&](const TableId& id) { return pack_one(id, searched.contains(id), status); });
    };
    const auto leave_out_sides_of = [&](const std::vector<TableId>& packed) {
      const auto more = sides.to_search(searched);
      if (!more) return Result<void>{more.error()};
      searched.insert(more->begin(), more->end());
      return each(packed, status, [&](const TableId& id) -> Result<void> {
        if (!more->contains(id)) return {};
        auto done = pack_without_values(id);
        if (done) status.add_written(id);
        return done;
      });
    };
    const auto pack_in_turn = [&]() -> Result<void> {
      if (auto done = pack_each(wdl); !done) return done;
      if (request_.sides == Sides::one && !status.is_stopped())
        if (auto done = leave_out_sides_of(wdl); !done) return done;
      if (auto done = pack_each(rest); !done) return done;
      if (request_.sides == Sides::distances && !status.is_stopped())
        return leave_out_sides_of(rest);
      return {};
    };
    const auto done = pack_in_turn();
    written = status.written();
    if (!done) return done.error();
    return !status.is_stopped();
  }

  /// Calls pack(id) for each table, several at a time. After an error no further call begins.
  template <class Pack>
  Result<void> each(const std::vector<TableId>& ids, const Status& status, const Pack& pack) const {
    std::vector<std::uint64_t> bytes;
    for (const TableId& id : ids) bytes.push_back(packing_memory(id, request_.profile).most());
    const auto threads = oneapi::tbb::this_task_arena::max_concurrency();
    std::size_t begin = 0;
    for (const std::size_t end :
         packing_parts(bytes, static_cast<std::size_t>(threads), request_.memory)) {
      if (auto done = part_of(ids, begin, end, status, pack); !done) return done;
      begin = end;
    }
    return {};
  }
  template <class Pack>
  static Result<void> part_of(const std::vector<TableId>& ids, std::size_t begin, std::size_t end,
                              const Status& status, const Pack& pack) {
    std::optional<Error> failed;
    std::mutex mutex;
    oneapi::tbb::parallel_for(begin, end, [&](std::size_t n) {
      {
        const std::scoped_lock lock{mutex};
        if (failed || status.is_stopped()) return;
      }
      const auto packed = pack(ids[n]);
      if (packed) return;
      const std::scoped_lock lock{mutex};
      failed = packed.error();
    });
    if (failed) return *failed;
    return {};
  }

  Result<void> pack_one(const TableId& id, bool is_searched, Status& status) const {
    if (is_packed(id, is_searched)) return {};
    std::uint64_t rest = positions_of(id);
    const auto progress = [&](std::uint64_t positions) {
      rest -= positions;
      return status.add(positions);
    };
    if (!progress(0)) return {};
    auto done = is_searched ? pack_without_values(id) : pack_values(id, progress);
    if (!done || status.is_stopped()) return done;
    status.add_written(id);
    status.finish_table();
    progress(rest);
    return {};
  }

  /// True if `to` has the table as it would be packed now, or, for `is_searched`, without values.
  bool is_packed(const TableId& id, bool is_searched) const {
    if (!has_table(request_.to, id)) return false;
    const auto source = Table::open(request_.from, id), target = Table::open(request_.to, id);
    if (!source || !target || target->info() != source->info()) return false;
    if (is_searched) return target->is_searched();
    if (source->is_as_without_count()) return target->is_as_without_count();
    return target->coding() == (request_.profile == Profile::small ? Coding::tree : Coding::spans);
  }

  Result<void> pack_values(const TableId& id, const PackProgress& progress) const {
    const auto table = Table::open(request_.from, id);
    if (!table) return table.error();
    if (table->is_searched()) return pack_asked(*table, progress);
    const auto wdl = Table::open(request_.from, wdl_beside(id));
    if (!wdl) return wdl.error();
    if (wdl->is_searched()) return pack_asked(*table, progress);
    return pack(*table, *wdl, request_.to, request_.profile, progress, request_.effort,
                resources_for(id));
  }
  // A table that takes more than there is has all memory: it is packed without others.
  PackResources resources_for(const TableId& id) const {
    return {workers, packing_memory(id, request_.profile).bound_within(request_.memory)};
  }
  // Packs a table from probes: it stores no values, or its values are not stored.
  Result<void> pack_asked(const Table& table, const PackProgress& progress) const {
    const auto asked = [this, metric = table.info().id.metric](const Position& pos) {
      return stored_value(*tables_, metric, pos);
    };
    return damiera::pack_asked(table.info(), asked, request_.to, request_.profile, progress,
                               request_.effort, resources_for(table.info().id));
  }
  Result<void> pack_without_values(const TableId& id) const {
    const auto table = Table::open(request_.from, id);
    if (!table) return table.error();
    return pack_searched(*table, request_.to);
  }

  /// Adds tables, positions and bytes of what there is to pack.
  Result<void> add_sums_before(std::map<Metric, PackedTables>& sums) const {
    for (const TableId& id : ids_) {
      const auto table = Table::open(request_.from, id);
      if (!table) return table.error();
      PackedTables& sum = sums[id.metric];
      ++sum.tables;
      sum.positions += table->info().positions;
      sum.bytes_before += table->bytes();
    }
    return {};
  }
  /// Adds the results of packing.
  Result<void> add_packed(std::map<Metric, PackedTables>& sums) const {
    for (const TableId& id : ids_) {
      const auto table = Table::open(request_.to, id);
      if (!table) return table.error();
      sums[id.metric].bytes += table->bytes();
      sums[id.metric].searched += table->is_searched();
    }
    return {};
  }

  const PackRequest& request_;
  const PackObserver& observer_;
  std::vector<TableId> ids_;
  std::optional<Tablebase> tables_;  // the tables in `from`
};

}  // namespace

std::vector<std::size_t> packing_parts(std::span<const std::uint64_t> bytes, std::size_t at_once,
                                       std::uint64_t memory) {
  std::vector<std::size_t> ends;
  std::multiset<std::uint64_t> largest;  // of the tables of this part, those at work at the worst
  std::uint64_t held = 0;
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    largest.insert(bytes[n]);
    held += bytes[n];
    if (largest.size() > at_once) {
      held -= *largest.begin();
      largest.erase(largest.begin());
    }
    if (held <= memory || largest.size() == 1) continue;
    ends.push_back(n);
    largest = {bytes[n]};
    held = bytes[n];
  }
  if (!bytes.empty()) ends.push_back(bytes.size());
  return ends;
}

Result<PackReport> pack_folder(const PackRequest& request, const PackObserver& observer) {
  return FolderPacker{request, observer}.run();
}

}  // namespace damiera
