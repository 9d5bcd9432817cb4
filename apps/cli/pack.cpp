#include "data/pack.h"

#include <fmt/core.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "apps/cli/holder.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"
#include "apps/cli/stop.h"
#include "data/folder/catalogue.h"
#include "data/folder/folder_lock.h"
#include "data/folder/leftovers.h"
#include "data/folder/manifest.h"
#include "generator/parallel.h"
#include "probe/tablebase.h"

namespace damiera {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* pack_help =
    R"(The values stay the same to the last one, and the bytes depend on them alone: packing a packed
folder gives what packing the first one gives.
  small   3 to 4 times smaller than what build writes; a first probe decodes a block, which takes
          milliseconds with 4 pieces and tens of them with 5 (on 10x10 hundreds), later ones find
          it in memory
  fast    read in place: every probe takes a fraction of a microsecond, whether or not it is
          the first; a quarter smaller than what build writes, with 5 pieces
With --effort 9 files are smallest, as those that are shipped. With 5 most slices of 5 pieces take
a sixth to a half of the time, and are within 3 % of that size; with 1 about 20 % larger.
Slices of 3 pieces and fewer are always packed with 9.
With --sides one, of each slice and the one with the sides exchanged only that is stored whose
values take fewer bytes. Those of the other are found by a search of one ply, which takes longer
than reading a value, and needs all tables of as many pieces and fewer. Both are stored where there
are tables of a draw count.
With --sides distances the values of both are stored, and of distances the side that takes fewer
bytes, which is chosen for each metric by itself. Only DTC stays whole where there are tables of a
draw count.
Distances are read together with the WDL table of the slice: both belong into the folder.
IN is only read: OUT must be another folder. How long it takes, about, is said first.
Packing may be stopped at any time, with Ctrl-C or in any other way. Tables of OUT that are packed
like this stay, so that the same command goes on from those that were finished.

Examples:
  damiera pack italian tables small-tables --profile small
  damiera pack english tables fast-tables --profile fast --slices KKvK,KvKK
  damiera pack english tables tiny-tables --sides one)";

/// What is stored of a slice and the one with the sides exchanged.
enum class Sides {
  both,
  one,        ///< one of them, the same for all metrics
  distances,  ///< values of both; one of them for each metric of distances
};

/// What was packed of one metric.
struct Packed {
  std::uint64_t tables = 0, positions = 0, bytes_before = 0, bytes = 0;
  std::uint64_t searched = 0;  // of the tables
};

/// As pack_asked() wants it.
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

/// Positions that one processor packs in a second, about: measured with Italian tables of 2 to 4
/// pieces, GCC 12, AMD EPYC. Fast distances were not measured: they are taken to be like values.
constexpr double packing_rate(Profile profile, Metric metric) {
  if (profile == Profile::fast) return 260e3;
  return holds_values(metric) ? 330e3 : 410e3;
}

/// Tells where packing stands. Thread-safe.
class PackStatus {
 public:
  /// `is_found(id)`: whether the table was there before.
  template <class IsFound>
  PackStatus(const std::vector<TableId>& ids, Profile profile, const IsFound& is_found)
      : task_{fmt::format("packing {}:", name(ids.front().variant))}, tables_{ids.size()} {
    for (const TableId& id : ids) {
      const bool found = is_found(id);
      (found ? positions_found_ : positions_to_pack_) += positions_of(id);
      finished_ += found;
      if (!found) work_ += static_cast<double>(positions_of(id)) / packing_rate(profile, id.metric);
    }
  }

  /// Says before the work how much it is, and how long it takes with this many threads.
  void announce(std::size_t threads) const {
    fmt::print(stderr, "{} {} of {} tables finished; {} positions to pack, about {}\n", task_,
               finished_, tables_, positions_to_pack_,
               about_time(work_ / static_cast<double>(threads)));
  }

  /// More positions of a table are packed. False to stop.
  bool add(std::uint64_t positions) {
    const std::scoped_lock lock{mutex_};
    positions_packed_ += positions;
    progress_.show(task_, fmt::format("{} of {} tables finished", finished_, tables_),
                   positions_packed_, positions_to_pack_, positions_found_);
    return !stop_asked();
  }
  void finish_table() {
    const std::scoped_lock lock{mutex_};
    ++finished_;
  }

 private:
  std::mutex mutex_;
  Progress progress_;
  std::string task_;
  std::uint64_t tables_, finished_ = 0;
  std::uint64_t positions_to_pack_ = 0, positions_found_ = 0, positions_packed_ = 0;
  double work_ = 0;  // seconds of one processor
};

struct PackCommand {
  Options options;
  std::filesystem::path from, to;
  Profile profile = Profile::small;
  Effort effort = {};
  Sides sides = Sides::both;
  std::vector<Material> slices;
  std::optional<Tablebase> tables = {};  // those of `from`

  bool is_wanted(const TableId& id) const {
    return slices.empty() || std::ranges::find(slices, id.material) != slices.end();
  }

  Result<std::vector<TableId>> wanted() const {
    auto ids = list_tables(from, options.variant);
    if (!ids) return ids.error();
    std::erase_if(*ids, [&](const TableId& id) { return !is_wanted(id); });
    if (ids->empty() && !holds_tables(from, options.variant))
      return no_tables(from, options.variant);
    if (ids->empty())
      return Error{
          Error::Code::missing_table,
          (from / std::string{name(options.variant)}).string() + ": there are no such tables"};
    return ids;
  }

  /// What is stored for a position where nothing is: it is searched.
  StoredValue asked(const TableId& id) const {
    return [this, id](const Position& pos) { return stored_value(*tables, id.metric, pos); };
  }

  /// True if `to` has the table as it would be packed now, or, for `is_searched`, without values.
  bool is_packed(const TableId& id, bool is_searched = false) const {
    if (!has_table(to, id)) return false;
    const auto source = Table::open(from, id), target = Table::open(to, id);
    if (!source || !target || target->info() != source->info()) return false;
    if (is_searched) return target->is_searched();
    if (source->is_as_without_count()) return target->is_as_without_count();
    return target->coding() == (profile == Profile::small ? Coding::tree : Coding::spans);
  }

  // A thread that waits for others takes no part of another table meanwhile: that would hold the
  // memory of both.
  static void workers(std::size_t count, const WorkPart& work) {
    oneapi::tbb::this_task_arena::isolate([&] { for_each_number(count, work); });
  }

  Result<void> pack_values(const TableId& id, const PackProgress& progress) const {
    const auto table = Table::open(from, id);
    if (!table) return table.error();
    if (table->is_searched())
      return pack_asked(table->info(), asked(id), to, profile, progress, effort, workers);
    const auto wdl = Table::open(from, {id.variant, id.material, Metric::wdl});
    if (!wdl) return wdl.error();
    if (wdl->is_searched())
      return pack_asked(table->info(), asked(id), to, profile, progress, effort, workers);
    return pack(*table, *wdl, to, profile, progress, effort, workers);
  }
  Result<void> pack_without_values(const TableId& id) const {
    const auto table = Table::open(from, id);
    if (!table) return table.error();
    return pack_searched(*table, to);
  }

  /// Calls pack_one(id) for all, some at a time. The first error that was met.
  template <class PackOne>
  Result<void> each(const std::vector<TableId>& ids, const PackOne& pack_one) const {
    std::optional<Error> failed;
    std::mutex mutex;
    oneapi::tbb::parallel_for(std::size_t{0}, ids.size(), [&](std::size_t n) {
      {
        const std::scoped_lock lock{mutex};
        if (failed || stop_asked()) return;
      }
      const auto packed = pack_one(ids[n]);
      if (packed) return;
      const std::scoped_lock lock{mutex};
      failed = packed.error();
    });
    if (failed) return *failed;
    return {};
  }

  using Tables = std::set<TableId>;

  /// The slices that have tables of a draw count, and their flips: their values are read as well.
  static std::set<Material> counted(const std::vector<TableId>& ids) {
    std::set<Material> found;
    for (const TableId& id : ids)
      if (is_counted(id.metric)) found.insert({id.material, id.material.flipped()});
    return found;
  }
  static TableId flipped(TableId id) {
    id.material = id.material.flipped();
    return id;
  }
  /// The table by whose bytes it is decided whether this one is stored.
  TableId chosen_by(TableId id) const {
    if (sides == Sides::one) id.metric = Metric::wdl;
    return id;
  }
  /// The tables of which a side may be left out.
  std::vector<TableId> one_sided(const std::vector<TableId>& ids) const {
    const std::set<Material> stored = counted(ids);
    const auto may_be = [&](const TableId& id) {
      if (sides == Sides::both || is_counted(id.metric)) return false;
      if (id.material == id.material.flipped()) return false;
      if (sides == Sides::distances && holds_values(id.metric)) return false;
      return !stored.contains(id.material) ||
             (sides == Sides::distances && id.metric == Metric::dtw);
    };
    std::vector<TableId> found;
    std::ranges::copy_if(ids, std::back_inserter(found), may_be);
    return found;
  }
  /// The tables without values of a run before.
  Tables searched_before(const std::vector<TableId>& ids) const {
    Tables found;
    for (const TableId& id : one_sided(ids)) {
      const TableId by = chosen_by(id);
      if (is_packed(by, true) && is_packed(flipped(by))) found.insert(id);
    }
    return found;
  }
  /// Of each other pair of tables the one whose side takes more bytes; neither if not both are
  /// packed now.
  Tables sides_to_search(const std::vector<TableId>& ids, const Tables& before) const {
    const Tables packed{ids.begin(), ids.end()};
    const auto order = [&](const TableId& id) {
      const TableId by = chosen_by(id);
      return std::pair{std::filesystem::file_size(table_path(to, by)), by.material};
    };
    Tables searched;
    for (const TableId& id : one_sided(ids)) {
      const TableId other = flipped(id);
      if (before.contains(id) || before.contains(other)) continue;
      if (!packed.contains(chosen_by(id)) || !packed.contains(chosen_by(other))) continue;
      if (order(id) > order(other)) searched.insert(id);
    }
    return searched;
  }

  /// Leaves some undone if that is asked for.
  Result<void> pack_all(std::vector<TableId> ids) const {
    const auto others = std::stable_partition(
        ids.begin(), ids.end(), [](const TableId& id) { return id.metric == Metric::wdl; });
    const std::vector<TableId> wdl{ids.begin(), others}, rest{others, ids.end()};
    Tables searched = searched_before(ids);
    const auto is_found = [&](const TableId& id) { return is_packed(id, searched.contains(id)); };
    PackStatus status{ids, profile, is_found};
    status.announce(thread_count(options.threads));
    const auto pack_one = [&](const TableId& id) -> Result<void> {
      if (is_found(id)) return {};
      std::uint64_t rest_of_it = positions_of(id);
      const auto progress = [&](std::uint64_t positions) {
        rest_of_it -= positions;
        return status.add(positions);
      };
      progress(0);
      auto done = searched.contains(id) ? pack_without_values(id) : pack_values(id, progress);
      if (!done || stop_asked()) return done;
      status.finish_table();
      progress(rest_of_it);
      return {};
    };
    const auto leave_out_sides_of = [&](const std::vector<TableId>& packed) {
      const Tables more = sides_to_search(ids, searched);
      searched.insert(more.begin(), more.end());
      return each(packed, [&](const TableId& id) {
        return more.contains(id) ? pack_without_values(id) : Result<void>{};
      });
    };
    if (auto done = each(wdl, pack_one); !done || stop_asked()) return done;
    if (sides == Sides::one)
      if (auto done = leave_out_sides_of(wdl); !done) return done;
    auto done = each(rest, pack_one);
    if (!done || stop_asked() || sides != Sides::distances) return done;
    return leave_out_sides_of(rest);
  }

  // IN is not written to: where packing is stopped, its tables are whole and as they were.
  Result<void> check_folders() const {
    for (const std::string& part : {std::string{}, std::string{name(options.variant)}}) {
      std::error_code none;  // what is not there yet is no other folder
      if (std::filesystem::equivalent(from / part, to / part, none))
        return Error{Error::Code::bad_notation,
                     fmt::format("pack: IN and OUT are the same folder, '{}': expected another OUT",
                                 (to / part).string())};
    }
    return {};
  }

  // What lies there under the name of a table and is another one is nobody's to replace.
  Result<void> check_targets(const std::vector<TableId>& ids) const {
    for (const TableId& id : ids) {
      if (!has_table(to, id)) continue;
      const auto table = Table::open(to, id);
      if (!table && table.error().code == Error::Code::foreign_table) return table.error();
    }
    return {};
  }

  /// Packs all as the only one who writes there, and lists them.
  Result<void> pack_alone(const std::vector<TableId>& ids) const {
    const auto held = FolderLock::take(to, options.variant, holder("pack", options.variant));
    if (!held) return held.error();
    if (auto free = check_targets(ids); !free) return free;
    if (auto removed = remove_leftovers(to, options.variant); !removed) return removed.error();
    auto manifest = Manifest::open(to, options.variant);
    if (!manifest) return manifest.error();
    auto packed = pack_all(ids);
    auto written = ids;
    std::erase_if(written, [&](const TableId& id) { return !has_table(to, id); });
    if (auto listed = manifest->add(written); !listed) return listed;
    return packed;
  }

  using Sums = std::map<Metric, Packed>;

  /// What there is to pack, before anything is packed.
  Result<Sums> sums_before(const std::vector<TableId>& ids) const {
    Sums sums;
    for (const TableId& id : ids) {
      const auto table = Table::open(from, id);
      if (!table) return table.error();
      Packed& sum = sums[id.metric];
      ++sum.tables;
      sum.positions += table->info().positions;
      sum.bytes_before += table->bytes();
    }
    return sums;
  }
  /// Adds what came out.
  Result<void> add_packed(const std::vector<TableId>& ids, Sums& sums) const {
    for (const TableId& id : ids) {
      const auto table = Table::open(to, id);
      if (!table) return table.error();
      sums[id.metric].bytes += table->bytes();
      sums[id.metric].searched += table->is_searched();
    }
    return {};
  }

  const char* sides_text() const {
    return sides == Sides::both ? "both" : sides == Sides::one ? "one" : "distances";
  }
  void print_json(const Sums& sums) const {
    Json metrics = Json::array();
    for (const auto& [metric, p] : sums)
      metrics.push_back({{"metric", name(metric)},
                         {"tables", p.tables},
                         {"tables_searched", p.searched},
                         {"positions", p.positions},
                         {"bytes_before", p.bytes_before},
                         {"bytes", p.bytes}});
    fmt::print("{}\n", Json{{"variant", name(options.variant)},
                            {"profile", profile == Profile::small ? "small" : "fast"},
                            {"sides", sides_text()},
                            {"metrics", metrics}}
                           .dump(2));
  }
  void print_text(const Sums& sums) const {
    for (const auto& [metric, p] : sums)
      fmt::print(
          "{}: {} tables, {} of them searched, {} positions, {} bytes before, {} now: {:.1f} "
          "positions a byte\n",
          name(metric), p.tables, p.searched, p.positions, p.bytes_before, p.bytes,
          static_cast<double>(p.positions) / static_cast<double>(p.bytes));
  }

  Exit run() {
    const oneapi::tbb::global_control limit{oneapi::tbb::global_control::max_allowed_parallelism,
                                            thread_count(options.threads)};
    if (auto apart = check_folders(); !apart) return fail(apart.error());
    const auto ids = wanted();
    if (!ids) return fail(ids.error());
    auto sums = sums_before(*ids);
    if (!sums) return fail(sums.error());
    auto opened = Tablebase::open(options.variant, {from}, {.shipped = false});
    if (!opened) return fail(opened.error());
    tables.emplace(*std::move(opened));
    catch_stop_signals();
    if (auto packed = pack_alone(*ids); !packed) return fail(packed.error());
    if (stop_asked()) return exit_of_work();
    if (auto added = add_packed(*ids, *sums); !added) return fail(added.error());
    options.json ? print_json(*sums) : print_text(*sums);
    return exit_fine;
  }
};

}  // namespace

void add_pack(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("pack", "Write tables anew: smaller, or faster to read");
  sub->footer(pack_help);
  const auto command = std::make_shared<PackCommand>();
  add_tables_variant_option(*sub, command->options.variant);
  sub->add_option("from", command->from, "Folder of tables to read")->required()->type_name("IN");
  sub->add_option("to", command->to, "Folder of tables to write")->required()->type_name("OUT");
  add_choice_option<Profile>(*sub, "--profile", command->profile,
                             {{"small", Profile::small}, {"fast", Profile::fast}},
                             "What the tables are to be [small]");
  sub->add_option("--effort", command->effort.level,
                  fmt::format("{} takes the least time, {} makes the smallest files [{}]",
                              Effort::least, Effort::most, Effort::usual))
      ->check(CLI::Range(Effort::least, Effort::most))
      ->type_name("N");
  add_choice_option<Sides>(
      *sub, "--sides", command->sides,
      {{"both", Sides::both}, {"one", Sides::one}, {"distances", Sides::distances}},
      "Of each pair of slices both are stored, or one, or of distances one [both]");
  add_slices_option(*sub, command->slices, "Only these [all in IN]");
  add_threads_option(*sub, command->options);
  add_json_option(*sub, command->options);
  sub->callback([command, &status] { status = command->run(); });
}

}  // namespace damiera
