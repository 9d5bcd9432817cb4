#include <fmt/core.h>

#include <algorithm>

#include "apps/cli/build_request.h"
#include "apps/jobs/task_maker.h"
#include "apps/terminal/message.h"
#include "apps/terminal/output.h"
#include "apps/terminal/progress.h"
#include "apps/terminal/shell_word.h"
#include "data/folder/catalogue.h"
#include "generator/find_damage.h"
#include "generator/plan/chunk_groups.h"
#include "generator/plan/schedule.h"

namespace damiera {

namespace {

constexpr const char* plan_help =
    R"(Prints the remaining jobs, each a `damiera build --pair`, for a program that runs them: on
one machine, on several machines with a shared folder, or on a cluster. Each job makes the tables of
one pair of slices, or of a few small ones, from tables that exist already. Tables are written aside
and renamed, and have the same bytes whichever job writes them, so a job may be killed, or run
twice. To resume, plan again. docs/scale.md says what to type where.

With --unit chunk, pairs that take longer than --minutes are cut into chunks of about that time,
each a `damiera build --level`, and a `damiera join` that turns the chunks into tables. Small pairs
are put together as without chunks. A level has at most 500 chunks. Pairs without kings or without
men stay one job, and so do those with a damaged table, DTW and draw counts.

  json       everything about each job: command, needs, outputs, seconds, memory, bytes
  make       a Makefile
  slurm      a script that submits the jobs
  snakemake  a Snakefile
  waves      a script that runs GNU parallel, one wave of independent jobs after the other

Examples:
  damiera plan english --pieces 5 --threads 1 --tables /data/draughts --format=make > plan.mk
  make -f plan.mk -j 4
  damiera plan italian --pieces 7 --metric wdl --threads 16 --format=slurm > plan.sh
  damiera plan italian --pieces 8 --metric wdl --threads 16 --simulate 1,4,16
  damiera plan italian --pieces 9 --metric wdl --threads 16 --unit chunk --format=slurm > plan.sh)";

enum class Format : std::uint8_t { json, make, slurm, snakemake, waves };

// The time that a scheduler takes to start a process.
constexpr double seconds_to_start = 1;

// How long a job should take that is made of small pairs, and how long a chunk.
constexpr double usual_minutes = 0.5, usual_minutes_of_chunks = 60;

std::string shell_path(const std::filesystem::path& path) {
  return shell_word(whole_path(path).string());
}

struct PlanCommand {
  BuildRequest asked;
  Format format = Format::json;
  Unit unit = Unit::pair;  ///< chunk: pairs that take long are cut
  std::optional<double> minutes;
  bool check = false, no_planes = false;
  std::string made_by;  ///< the command, as it was given
  std::uint64_t memory = 0;
  std::vector<int> machines;

  Exit run() const;

 private:
  int threads() const { return static_cast<int>(thread_count(asked.options.threads)); }
  double minutes_of_job() const {
    return minutes.value_or(unit == Unit::chunk ? usual_minutes_of_chunks : usual_minutes);
  }
  BuildOptions options() const;
  std::vector<JobGroup> groups(const BuildOptions& wanted, std::span<const Job> plan) const;
  Result<std::set<TableId>> damaged_tables() const;
  std::string arguments(const Stage& stage) const;
  TaskList list(const BuildOptions& wanted, std::span<const Job> plan,
                std::span<const JobGroup> groups) const;
  Exit print(const TaskList& tasks) const;
  Exit print_schedules(std::span<const JobGroup> groups) const;
};

BuildOptions PlanCommand::options() const {
  BuildOptions wanted = asked.build_options("plan");
  wanted.variant = tables_of(wanted.variant);
  wanted.threads = threads();
  wanted.keep_planes = !no_planes;
  return wanted;
}

/// Tables of the folder that cannot be used. Without --check, no blocks are read.
Result<std::set<TableId>> PlanCommand::damaged_tables() const {
  const auto folder = asked.options.folder();
  const auto there = list_tables(folder, tables_of(asked.options.variant));
  if (!there) return there.error();
  std::set<TableId> found;
  if (check) {
    std::vector<TableId> blocked;
    const auto damaged =
        find_damage(folder, *there, blocked, [](const TableId&, std::uint64_t) { return true; });
    if (!damaged) return damaged.error();
    for (const Damage& d : *damaged) found.insert(d.id);
    found.insert(blocked.begin(), blocked.end());  // their jobs make them again as well
  } else {
    for (const TableId& id : *there)
      if (const auto table = Table::open(folder, id); !table) {
        if (!is_damage(table.error())) return table.error();
        found.insert(id);
      }
  }
  return found;
}

/// The arguments that all jobs of a stage share.
std::string PlanCommand::arguments(const Stage& stage) const {
  std::string text = asked.dtc ? " --metric wdl,dtc" : " --metric wdl";
  if (stage.count != 0) text += fmt::format(" --count {}", stage.count);
  if (stage.is_of_endings()) text += " --dtw";
  text += " --tables " + shell_path(asked.options.folder());
  for (const auto& folder : asked.folders_to_read()) text += " --read " + shell_path(folder);
  if (asked.no_shipped) text += " --no-shipped";
  if (!asked.scratch.empty()) text += " --scratch " + shell_path(asked.scratch);
  if (!asked.planes.empty()) text += " --planes " + shell_path(asked.planes);
  if (asked.profile) text += fmt::format(" --profile {}", name(*asked.profile));
  if (asked.effort) text += fmt::format(" --effort {}", *asked.effort);
  text += fmt::format(" --threads {}", threads());
  if (memory != 0) text += fmt::format(" --memory {}", memory);
  return text;
}

/// Jobs cannot read values that are stored for the flipped slice alone, unless their planes are
/// kept.
void warn_of_one_sided_tables(const BuildOptions& wanted, std::span<const Job> plan) {
  const auto one_sided = one_sided_inputs(wanted, plan);
  if (one_sided.empty()) return;
  const std::string others =
      one_sided.size() == 1 ? "" : fmt::format(" and {} others", one_sided.size() - 1);
  print_message(
      "damiera: warning: {}{}: only the flipped slices have values, so jobs that read these fail; "
      "expected tables of both sides (see `damiera help pack`)\n",
      table_path(wanted.folder, *one_sided.begin()).string(), others);
}

TaskList PlanCommand::list(const BuildOptions& wanted, std::span<const Job> plan,
                           std::span<const JobGroup> groups) const {
  const TaskMaker maker{
      .wanted = wanted, .plan = plan, .memory = memory, .arguments = [&](const Stage& stage) {
        return arguments(stage);
      }};
  return {.variant = std::string{name(wanted.variant)},
          .made_by = made_by,
          .threads = threads(),
          .by_chunk = unit == Unit::chunk,
          .tasks = maker.tasks(groups)};
}

/// The jobs for the scheduler, as groups of the plan's jobs.
std::vector<JobGroup> PlanCommand::groups(const BuildOptions& wanted,
                                          std::span<const Job> plan) const {
  const double a_minute = 60 * threads();  // in seconds of one core
  const double of_job = minutes_of_job();
  if (unit == Unit::pair) return group_jobs(plan, of_job * a_minute);
  // Pairs that were put together up to the time of a chunk would wait for each other too long.
  const auto of_pairs = group_jobs(plan, std::min(of_job, usual_minutes) * a_minute);
  return cut_groups(wanted, plan, of_pairs, of_job * a_minute);
}

Exit PlanCommand::print(const TaskList& tasks) const {
  const auto text = [&]() -> Result<std::string> {
    switch (format) {
      case Format::make:
        return to_make(tasks);
      case Format::slurm:
        return to_slurm(tasks);
      case Format::snakemake:
        return to_snakemake(tasks);
      case Format::waves:
        return to_waves(tasks);
      default:
        return to_json(tasks);
    }
  }();
  if (!text) return fail(text.error());
  fmt::print("{}", *text);
  return exit_fine;
}

Exit PlanCommand::print_schedules(std::span<const JobGroup> groups) const {
  Json rows = Json::array();
  if (!asked.options.json)
    fmt::print("{:>8} {:>14} {:>8} {:>14} {:>14}\n", "machines", "time", "speedup", "longest chain",
               "longest job");
  for (const int n : machines) {
    const Schedule s = simulate(groups, n, threads(), seconds_to_start);
    const double speedup = s.all == 0 ? 1 : s.work / s.all;
    rows.push_back({{"machines", n},
                    {"threads", threads()},
                    {"jobs", groups.size()},
                    {"seconds", s.all},
                    {"speedup", speedup},
                    {"longest_chain", s.critical},
                    {"longest_job", s.longest}});
    if (!asked.options.json)
      fmt::print("{:>8} {:>14} {:>8.1f} {:>14} {:>14}\n", n, clock_text(s.all), speedup,
                 clock_text(s.critical), clock_text(s.longest));
  }
  if (asked.options.json) write_json(rows);
  return exit_fine;
}

Exit PlanCommand::run() const {
  if (auto sound = asked.check("plan"); !sound) return fail(sound.error());
  if (unit == Unit::chunk && minutes_of_job() == 0)
    return fail({Error::Code::bad_notation, "--unit chunk: expected more than 0 --minutes"});
  if (asked.options.json && format != Format::json && machines.empty())
    return fail({Error::Code::bad_notation, "--json: expected no other --format"});
  asked.warn_of_folders();
  BuildOptions wanted = options();
  if (auto enough = memory_for_tables(memory == 0 ? UINT64_MAX : memory, wanted); !enough)
    return fail(enough.error());
  auto damaged = damaged_tables();
  if (!damaged) return fail(damaged.error());
  wanted.unsound = *std::move(damaged);
  const auto plan = plan_jobs(wanted);
  warn_of_one_sided_tables(wanted, plan);
  const auto groups = this->groups(wanted, plan);
  if (!machines.empty()) return print_schedules(groups);
  return print(list(wanted, plan, groups));
}

}  // namespace

void add_plan(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("plan", "Print a build as jobs for a scheduler");
  sub->footer(plan_help);
  const auto command = std::make_shared<PlanCommand>();
  add_build_options(*sub, command->asked);
  add_choice_option(*sub, "--format", command->format,
                    {{"json", Format::json},
                     {"make", Format::make},
                     {"slurm", Format::slurm},
                     {"snakemake", Format::snakemake},
                     {"waves", Format::waves}},
                    "The form of the plan [json]");
  add_choice_option(*sub, "--unit", command->unit, {{"pair", Unit::pair}, {"chunk", Unit::chunk}},
                    "Whether a large pair is one job, or is cut into chunks [pair]");
  sub->add_option("--minutes", command->minutes,
                  "Put small pairs into one job, up to this time; 0: each is a job [0.5]. With "
                  "chunks: the time of a chunk [60]")
      ->check(between(0, 1e6))
      ->type_name("M");
  sub->add_flag("--no-planes", command->no_planes,
                "Let jobs read values from tables, which takes more time and less disk");
  sub->add_flag("--check", command->check, "Read all tables: the jobs of damaged ones are to do");
  add_parsed_option(*sub, "--memory", command->memory, parse_bytes,
                    "The --memory of each job [none: each finds out how much it may use]")
      ->type_name("BYTES");
  sub->add_option(
         "--simulate", command->machines,
         "Say how long these numbers of machines would take, such as 1,4,16; print no jobs")
      ->delimiter(',')
      ->check(CLI::Range(1, 100000))
      ->type_name("N,...");
  sub->callback([sub, command, &status] {
    command->made_by = command_line(*sub);
    status = command->run();
  });
}

}  // namespace damiera
