#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "data/file/table.h"
#include "tests/cli/falsify.h"
#include "tests/cli/program.h"

namespace damiera {
namespace {

using nlohmann::json;
using test::Program;

/// The Italian tables of two and three pieces, with a count of five moves and distances to the end.
class CountCommands : public testing::Test {
 protected:
  CountCommands() {
    const auto built = run("build italian --pieces 3 --count 5 --dtw --json");
    EXPECT_EQ(built.status, 0) << built.err;
    built_ = json::parse(built.out);
  }
  test::Run run(const std::string& arguments) const { return program_.run(arguments); }
  json ask(const std::string& arguments) const {
    const auto answer = run(arguments + " --json");
    EXPECT_EQ(answer.status, 0) << answer.err;
    return answer.status == 0 ? json::parse(answer.out) : json{};
  }
  std::filesystem::path tables() const { return program_.home() / "data/damiera/tables"; }

  const Program program_;
  json built_;
};

TEST_F(CountCommands, BuildReportsWhatItMade) {
  EXPECT_EQ(built_["slices_built"], 16);
  EXPECT_EQ(built_["slices_counted"], 16);
  EXPECT_EQ(built_["slices_dtw"], 16);
  EXPECT_EQ(built_["count"], 5);
  const auto &all = built_["by_pieces"][1], &counted = built_["counted_by_pieces"][1];
  EXPECT_LT(counted["wins"], all["wins"]);
  EXPECT_EQ(counted["longest_dtc"], 10);  // five moves by each side
  EXPECT_GT(built_["dtw_by_pieces"][1]["longest_dtw"], all["longest_dtc"]);
}

TEST_F(CountCommands, StatsGivesExamplesThatProbeConfirms) {
  const auto stats = ask("stats italian");
  std::uint64_t cursed = 0;
  int examples = 0;
  for (const auto& slice : stats["draw_counts"]) {
    cursed += slice["cursed_wins"].get<std::uint64_t>();
    EXPECT_EQ(slice["cursed_win"].is_null(), slice["cursed_wins"] == 0);
    EXPECT_EQ(slice["blessed_loss"].is_null(), slice["blessed_losses"] == 0);
    for (const std::string kind : {"cursed_win", "blessed_loss"}) {
      if (slice[kind].is_null()) continue;
      ++examples;
      const auto probed = ask("probe italian --count 5 \"" + slice[kind].get<std::string>() + "\"");
      EXPECT_EQ(probed["count"]["value"], kind == "cursed_win" ? "cursed win" : "blessed loss");
      EXPECT_EQ(probed["wdl"], kind == "cursed_win" ? "win" : "loss");
    }
  }
  EXPECT_GT(examples, 4);
  std::uint64_t wins = 0, within = 0;
  for (const auto& row : built_["by_pieces"]) wins += row["wins"].get<std::uint64_t>();
  for (const auto& row : built_["counted_by_pieces"]) within += row["wins"].get<std::uint64_t>();
  EXPECT_EQ(cursed, wins - within);
  EXPECT_EQ(stats["dtw"].size(), 41u);
}

TEST_F(CountCommands, ProbeAnswersForTheRunningCount) {
  const auto longest = built_["counted_by_pieces"][1]["longest_fen"].get<std::string>();
  const auto fresh = ask("probe italian --count 5 --counted 0 \"" + longest + "\"");
  EXPECT_EQ(fresh["count"]["value"], fresh["wdl"]);
  EXPECT_EQ(fresh["count"]["dtc"], 10);
  EXPECT_EQ(fresh["count"]["plies_left"], 10);
  const auto late = ask("probe italian --count 5 --counted 0.5 \"" + longest + "\"");
  EXPECT_EQ(late["count"]["plies_played"], 1);
  EXPECT_NE(late["count"]["value"], fresh["count"]["value"]);
  const auto text = run("probe italian --count 5 --counted 0.5 \"" + longest + "\"");
  EXPECT_NE(text.out.find("Count of 5 moves, 1 ply played: "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("remain in the count: a draw by a count of 5 moves."), std::string::npos)
      << text.out;
}

// More than the count has is refused in the unit in which it was given, before any table is read.
TEST_F(CountCommands, RefusesMoreThanIsCounted) {
  const std::string probe = "probe italian \"W:WK1,K2:BK31\" ";
  const auto moves = run(probe + "--counted 41"), plies = run(probe + "--counted-plies 81");
  EXPECT_EQ(moves.status, 2);
  EXPECT_EQ(moves.err, "damiera: --counted 41: expected 0 to 40 moves\n");
  EXPECT_EQ(plies.status, 2);
  EXPECT_EQ(plies.err, "damiera: --counted-plies 81: expected 0 to 80 plies\n");
  EXPECT_EQ(run(probe + "--counted 40").status, 0);
  EXPECT_EQ(run(probe + "--counted 1 --counted-plies 2").status, 2);
  EXPECT_EQ(ask(probe + "--counted-plies 63"), ask(probe + "--counted 31.5"));
}

// A FEN as lidraughts writes it: H gives the plies of the count. An option with them takes
// precedence.
TEST_F(CountCommands, ProbeTakesThePliesPlayedFromTheFen) {
  const auto count = [this](const std::string& arguments) {
    return ask("probe italian " + arguments)["count"];
  };
  const std::string fen = "W:WK1,K2:BK31";
  EXPECT_EQ(count(fen + ":H63:F70"), count(fen + " --counted-plies 63"));
  EXPECT_EQ(count(fen + ":H63:F70")["plies_played"], 63);
  EXPECT_EQ(count(fen + ":H0:F1"), count(fen));
  EXPECT_EQ(count(fen + ":H63 --count 40"), count(fen + " --count 40 --counted-plies 63"));
  EXPECT_EQ(count(fen + ":H63 --counted 2"), count(fen + " --counted 2"));
  EXPECT_EQ(count(fen + ":H90"), count(fen + ":H80"));
}

TEST_F(CountCommands, LinePlaysToTheEndAsQuicklyAsCanBe) {
  const auto row = built_["dtw_by_pieces"][1];
  const auto fen = row["longest_fen"].get<std::string>();
  EXPECT_EQ(ask("probe italian \"" + fen + "\"")["dtw"], row["longest_dtw"]);
  const auto line = ask("line italian \"" + fen + "\"");
  EXPECT_EQ(line["plies"], row["longest_dtw"]);
  for (std::size_t i = 0; i < line["line"].size(); ++i)
    EXPECT_EQ(line["line"][i]["dtw"], row["longest_dtw"].get<std::size_t>() - i - 1);
}

TEST_F(CountCommands, VerifyChecksThemToo) {
  const auto verified = ask("verify italian --pieces 3");
  EXPECT_EQ(verified["correct"], true);
  // Tables of values and distances, also under two counts, one of which is shipped, and of DTW.
  EXPECT_EQ(verified["tables"], 7 * 16);
  EXPECT_EQ(verified["positions"], 4 * 199520);
}

// In either profile, the value and distance of each position follow from its moves.
TEST_F(CountCommands, PackedTablesSayTheSame) {
  const auto from = tables().string();
  for (const std::string profile : {"small", "fast"}) {
    const auto to = (program_.home() / profile).string();
    ASSERT_EQ(run("pack italian " + from + " " + to + " --profile " + profile).status, 0);
    EXPECT_EQ(ask("verify italian --pieces 3 --tables " + to)["correct"], true) << profile;
    const auto fen = built_["dtw_by_pieces"][1]["longest_fen"].get<std::string>();
    EXPECT_EQ(ask("probe italian --count 5 \"" + fen + "\" --tables " + to),
              ask("probe italian --count 5 \"" + fen + "\""));
  }
}

/// Writes a table again with draws for values and one ply for distances.
void write_draws(const std::filesystem::path& folder, const TableId& id) {
  const auto table = Table::open(folder, id);
  ASSERT_TRUE(table);
  write_anew(*table, folder,
             std::vector<Outcome>(table->info().positions,
                                  holds_values(id.metric) ? Outcome::draw() : Outcome::win(1)));
}

TEST_F(CountCommands, VerifySaysNoToWrongOnes) {
  const Material two_kings{0, 1, 0, 1};
  for (const TableId& id : {TableId{Variant::italian, two_kings, Metric::counted_wdl, 5},
                            TableId{Variant::italian, two_kings, Metric::counted_dtc, 5},
                            TableId{Variant::italian, two_kings, Metric::dtw}}) {
    const auto path = tables() / name(id);
    const auto aside = path.string() + ".aside";
    std::filesystem::copy_file(path, aside);
    write_draws(tables(), id);
    const auto verified = run("verify italian --slices KvK --json");
    EXPECT_EQ(verified.status, 1) << name(id);
    EXPECT_GT(json::parse(verified.out)["wrong"], 0) << name(id);
    std::filesystem::rename(aside, path);
  }
  EXPECT_EQ(run("verify italian --slices KvK").status, 0);
}

TEST_F(CountCommands, ErrorsNameWhatWasExpected) {
  const std::string fen = " \"W:WK1,K2:BK31\"";
  EXPECT_EQ(run("probe italian --count 6" + fen).status, 3);
  EXPECT_NE(run("probe italian --count 6" + fen).err.find("italian/KKvK.wdl6"), std::string::npos);
  EXPECT_EQ(run("probe italian" + fen).status, 0);  // not asked for: left out
  for (const std::string bad : {"--count 0", "--count 256", "--count x", "--counted 1.2",
                                "--counted -1", "--count 5 --counted 5.5", "--count 5 --counted"})
    EXPECT_EQ(run("probe italian" + fen + " " + bad).status, 2) << bad;
  EXPECT_EQ(run("build italian --pieces 2 --metric wdl --count").status, 2);
}

}  // namespace
}  // namespace damiera
