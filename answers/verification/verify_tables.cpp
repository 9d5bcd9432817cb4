#include "answers/verification/verify_tables.h"

#include <oneapi/tbb/parallel_for.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <tuple>

#include "answers/verification/check_slice.h"
#include "answers/verification/value_checker.h"
#include "data/file/first_damage.h"
#include "data/file/table.h"

namespace damiera {

namespace {

using GoOn = std::function<bool(const VerifyProgress&)>;

/// Progress of work that threads share. A thread reports it, unless another thread is doing so at
/// the moment.
class SharedProgress {
 public:
  SharedProgress(const GoOn& go_on, std::string_view task, std::uint64_t total)
      : go_on_{go_on}, task_{task}, total_{total} {}
  void begin(const TableId& table) { table_ = table; }  // between parallel parts only
  bool add(std::uint64_t positions) {
    const std::uint64_t done = done_ += positions;
    if (const std::unique_lock lock{mutex_, std::try_to_lock}; lock)
      if (!go_on_({task_, table_, done, total_})) stopped_ = true;
    return !stopped_;
  }
  bool is_stopped() const { return stopped_; }

 private:
  const GoOn& go_on_;
  std::string_view task_;
  TableId table_{};
  std::uint64_t total_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
};

/// Reads all blocks and drops the decoded values. Returns the error of the first damaged block.
Result<void> read_all(const Table& table) {
  FirstDamage damage;
  oneapi::tbb::parallel_for(std::uint64_t{0}, table.blocks(),
                            [&](std::uint64_t n) { damage.add(n, table.check(n)); });
  return damage.result();
}

/// Whether a check begins with tables of this metric: DTC is checked together with the values.
bool leads_check(Metric metric) { return holds_values(metric) || metric == Metric::dtw; }

bool are_checked_together(const TableId& leader, const TableId& other) {
  return leader.material == other.material && leader.count == other.count &&
         (leader.metric == Metric::dtw) == (other.metric == Metric::dtw);
}

/// The table with whose check the check of a table begins.
TableId leader_of(const TableId& id) {
  if (leads_check(id.metric)) return id;
  return {id.variant, id.material, id.count == 0 ? Metric::wdl : Metric::counted_wdl, id.count};
}

Checked checked_with(const Tablebase& tables, const TableId& id) {
  if (id.metric == Metric::counted_wdl) return {Metric::counted_dtc, id.count};
  if (id.metric == Metric::dtw) return {Metric::dtw};
  const bool dtc = tables.folder_of({id.variant, id.material, Metric::dtc}).has_value();
  return {dtc ? Metric::dtc : Metric::wdl};
}

/// The order of checking: slices that conversions lead to come first; flips follow each other.
auto turn(const TableId& id) {
  const Material& m = id.material;
  return std::tuple{m.total(), m.men(), std::min(m, m.flipped()), id.count, id.metric};
}

std::vector<TableId> wanted_tables(const Tablebase& tables, const VerifyRequest& request) {
  auto ids = tables.tables();
  std::erase_if(ids, [&](const TableId& id) { return !request.wants(id.material); });
  const auto is_shipped = [&](const TableId& id) {
    return tables.folder_of(id) == shipped_tables();
  };
  if (request.sample.size != 0 && request.slices.empty() && !std::ranges::all_of(ids, is_shipped)) {
    std::set<TableId> leaders;  // of the user's own tables
    for (const TableId& id : ids)
      if (!is_shipped(id)) leaders.insert(leader_of(id));
    std::erase_if(ids, [&](const TableId& id) { return is_shipped(id) && !leaders.contains(id); });
  }
  std::ranges::stable_sort(ids, {}, turn);
  return ids;
}

class Verification {
 public:
  Verification(const Tablebase& tables, const VerifyRequest& request, const GoOn& go_on)
      : tables_{tables}, request_{request}, go_on_{go_on} {}

  Findings run() {
    open_all();
    if (!found_.errors.empty()) {
      if (!is_sample()) check_blocks();  // so that all damage is named at once
      return std::move(found_);
    }
    if (const auto done = check_values(); !done) {
      // If a table is damaged, others may be too.
      if (done.error().code == Error::Code::corrupt && !is_sample()) check_blocks();
      if (found_.errors.empty() && !found_.is_stopped) found_.errors.push_back(done.error());
    }
    return std::move(found_);
  }

 private:
  bool is_sample() const { return request_.sample.size != 0; }

  /// Opens all wanted tables.
  void open_all() {
    for (const Material& m : request_.slices) {
      const TableId id{tables_.variant(), m, Metric::wdl};
      if (!tables_.folder_of(id)) return found_.errors.push_back(no_such_table(id));
    }
    const auto wanted = wanted_tables(tables_, request_);
    if (wanted.empty())
      found_.errors.push_back({Error::Code::missing_table, std::string{name(tables_.variant())} +
                                                               ": there are no such tables"});
    for (const TableId& id : wanted)
      if (const TableId leader = leader_of(id); !tables_.folder_of(leader))
        found_.errors.push_back(no_such_table(leader));  // without it nothing is checked
    for (const TableId& id : wanted)
      if (auto table = tables_.open_table(id))
        files_.push_back(*std::move(table));
      else if (!is_found(table.error()))  // a table may be asked for beside others, too
        found_.errors.push_back(table.error());
  }

  bool is_found(const Error& error) const {
    return std::ranges::find(found_.errors, error.message, &Error::message) != found_.errors.end();
  }

  /// Reads every block of every table, to tell damage from wrong values.
  void check_blocks() {
    std::uint64_t total = 0;
    for (const Table& file : files_) total += file.info().positions;
    SharedProgress progress{go_on_, "checksums", total};
    for (const Table& file : files_) {
      progress.begin(file.info().id);
      if (const auto read = read_all(file); !read) found_.errors.push_back(read.error());
      if (!progress.add(file.info().positions)) break;
    }
    found_.is_stopped = progress.is_stopped();
  }

  std::uint64_t positions_to_check() const {
    std::uint64_t total = 0;
    for (const Table& file : files_)
      if (leads_check(file.info().id.metric))
        total += is_sample() ? request_.sample.size : file.info().positions;
    return total;
  }

  Result<void> check_values() {
    const auto start = std::chrono::steady_clock::now();
    SharedProgress progress{go_on_, "values", positions_to_check()};
    ValueChecker checker{tables_, request_.memory};
    for (const Table& file : files_) {
      if (progress.is_stopped()) break;
      if (!leads_check(file.info().id.metric)) continue;
      progress.begin(file.info().id);
      if (auto done = check(file.info(), checker, progress); !done) return done.error();
    }
    found_.is_stopped = progress.is_stopped();
    if (found_.is_stopped) found_.least_sample = 0;
    found_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return {};
  }

  Result<void> check(const TableInfo& info, ValueChecker& checker, SharedProgress& progress) {
    const Checked what = checked_with(tables_, info.id);
    const auto add = [&](std::uint64_t n) { return progress.add(n); };
    const auto checked = is_sample() ? check_positions(tables_, info.id.material, what,
                                                       draw(request_.sample, info.id), add)
                                     : checker.check(info.id.material, what, add);
    if (!checked) return checked.error();
    found_.slices += info.id.metric == Metric::wdl;
    found_.positions += checked->counts.positions;
    found_.wrong += checked->wrong;
    for (const WrongValue& w : checked->examples) found_.examples.emplace_back(info.id, w);
    found_.least_sample =
        std::min(found_.least_sample.value_or(UINT64_MAX), checked->counts.positions);
    if (progress.is_stopped()) return {};
    for (const Table& other : files_) {
      if (!are_checked_together(info.id, other.info().id)) continue;
      ++found_.tables;
      if (!is_sample() && !checked->agrees_with(other.info(), what.has_distances()))
        found_.wrong_headers.push_back(other.info().id);
    }
    return {};
  }

  const Tablebase& tables_;
  const VerifyRequest& request_;
  const GoOn& go_on_;
  std::vector<Table> files_;
  Findings found_;
};

Json json_of(const Probe& probe) {
  return {{"wdl", name(probe.value)}, {"plies", or_null(probe.dtc)}};
}

}  // namespace

bool VerifyRequest::wants(const Material& m) const {
  return m.total() <= pieces && (slices.empty() || std::ranges::count(slices, m) > 0);
}

Findings verify_tables(const Tablebase& tables, const VerifyRequest& request,
                       const std::function<bool(const VerifyProgress&)>& go_on) {
  return Verification{tables, request, go_on}.run();
}

Json to_json(const Findings& found, const VerifyRequest& request, Variant variant) {
  Json examples = Json::array(), headers = Json::array(), errors = Json::array();
  for (const auto& [id, w] : found.examples)
    examples.push_back({{"table", name(id)},
                        {"slice", name(id.material)},
                        {"fen", fen(variant, {w.pos, Color::white})},
                        {"stored", json_of(w.stored)},
                        {"recomputed", json_of(w.recomputed)}});
  for (const TableId& id : found.wrong_headers) headers.push_back(name(id));
  for (const Error& error : found.errors) {
    errors.push_back({{"error", error.message}});
    if (!error.table.empty()) errors.back()["table"] = error.table;
  }
  const bool is_open = found.is_stopped && !found.has_wrong() && found.errors.empty();
  Json report{{"variant", name(variant)},
              {"correct", is_open ? Json{} : Json(found.is_fine())},
              {"complete", !found.is_stopped && found.errors.empty()},
              {"tables", found.tables},
              {"slices", found.slices},
              {"positions", found.positions},
              {"wrong", found.wrong},
              {"seconds", found.seconds},
              {"wrong_headers", headers},
              {"wrong_positions", examples},
              {"errors", errors}};
  if (request.sample.size != 0) {
    const std::uint64_t least = found.least_sample.value_or(0);
    report["sample"] = {
        {"seed", request.sample.seed},
        {"positions_of_each", least},
        {"fraction_found_with_99_percent", least == 0 ? Json{} : Json(fraction_found(least))}};
  }
  return report;
}

}  // namespace damiera
