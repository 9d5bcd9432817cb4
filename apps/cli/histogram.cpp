#include "apps/cli/histogram.h"

#include <fmt/core.h>

#include <algorithm>

#include "answers/evaluator.h"
#include "answers/values.h"
#include "apps/cli/count_option.h"
#include "apps/terminal/stop.h"
#include "apps/terminal/text_file.h"
#include "apps/terminal/thread_limit.h"

namespace damiera {

namespace {

void print_longest(const char* who, const std::vector<std::uint64_t>& by_plies,
                   const std::string& fen) {
  if (by_plies.empty()) return;
  const std::size_t longest = by_plies.size() - 1;
  fmt::print("{} in {} at the longest: {} {}, {}\n", who, plies_in_words(static_cast<int>(longest)),
             by_plies.back(), by_plies.back() == 1 ? "position" : "positions", fen);
}

void print_side(const char* who, const Tally& tally) {
  fmt::print("{} to move: {} wins, {} draws, {} losses", who, Tally::sum(tally.wins), tally.draws,
             Tally::sum(tally.losses));
  if (tally.cursed_wins + tally.blessed_losses > 0)
    fmt::print("; draws by the count: {} cursed wins, {} blessed losses", tally.cursed_wins,
               tally.blessed_losses);
  fmt::print("\n");
}

std::uint64_t at(const std::vector<std::uint64_t>& by_plies, std::size_t n) {
  return n < by_plies.size() ? by_plies[n] : 0;
}

void print_text(const Histogram& h) {
  fmt::print("{} {}, {}\n", name(h.variant), name(h.slice), in_words(h.kind));
  print_side("White", h.white);
  print_side("Black", h.black);
  print_longest("White to move wins", h.white.wins, h.longest_win[0]);
  print_longest("White to move loses", h.white.losses, h.longest_loss[0]);
  print_longest("Black to move wins", h.black.wins, h.longest_win[1]);
  print_longest("Black to move loses", h.black.losses, h.longest_loss[1]);
  const std::size_t last = std::max(
      {h.white.wins.size(), h.white.losses.size(), h.black.wins.size(), h.black.losses.size()});
  fmt::print("{:>6}{:>14}{:>14}{:>14}{:>14}\n", "plies", "White wins", "White loses", "Black wins",
             "Black loses");
  for (std::size_t n = 0; n < last; ++n)
    fmt::print("{:>6}{:>14}{:>14}{:>14}{:>14}\n", n, at(h.white.wins, n), at(h.white.losses, n),
               at(h.black.wins, n), at(h.black.losses, n));
  fmt::print("\n");
}

/// The name of the metric as a value of --metric.
std::string_view metric_name(Metric metric) {
  return metric == Metric::counted_dtc ? "count" : name(metric);
}

void print_json(const Histogram& h) {
  fmt::print("{}\n", to_line({{"variant", name(h.variant)},
                              {"metric", metric_name(h.kind.metric)},
                              {"count", h.kind.count == 0 ? Json(nullptr) : Json(h.kind.count)},
                              {"pieces", h.slice.total()},
                              {"stats", {{name(h.slice), to_json(h)}}}}));
}

/// Each pair of slices once: its histogram has both sides to move, so it covers both slices.
std::vector<Material> one_of_each_pair(const std::vector<Material>& slices) {
  std::vector<Material> some;
  for (const Material& m : slices)
    if (std::ranges::find(some, m.flipped()) == some.end()) some.push_back(m);
  return some;
}

Result<HistogramKind> kind_of(const HistogramCommand& command) {
  HistogramKind kind = command.kind;
  const bool is_counted = kind.metric == Metric::counted_dtc;
  if (kind.count > 0 && !is_counted)
    return Error{Error::Code::bad_notation, "--count: expected --metric count with it"};
  if (kind.count > 0 || !is_counted) return kind;
  const auto moves = usual_moves(command.options.variant, "--metric count");
  if (!moves) return moves.error();
  kind.count = *moves;
  return kind;
}

}  // namespace

Exit run_histogram(const HistogramCommand& command) {
  const auto slices = slices_named(command.options.variant, command.slices);
  if (!slices) return fail(slices.error());
  const auto kind = kind_of(command);
  if (!kind) return fail(kind.error());
  const auto pairs = one_of_each_pair(*slices);
  if (pairs.empty() || (!command.svg.empty() && pairs.size() > 1))
    return fail({Error::Code::bad_notation, command.svg.empty()
                                                ? "--histogram: expected a slice, such as KKvKM"
                                                : "--svg: expected one slice, such as KKvKM"});
  if (const auto file = expect_output("--svg", command.svg, "-"); !file) return fail(file.error());
  const auto tables = Tablebase::open(command.options.variant, command.options.folders());
  if (!tables) return fail(tables.error());
  catch_stop_signals();
  const auto game = game_slices(*tables, command.memory);
  const ThreadLimit limit{command.options.threads};
  for (const Material& m : pairs) {
    const auto made =
        histogram(*tables, *game, m, *kind, [](std::uint64_t) { return !stop_asked(); });
    if (!made) return fail(made.error(), command.options);
    if (stop_asked()) return stopped_before_the_end();
    command.options.json ? print_json(*made) : print_text(*made);
    if (command.svg.empty()) continue;
    if (const auto done = write_text(command.svg, histogram_svg(*made)); !done)
      return fail(done.error());
  }
  return exit_fine;
}

}  // namespace damiera
