#include "rules/perft.h"

#include <fmt/core.h>

#include <chrono>

#include "apps/cli/options.h"
#include "apps/terminal/output.h"
#include "rules/notation/fen.h"

namespace damiera {

namespace {

constexpr const char* perft_help =
    R"(Counts the sequences of legal moves of each length, to compare move generators. Captures with
the same result count as one move.

The JSON object is {"variant":...,"fen":...,"perft":[{"depth":1,"nodes":...,"seconds":...},...]}.

Examples:
  damiera perft italian --depth 8
  damiera perft russian --depth 5 "W:Wc3,Ke1:BKh8,f6")";

struct PerftCommand {
  Options options;
  std::string fen;  // empty: the initial position
  int depth = 6;

  std::uint64_t count(const Position& pos, int plies) const {
    return with_moves(options.variant, [&]<Rules R>() { return perft<R>(pos, plies); });
  }

  Exit run() const {
    const auto setup = fen.empty() ? Result<Setup>{initial_setup(options.variant)}
                                   : parse_fen(options.variant, fen);
    if (!setup) return fail(setup.error());
    Json rows = Json::array();
    if (!options.json)
      fmt::print("{:>5} {:>20} {:>10} {:>12}\n", "depth", "nodes", "seconds", "nodes/s");
    for (int plies = 1; plies <= depth; ++plies) {
      const auto begin = std::chrono::steady_clock::now();
      const std::uint64_t nodes = count(setup->pos, plies);
      const double seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      rows.push_back({{"depth", plies}, {"nodes", nodes}, {"seconds", seconds}});
      if (!options.json)
        fmt::print("{:>5} {:>20} {:>10.3f} {:>12.0f}\n", plies, nodes, seconds,
                   static_cast<double>(nodes) / std::max(seconds, 1e-9));
      flush_output();  // the next row may take hours
    }
    if (options.json)
      write_json({{"variant", name(options.variant)},
                  {"fen", damiera::fen(options.variant, *setup)},
                  {"perft", rows}});
    return exit_fine;
  }
};

}  // namespace

void add_perft(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("perft", "Count move sequences, to check move generation");
  sub->footer(perft_help);
  const auto command = std::make_shared<PerftCommand>();
  add_variant_option(*sub, command->options.variant);
  sub->add_option("fen", command->fen, "The position in PDN FEN [where the game starts]")
      ->check(some_text("a position"));
  add_number_option(*sub, "--depth", command->depth, 1, 60, "Plies to count")
      ->required()
      ->type_name("N");
  add_json_option(*sub, command->options);
  add_tables_option(*sub, command->options);  // accepted as by other commands, though no table is
                                              // read
  sub->callback([command, &status] { status = command->run(); });
}

}  // namespace damiera
