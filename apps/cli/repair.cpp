#include "generator/repair.h"

#include <fmt/core.h>

#include "apps/cli/build_request.h"
#include "apps/cli/holder.h"
#include "apps/cli/options.h"
#include "apps/cli/table_names.h"
#include "apps/terminal/output.h"
#include "apps/terminal/progress.h"
#include "apps/terminal/stop.h"
#include "apps/terminal/thread_limit.h"

namespace damiera {

namespace {

constexpr const char* repair_help =
    R"(Reads every block of every table in the folder, and solves again the slices whose tables are
damaged, missing (by the folder's checksums.txt, or because the other side of a pair is there), or
other tables under a wrong name. Exactly these files are replaced, with the same bytes as before, in
the coding that they had. Tables that were packed with another --effort than 5 or 9 are the
exception: they have the same values in other bytes, and the report names them. A file that is
another table is not lost but renamed. A table that cannot be opened or read for another reason, as
for lack of permission, ends the repair with status 3. Repair needs what a build of these slices
needs. Values that are wrong in sound files are found by verify.

Exit status 0 if all is sound afterwards; 75 if it was stopped: then the same command goes on.

Examples:
  damiera repair italian
  damiera repair english --tables /data/draughts --memory 4G --json)";

struct RepairCommand {
  Options options;
  std::uint64_t memory = default_memory();

  Exit run() const;
  void print_text(const RepairReport& report) const;
  void print_json(const RepairReport& report) const;
};

Exit RepairCommand::run() const {
  if (!holds_tables(options.folder(), options.variant))
    warn_of_no_tables(options.folder(), options.variant);
  catch_stop_signals();
  const ThreadLimit limit{options.threads};
  Progress progress;
  const std::string task = fmt::format("repairing {}:", name(options.variant));
  const auto report =
      repair({.variant = options.variant,
              .folder = options.folder(),
              .also_read = {shipped_tables()},
              .threads = options.threads,
              .memory = [this](const BuildOptions& o) { return memory_for_tables(memory, o); },
              .who = holder("repair", options.variant)},
             [&](const BuildProgress& p) {
               progress.show(task, p.slice + " " + p.phase, p.positions_done, p.positions_total);
               return !stop_asked();
             });
  if (!report) return fail(report.error());
  options.json ? print_json(*report) : print_text(*report);
  return exit_of_work();
}

void RepairCommand::print_text(const RepairReport& report) const {
  for (const Damage& d : report.damaged) fmt::print("damaged: {}\n", d.error.message);
  for (const auto& path : report.set_aside) fmt::print("set aside: {}\n", path.string());
  for (const TableId& id : report.repaired) fmt::print("repaired: {}\n", name(id));
  for (const TableId& id : report.unlisted)
    fmt::print("note: {} has other bytes than checksums.txt said\n", name(id));
  fmt::print("{}: {}, {} damaged, {} repaired\n", name(options.variant),
             in_number(report.tables, "table"), report.damaged.size(), report.repaired.size());
}

void RepairCommand::print_json(const RepairReport& report) const {
  Json damaged = Json::array(), set_aside = Json::array();
  for (const Damage& d : report.damaged)
    damaged.push_back({{"table", name(d.id)}, {"error", d.error.message}});
  for (const auto& path : report.set_aside) set_aside.push_back(path.string());
  write_json({{"variant", name(options.variant)},
              {"folder", options.folder().string()},
              {"complete", !stop_asked()},
              {"tables", report.tables},
              {"damaged", damaged},
              {"repaired", table_names(report.repaired)},
              {"unlike_listed", table_names(report.unlisted)},
              {"set_aside", set_aside}});
}

}  // namespace

void add_repair(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("repair", "Make damaged and missing tables anew");
  sub->footer(repair_help);
  const auto command = std::make_shared<RepairCommand>();
  add_tables_variant_option(*sub, command->options.variant);
  add_tables_option(*sub, command->options);
  add_threads_option(*sub, command->options);
  add_memory_option(*sub, command->memory);
  add_json_option(*sub, command->options);
  sub->callback([command, &status] { status = command->run(); });
}

}  // namespace damiera
