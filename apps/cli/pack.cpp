#include <fmt/core.h>

#include "answers/packing/pack_folder.h"
#include "apps/cli/holder.h"
#include "apps/cli/options.h"
#include "apps/cli/profile_option.h"
#include "apps/terminal/message.h"
#include "apps/terminal/output.h"
#include "apps/terminal/progress.h"
#include "apps/terminal/stop.h"
#include "apps/terminal/thread_limit.h"
#include "data/folder/catalogue.h"

namespace damiera {

namespace {

constexpr const char* pack_help =
    R"(All values stay the same, and the bytes depend only on the values: packing a packed folder
gives the same bytes as packing the original one.
  small   3 to 4 times smaller than what build writes; a first probe decodes a block, which takes
          milliseconds with 4 pieces and tens of them with 5 (on 10x10 hundreds), later ones find
          it in memory
  fast    read in place: a probe takes a fraction of a microsecond, also the first one if the file
          is in memory; a quarter smaller than what build writes, with 5 pieces
With --effort 9 files are smallest, but for chance: shipped tables are made so. With 5 packing takes
less time, and most slices of 5 pieces are within 3 % of that size; with 1 they are about 20 %
larger. Slices of few positions, such as those of 3 pieces, are always packed with 9.
A slice has a twin: the same pieces with the other side to move. With --sides one, only one of the
two is stored, the one whose values take fewer bytes. Values of the other are found by a search of
one ply, which takes longer than reading a value, and needs all tables of as many or fewer pieces.
`build` cannot go on from such tables, only from tables of both sides.
Both are stored if there are tables of a draw count.
With --sides distances the values of both sides are stored, and for each metric of distances only
the side that takes fewer bytes. If there are tables of a draw count, DTC is stored for both sides.
Distances are read together with the WDL table of the slice: both must be in the folder. IN is only
read: OUT must be another folder. An estimate of the time is printed first.
Only as many tables are packed at the same time as --memory has room for. Packing one takes up to
0.6 bytes a position (WDL) or 5 (distances), and up to 0.4 or 1.2 GB to learn from. A table for
which that is too much is packed alone, and a part of its values lies in a nameless file in OUT
meanwhile.
Packing may be stopped at any time, with Ctrl-C or in any other way. Finished tables stay in OUT,
and the same command goes on from there. A table that is in OUT already stays as it is, also if it
was packed with another --effort.

Examples:
  damiera pack italian tables small-tables --profile small
  damiera pack english tables fast-tables --profile fast --slices KKvK,KvKK
  damiera pack english tables tiny-tables --sides one)";

struct PackCommand {
  Options options;
  PackRequest request{.variant = {}, .from = {}, .to = {}};

  const char* sides_text() const {
    return request.sides == Sides::both  ? "both"
           : request.sides == Sides::one ? "one"
                                         : "distances";
  }
  void print_json(const PackReport& report) const {
    Json metrics = Json::array();
    for (const auto& [metric, p] : report.metrics)
      metrics.push_back({{"metric", name(metric)},
                         {"tables", p.tables},
                         {"tables_searched", p.searched},
                         {"positions", p.positions},
                         {"bytes_before", p.bytes_before},
                         {"bytes", p.bytes}});
    write_json({{"variant", name(request.variant)},
                {"profile", name(request.profile)},
                {"sides", sides_text()},
                {"metrics", metrics}});
  }
  void print_text(const PackReport& report) const {
    for (const auto& [metric, p] : report.metrics)
      fmt::print(
          "{}: {}, {} of them searched, {}, {} bytes before, {} now: {:.1f} positions a byte\n",
          name(metric), in_number(p.tables, "table"), p.searched,
          in_number(p.positions, "position"), p.bytes_before, p.bytes,
          static_cast<double>(p.positions) / static_cast<double>(p.bytes));
  }

  Exit run() {
    const std::size_t threads = thread_count(options.threads);
    const ThreadLimit limit{options.threads};
    request.variant = options.variant;
    request.who = holder("pack", request.variant);
    catch_stop_signals();
    Progress shown;
    const std::string task = fmt::format("packing {}:", name(request.variant));
    const auto begin = [&](const PackingState& state) {
      print_message("{} {} of {} tables finished; {} positions to pack, about {}\n", task,
                    state.finished, state.tables, state.positions_to_pack,
                    about_time(state.seconds / static_cast<double>(threads)));
    };
    const auto progress = [&](const PackingState& state) {
      shown.show(task, fmt::format("{} of {} tables finished", state.finished, state.tables),
                 state.positions_packed, state.positions_to_pack, state.positions_found);
      return !stop_asked();
    };
    const auto report = pack_folder(request, {begin, progress});
    if (!report) return fail(explained(report.error()));
    if (!report->is_complete) return exit_of_work();
    options.json ? print_json(*report) : print_text(*report);
    return exit_fine;
  }

  // The error; if there are no tables at all, it also says how to get some.
  Error explained(const Error& error) const {
    const bool is_empty =
        error.code == Error::Code::missing_table && !holds_tables(request.from, request.variant);
    return is_empty ? no_tables(request.from, request.variant) : error;
  }
};

}  // namespace

void add_pack(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("pack", "Write tables anew: smaller, or faster to read");
  sub->footer(pack_help);
  const auto command = std::make_shared<PackCommand>();
  add_tables_variant_option(*sub, command->options.variant);
  add_folder_option(*sub, "from", command->request.from, "Folder of tables to read")
      ->required()
      ->type_name("IN");
  add_folder_option(*sub, "to", command->request.to, "Folder of tables to write")
      ->required()
      ->type_name("OUT");
  add_profile_option(*sub, command->request.profile, "What the tables are to be [small]");
  add_effort_option(*sub, command->request.effort.level);
  add_choice_option<Sides>(
      *sub, "--sides", command->request.sides,
      {{"both", Sides::both}, {"one", Sides::one}, {"distances", Sides::distances}},
      "For each pair of slices, store both, or one, or only one for distances [both]");
  add_slices_option(*sub, command->request.slices, "Only these [all in IN]");
  add_threads_option(*sub, command->options);
  command->request.memory = default_memory();
  add_memory_option(*sub, command->request.memory);
  add_json_option(*sub, command->options);
  sub->callback([command, &status] { status = command->run(); });
}

}  // namespace damiera
