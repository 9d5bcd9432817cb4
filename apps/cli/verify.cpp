#include <fmt/core.h>

#include "answers/verification/verify_tables.h"
#include "apps/cli/against.h"
#include "apps/cli/options.h"
#include "apps/terminal/message.h"
#include "apps/terminal/output.h"
#include "apps/terminal/progress.h"
#include "apps/terminal/resources.h"
#include "apps/terminal/stop.h"
#include "apps/terminal/thread_limit.h"

namespace damiera {

namespace {

constexpr const char* verify_help =
    R"(Reads every block of every table and compares its checksum; recomputes the value and the
distance of every position from the positions that its moves lead to, and counts again what the
headers say. A WDL table without a DTC table is checked for values only.
Tables of draw counts and of distances to the end of the game are checked in the same way.
Tables that come with the program are checked as well. A slice is held in memory together with its
flip, in which the sides are exchanged: two bytes a position.

With --sample N only N positions of each table are recomputed, drawn at random from those without
capture, and only the blocks that they need are read: the time depends on N and on the number of
tables, not on their sizes. The report says which share of wrong values such a sample finds. Tables
that come with the program are left out of the sample if there are others, unless --slices names
them.

With --against LIST the files of one folder are compared with a list of checksums instead, such as
one in data/checksums/ or another folder's checksums.txt: missing, different and extra files are
named; the exit status is 1 if any are missing or different.

Exit status 1 if anything is wrong, 3 if a table is damaged or missing, 75 if the check was stopped
before it found either.

Examples:
  damiera verify italian
  damiera verify english --slices KKvK,KvKK --tables /data/draughts --json
  damiera verify russian --pieces 3        tables of at most 3 pieces
  damiera verify italian --sample 10000 --seed 7
  damiera verify italian --against data/checksums/built/italian.txt)";

struct VerifyCommand {
  Options options;
  VerifyRequest request{.slices = {}, .memory = default_memory()};
  std::filesystem::path against;  // empty: values are recomputed

  Exit run() const;
  void print_text(const Findings& found) const;
};

Exit VerifyCommand::run() const {
  catch_stop_signals();
  const ThreadLimit limit{options.threads};
  if (!against.empty()) return compare_with_list(options, against, request);
  const auto memory = memory_for_tables(request.memory, options.threads, 1, "verifying");
  if (!memory) return fail(memory.error());
  VerifyRequest wanted = request;
  wanted.memory = *memory;
  // Only a sample is looked up through the cache.
  const std::size_t cache_bytes = request.sample.size == 0 ? 0 : *memory / 2;
  const auto tables =
      Tablebase::open(options.variant, options.folders(), {.cache_bytes = cache_bytes});
  if (!tables) return fail(tables.error());
  Progress shown;
  const Findings found = verify_tables(*tables, wanted, [&](const VerifyProgress& p) {
    shown.show(std::string{p.task}, name(p.table), p.done, p.total);
    return !stop_asked();
  });
  Exit status = found.has_wrong() ? exit_no : found.is_stopped ? exit_again : exit_fine;
  for (const Error& error : found.errors) status = fail(error);
  if (options.json)
    write_json(to_json(found, request, options.variant));
  else
    print_text(found);
  if (found.is_stopped) print_message("damiera: stopped before all was checked\n");
  return status;
}

/// "win in 11 plies". The distance is in the metric of the check that began with this table.
std::string in_words(const TableId& id, const Probe& probe) {
  if (!probe.dtc) return std::string{name(probe.value)};
  return fmt::format("{} in {} plies{}", name(probe.value), *probe.dtc,
                     id.metric == Metric::dtw ? " to the end" : "");
}

void VerifyCommand::print_text(const Findings& found) const {
  for (const auto& [id, w] : found.examples)
    fmt::print("wrong: {} {}: stored: {}; from its moves: {}\n", name(id),
               fen(options.variant, {w.pos, Color::white}), in_words(id, w.stored),
               in_words(id, w.recomputed));
  for (const TableId& id : found.wrong_headers)
    fmt::print("wrong: the header of {} does not count what is in it\n", name(id));
  if (!found.errors.empty()) return;
  fmt::print("{}: {}, {}, {} in {} ({}): {}\n", name(options.variant),
             in_number(found.tables, "table"), in_number(found.slices, "slice"),
             in_number(found.positions, "position"), clock_text(found.seconds),
             rate_text(found.positions, found.seconds),
             found.is_fine() ? "all correct" : in_number(found.wrong, "position") + " wrong");
  const std::uint64_t least = found.least_sample.value_or(0);
  if (request.sample.size == 0 || least == 0) return;
  fmt::print(
      "{} positions of each table, seed {}: if a fraction f of a table's values is wrong, "
      "all of them miss it with\nprobability (1 - f)^{}; f = {:.2g} would be found with "
      "99 %\n",
      least, request.sample.seed, least, fraction_found(least));
}

}  // namespace

void add_verify(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("verify", "Check every value of the tables");
  sub->footer(verify_help);
  const auto command = std::make_shared<VerifyCommand>();
  add_tables_variant_option(*sub, command->options.variant);
  add_slices_option(*sub, command->request.slices, "Only these slices, as KKvK,KMvK");
  add_number_option(*sub, "--pieces", command->request.pieces, 2, 64,
                    "Only slices of at most N pieces");
  auto* const against = add_file_option(*sub, "--against", command->against,
                                        "Only compare the files in DIR with this list of checksums")
                            ->type_name("LIST");
  auto* const sample =
      add_number_option(*sub, "--sample", command->request.sample.size, 1, 100'000'000,
                        "Recompute only N random positions of each table")
          ->excludes(against);
  add_number_option(*sub, "--seed", command->request.sample.seed, 0, UINT64_MAX, "Which ones [1]")
      ->type_name("SEED")
      ->needs(sample);
  add_tables_option(*sub, command->options);
  add_threads_option(*sub, command->options);
  add_memory_option(*sub, command->request.memory);
  add_json_option(*sub, command->options);
  sub->callback([command, &status] { status = command->run(); });
}

}  // namespace damiera
