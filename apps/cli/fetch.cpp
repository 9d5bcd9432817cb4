#include "apps/fetch/fetch.h"

#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <optional>

#include "apps/cli/holder.h"
#include "apps/cli/options.h"
#include "apps/cli/table_names.h"
#include "apps/terminal/message.h"
#include "apps/terminal/output.h"
#include "apps/terminal/progress.h"
#include "apps/terminal/stop.h"
#include "data/folder/catalogue.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

constexpr const char* fetch_help =
    R"(Fetches tables that somebody else has built, and puts them where `build` would. URL is the address
of a folder that `scripts/package tables` made, on any web server, or below /download of a `damiera
serve --downloads`.

A file becomes a table when its SHA-256 is the one in index.json and every block of it can be read;
until then it lies in the hidden folder .fetch. A transfer that breaks off continues where it broke,
in this run or when the same command runs again. A table that is there already is not fetched again.
A table with other bytes is not changed unless --replace is given, and the exit status is 1.

With --key FILE the list must be signed with that key: get it from the publisher in another way.
Without a key the tables are only as trustworthy as the server at URL. `damiera verify` computes
every value again, whoever built them.

Examples:
  damiera fetch italian --pieces 6 --from https://example.org/tables --key public.pem
  damiera fetch english --pieces 5 --metrics wdl,dtc --from http://127.0.0.1:9000/download
  damiera fetch italian --from http://127.0.0.1:9000/download --estimate)";

struct FetchCommand {
  Options options;
  FetchRequest request;
  std::vector<Material> slices;      // empty: all
  std::vector<std::string> metrics;  // empty: all; as files end: "wdl40"
  int pieces = 64;
  bool any_space = false;

  Exit run();
  bool is_wanted(const TableId& id) const;
  void print_text(const FetchReport& report) const;
  void print_json(const FetchReport& report) const;
};

/// The end of a table's name: "wdl", "dtc", "dtw", "wdl40".
std::string ending_of(const TableId& id) {
  const std::string text = name(id);
  return text.substr(text.rfind('.') + 1);
}

/// The error message if no table's name ends with this text, else an empty text.
std::string check_ending(const std::string& text) {
  if (parse_table_name("italian/KvK." + text)) return {};
  return damiera::quoted(text) + ": expected wdl, dtc, dtw or wdl40";
}

bool FetchCommand::is_wanted(const TableId& id) const {
  return id.material.total() <= pieces &&
         (slices.empty() || std::ranges::count(slices, id.material) > 0) &&
         (metrics.empty() || std::ranges::count(metrics, ending_of(id)) > 0);
}

/// Shows how far a run is.
class ShownFetch {
 public:
  void show(const FetchProgress& p) {
    if (!p.failure.empty())
      in(p.phase).say("trying again", p.table + ": " + p.failure);
    else if (p.phase != FetchProgress::Phase::lists)
      in(p.phase).show(p.phase == FetchProgress::Phase::comparing ? "comparing" : "fetching",
                       p.table, p.bytes_done, p.bytes_total);
  }

 private:
  // Begins anew for another phase, because the rate of the first one tells nothing of the second.
  Progress& in(FetchProgress::Phase phase) {
    if (!shown_ || phase != phase_) shown_.emplace(ProgressForm::text, "bytes");
    phase_ = phase;
    return *shown_;
  }

  FetchProgress::Phase phase_ = FetchProgress::Phase::lists;
  std::optional<Progress> shown_;
};

Exit FetchCommand::run() {
  catch_stop_signals();
  std::signal(SIGPIPE, SIG_IGN);  // a connection that breaks must not end the program
  request.variant = options.variant;
  request.folder = options.folder();
  request.check_space = !any_space;
  request.who = holder("fetch", options.variant);
  request.wanted = [this](const TableId& id) { return is_wanted(id); };
  if (request.key.empty())
    print_message("note: no --key: nobody vouches for these tables but {}\n", request.url);
  std::optional<ShownFetch> shown{std::in_place};
  const auto report = fetch(request, [&](const FetchProgress& p) {
    shown->show(p);
    return !stop_asked();
  });
  shown.reset();  // so that what follows begins on an empty line
  if (!report) return fail(report.error());
  options.json ? print_json(*report) : print_text(*report);
  if (report->stopped) return exit_of_work();
  return report->other.empty() ? exit_fine : exit_no;
}

void FetchCommand::print_text(const FetchReport& report) const {
  for (const TableId& id : report.other)
    fmt::print("{} is there with other bytes, and was left alone; --replace replaces it\n",
               name(id));
  fmt::print("{}: {} of {} published", request.folder.string(), in_number(report.tables, "table"),
             bytes_text(report.bytes));
  if (request.only_ask)
    fmt::print(", {} are there; {} of {} would be fetched\n", report.there, report.missing.size(),
               bytes_text(report.bytes_missing));
  else
    fmt::print(", {} were there; {} fetched, {} in this run\n", report.there, report.fetched.size(),
               bytes_text(report.bytes_fetched));
  if (report.not_compared > 0)
    fmt::print("stopped, {} not compared\n", in_number(report.not_compared, "table"));
}

void FetchCommand::print_json(const FetchReport& report) const {
  write_json({{"variant", name(options.variant)},
              {"folder", request.folder.string()},
              {"from", request.url},
              {"signed", !request.key.empty()},
              {"complete", report.missing.empty() && !report.stopped},
              {"tables", report.tables},
              {"bytes", report.bytes},
              {"there", report.there},
              {"not_compared", report.not_compared},
              {"fetched", table_names(report.fetched)},
              {"missing", table_names(report.missing)},
              {"unlike_published", table_names(report.other)},
              {"bytes_missing", report.bytes_missing},
              {"bytes_fetched", report.bytes_fetched},
              {"bytes_resumed", report.bytes_resumed}});
}

void add_what_options(CLI::App& sub, FetchCommand& command) {
  sub.add_option("--from", command.request.url, "The address of the published folder")
      ->required()
      ->type_name("URL");
  add_number_option(sub, "--pieces", command.pieces, 2, 64, "Only slices of at most N pieces");
  add_slices_option(sub, command.slices, "Only these slices, as KKvK,KMvK");
  sub.add_option("--metrics", command.metrics,
                 "Only these tables, such as wdl,dtc,dtw, or wdl40 for a draw count")
      ->delimiter(',')
      ->check(CLI::Validator{check_ending, ""})
      ->type_name("METRICS");
}

}  // namespace

void add_fetch(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("fetch", "Fetch tables that somebody else has built");
  sub->footer(fetch_help);
  const auto command = std::make_shared<FetchCommand>();
  add_tables_variant_option(*sub, command->options.variant);
  add_what_options(*sub, *command);
  add_file_option(*sub, "--key", command->request.key,
                  "The public key for the signature of the list, in PEM");
  sub->add_flag("--replace", command->request.replace, "Fetch also what is there with other bytes");
  sub->add_flag("--estimate", command->request.only_ask, "Only say what would be fetched");
  sub->add_flag("--no-space-check", command->any_space,
                "Begin even if the disk seems too small, for instance if it compresses");
  add_number_option(*sub, "--tries", command->request.tries, 1, 1000,
                    "Failures in a row, without a new byte, before a transfer is given up [8]");
  add_tables_option(*sub, command->options);
  add_json_option(*sub, command->options);
  sub->callback([command, &status] { status = command->run(); });
}

}  // namespace damiera
