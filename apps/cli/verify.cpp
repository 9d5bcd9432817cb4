#include <fmt/core.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

#include <atomic>
#include <mutex>
#include <tuple>

#include "answers/values.h"
#include "answers/verification/check_slice.h"
#include "answers/verification/sample.h"
#include "answers/verification/value_checker.h"
#include "apps/cli/against.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "apps/cli/stop.h"
#include "data/file/first_damage.h"
#include "data/file/table.h"

namespace damiera {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* verify_help =
    R"(Reads every block of every table and compares its checksum; recomputes the value and the
distance of every position from the positions that its moves lead to, and counts again what the
headers say. A WDL table without a DTC table is checked for values only.
Tables of draw counts and of distances to the end of the game are checked in the same way.
Tables that come with the program are checked as well. A slice is held in memory together with the
one that has the sides exchanged: two bytes a position.

With --sample N only N positions of each table are recomputed, drawn at random from those without
capture, and nothing is read that they do not need: seconds for tables of any size. The report says
which share of wrong values that would have found. Tables that come with the program are left out of
the sample if there are others, unless --slices names them.

With --against LIST the files of one folder are compared with a list of checksums instead, such as
one in data/checksums/ or another folder's checksums.txt: missing, different and extra ones are
named; the exit status is 1 if there are any of the first two.

Exit status 1 if anything is wrong or the check was stopped, 3 if a table is damaged or missing.

Examples:
  damiera verify italian
  damiera verify english --slices KKvK,KvKK --tables /data/draughts --json
  damiera verify russian --pieces 3        tables of at most 3 pieces
  damiera verify italian --sample 100000 --seed 7
  damiera verify italian --against data/checksums/built/italian.txt)";

/// Progress of work that threads share. A thread shows it unless another thread is just doing so.
class SharedProgress {
 public:
  SharedProgress(std::string task, std::uint64_t total) : task_{std::move(task)}, total_{total} {}
  void begin(std::string part) { part_ = std::move(part); }  // between parallel parts only
  bool add(std::uint64_t positions) {
    const std::uint64_t done = done_ += positions;
    if (const std::unique_lock lock{mutex_, std::try_to_lock}; lock)
      progress_.show(task_, part_, done, total_);
    return !stop_asked();
  }
  double seconds() const { return progress_.seconds(); }

 private:
  std::string task_, part_;
  std::uint64_t total_;
  std::atomic<std::uint64_t> done_ = 0;
  std::mutex mutex_;
  Progress progress_;
};

/// Reads all blocks; what is decoded is dropped. The error of the first damaged block.
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

/// True if the check of some table's values reads this one as well.
bool is_led(const Table& file, const std::vector<Table>& files) {
  return std::ranges::any_of(files, [&](const Table& leader) {
    return leads_check(leader.info().id.metric) &&
           are_checked_together(leader.info().id, file.info().id);
  });
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

/// What a verification found.
struct Findings {
  std::size_t tables = 0, slices = 0;
  std::uint64_t positions = 0, wrong = 0;
  std::vector<std::string> headers;  // tables whose headers count wrongly
  std::vector<std::pair<TableId, WrongValue>> examples;
  double seconds = 0;                       // of recomputing
  std::uint64_t least_sample = UINT64_MAX;  // positions compared of the table with the fewest

  bool fine() const { return wrong == 0 && headers.empty() && !stop_asked(); }
};

struct VerifyCommand {
  Options options;
  std::vector<Material> slices;  // empty: all
  int pieces = 64;
  std::uint64_t memory = default_memory();
  std::filesystem::path against;  // empty: values are recomputed
  Sample sample;

  bool is_wanted(const Material& m) const {
    return m.total() <= pieces && (slices.empty() || std::ranges::count(slices, m) > 0);
  }
  std::vector<TableId> wanted_tables(const Tablebase& tables) const {
    auto ids = tables.tables();
    std::erase_if(ids, [&](const TableId& id) { return !is_wanted(id.material); });
    const auto is_shipped = [&](const TableId& id) {
      return tables.folder_of(id) == shipped_tables();
    };
    if (sample.size != 0 && slices.empty() && !std::ranges::all_of(ids, is_shipped))
      std::erase_if(ids, is_shipped);
    std::ranges::stable_sort(ids, {}, turn);
    return ids;
  }

  Exit run() const;
  Result<std::vector<Table>> open_all(const Tablebase& tables) const;
  Exit check_blocks(const std::vector<Table>& files) const;
  Exit report_error(const Error& error, const std::vector<Table>& files) const;
  Result<Findings> check_values(const Tablebase& tables, const std::vector<Table>& files) const;
  void print_text(const Findings& found) const;
  void print_json(const Findings& found) const;
};

Exit VerifyCommand::run() const {
  catch_stop_signals();
  const oneapi::tbb::global_control limit{oneapi::tbb::global_control::max_allowed_parallelism,
                                          thread_count(options.threads)};
  if (!against.empty())
    return compare_with_list(options, against, [this](const Material& m) { return is_wanted(m); });
  const auto tables =
      Tablebase::open(options.variant, options.folders(), {.cache_bytes = default_memory() / 4});
  if (!tables) return fail(tables.error());
  const auto files = open_all(*tables);
  if (!files) return fail(files.error());
  const auto found = check_values(*tables, *files);
  if (!found) return report_error(found.error(), *files);
  options.json ? print_json(*found) : print_text(*found);
  if (stop_asked()) fmt::print(stderr, "damiera: stopped before all was checked\n");
  return found->fine() ? exit_fine : exit_no;
}

/// Opens all wanted tables; WDL before DTC of each slice. Reports every one that cannot be opened.
Result<std::vector<Table>> VerifyCommand::open_all(const Tablebase& tables) const {
  for (const Material& m : slices)
    if (!tables.folder_of({options.variant, m, Metric::wdl}))
      return Error{Error::Code::missing_table,
                   name(TableId{options.variant, m, Metric::wdl}) + ": there is no such table"};
  std::vector<Table> files;
  std::optional<Error> damage;
  for (const TableId& id : wanted_tables(tables)) {
    auto table = Table::open(*tables.folder_of(id), id);
    if (table) {
      files.push_back(*std::move(table));
      continue;
    }
    if (damage) fail(*damage);  // the last one is left to the caller
    damage = table.error();
  }
  if (damage) return *damage;
  return files;
}

/// Reports an error. If a table is damaged, others may be too, so all damaged tables are named.
Exit VerifyCommand::report_error(const Error& error, const std::vector<Table>& files) const {
  if (error.code == Error::Code::corrupt && sample.size == 0)
    if (const Exit damaged = check_blocks(files); damaged != exit_fine) return damaged;
  return fail(error);
}

/// Reads every block of every table first, to distinguish damage from wrong values.
Exit VerifyCommand::check_blocks(const std::vector<Table>& files) const {
  std::uint64_t total = 0;
  for (const Table& file : files) total += file.info().positions;
  SharedProgress progress{"checksums", total};
  Exit status = exit_fine;
  for (const Table& file : files) {
    progress.begin(name(file.info().id));
    const auto read = read_all(file);
    if (!read) status = fail(read.error());
    if (!progress.add(file.info().positions)) return exit_no;
  }
  return status;
}

Result<Findings> VerifyCommand::check_values(const Tablebase& tables,
                                             const std::vector<Table>& files) const {
  Findings found{.tables = files.size(), .headers = {}, .examples = {}};
  std::uint64_t total = 0;
  for (const Table& file : files)
    if (leads_check(file.info().id.metric))
      total += sample.size == 0 ? file.info().positions : sample.size;
  SharedProgress progress{"values", total};
  ValueChecker checker{tables, memory};
  for (const Table& file : files)
    if (sample.size == 0 && !is_led(file, files))
      if (auto read = read_all(file); !read) return read.error();
  for (const Table& file : files) {
    const TableInfo& info = file.info();
    if (!leads_check(info.id.metric) || stop_asked()) continue;
    progress.begin(name(info.id));
    const Checked what = checked_with(tables, info.id);
    const auto add = [&](std::uint64_t n) { return progress.add(n); };
    const auto checked = sample.size == 0 ? checker.check(info.id.material, what, add)
                                          : check_positions(tables, info.id.material, what,
                                                            draw(sample, info.id), add);
    if (!checked) return checked.error();
    found.slices += info.id.metric == Metric::wdl;
    found.positions += checked->counts.positions;
    found.wrong += checked->wrong;
    for (const WrongValue& w : checked->examples) found.examples.push_back({info.id, w});
    found.least_sample = std::min(found.least_sample, checked->counts.positions);
    if (stop_asked() || sample.size != 0) continue;
    for (const Table& other : files)
      if (are_checked_together(info.id, other.info().id) &&
          !checked->agrees_with(other.info(), what.has_distances()))
        found.headers.push_back(name(other.info().id));
  }
  found.seconds = progress.seconds();
  return found;
}

std::string white_fen(Variant variant, const Position& pos) {
  return fen(variant, {pos, Color::white});
}

/// "win in 11 plies", the distance being that of the check which began with this table.
std::string in_words(const TableId& id, const Probe& probe) {
  if (!probe.dtc) return std::string{name(probe.value)};
  return fmt::format("{} in {} plies{}", name(probe.value), *probe.dtc,
                     id.metric == Metric::dtw ? " to the end" : "");
}

void VerifyCommand::print_text(const Findings& found) const {
  for (const auto& [id, w] : found.examples)
    fmt::print("wrong: {} {}: stored: {}; from its moves: {}\n", name(id),
               white_fen(options.variant, w.pos), in_words(id, w.stored),
               in_words(id, w.recomputed));
  for (const std::string& table : found.headers)
    fmt::print("wrong: the header of {} does not count what is in it\n", table);
  fmt::print("{}: {} tables, {} slices, {} positions in {} ({:.2f} M/s): {}\n",
             name(options.variant), found.tables, found.slices, found.positions,
             clock_text(found.seconds),
             static_cast<double>(found.positions) / std::max(found.seconds, 1e-9) / 1e6,
             found.fine() ? "all correct" : fmt::format("{} positions wrong", found.wrong));
  if (sample.size == 0) return;
  fmt::print(
      "{} positions of each table, seed {}: if a fraction f of a table's values is wrong, "
      "all of them miss it with\nprobability (1 - f)^{}; f = {:.2g} would be found with "
      "99 %\n",
      found.least_sample, sample.seed, found.least_sample, fraction_found(found.least_sample));
}

Json to_json(const Probe& probe) {
  return {{"wdl", name(probe.value)}, {"plies", probe.dtc ? Json(*probe.dtc) : Json{}}};
}

void VerifyCommand::print_json(const Findings& found) const {
  Json examples = Json::array();
  for (const auto& [id, w] : found.examples)
    examples.push_back({{"table", name(id)},
                        {"slice", name(id.material)},
                        {"fen", white_fen(options.variant, w.pos)},
                        {"stored", to_json(w.stored)},
                        {"recomputed", to_json(w.recomputed)}});
  Json report{{"variant", name(options.variant)},
              {"correct", found.fine()},
              {"complete", !stop_asked()},
              {"tables", found.tables},
              {"slices", found.slices},
              {"positions", found.positions},
              {"wrong", found.wrong},
              {"seconds", found.seconds},
              {"wrong_headers", found.headers},
              {"wrong_positions", examples}};
  if (sample.size != 0)
    report["sample"] = {{"seed", sample.seed},
                        {"positions_of_each", found.least_sample},
                        {"fraction_found_with_99_percent", fraction_found(found.least_sample)}};
  fmt::print("{}\n", report.dump(2));
}

}  // namespace

void add_verify(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("verify", "Check every value of the tables");
  sub->footer(verify_help);
  const auto command = std::make_shared<VerifyCommand>();
  add_tables_variant_option(*sub, command->options.variant);
  add_slices_option(*sub, command->slices, "Only these slices, as KKvK,KMvK");
  sub->add_option("--pieces", command->pieces, "Only slices of at most N pieces")
      ->check(CLI::Range(2, 64))
      ->type_name("N");
  sub->add_option("--against", command->against,
                  "Only compare the files in DIR with this list of checksums")
      ->type_name("LIST");
  sub->add_option("--sample", command->sample.size,
                  "Recompute only N random positions of each table")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100'000'000}))
      ->type_name("N");
  sub->add_option("--seed", command->sample.seed, "Which ones [1]")->type_name("SEED");
  add_tables_option(*sub, command->options);
  add_threads_option(*sub, command->options);
  add_memory_option(*sub, command->memory);
  add_json_option(*sub, command->options);
  sub->callback([command, &status] { status = command->run(); });
}

}  // namespace damiera
