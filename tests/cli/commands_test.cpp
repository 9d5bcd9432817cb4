#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/falsify.h"
#include "tests/cli/program.h"

namespace damiera {
namespace {

using nlohmann::json;
using test::Program;

struct StatusCase {
  const char* arguments;
  int status;
};

class ExitStatus : public testing::TestWithParam<StatusCase> {};

TEST_P(ExitStatus, SaysWhatHappened) {
  const Program program;
  EXPECT_EQ(program.run(GetParam().arguments).status, GetParam().status) << GetParam().arguments;
}

INSTANTIATE_TEST_SUITE_P(
    Commands, ExitStatus,
    testing::Values(StatusCase{"--help", 0}, StatusCase{"line --help", 0}, StatusCase{"", 2},
                    StatusCase{"nothing", 2}, StatusCase{"probe italian", 2},
                    StatusCase{"probe chess W:WK1:BK32", 2}, StatusCase{"probe italian rubbish", 2},
                    StatusCase{"moves italian W:W1:B5", 2}, StatusCase{"moves italian W:W9:B5", 0},
                    StatusCase{"perft italian --depth 0", 2}, StatusCase{"perft italian", 2},
                    StatusCase{"build italian", 2}, StatusCase{"build italian --slices KvX", 2},
                    StatusCase{"build italian --pieces 3 --memory 5Q", 2},
                    StatusCase{"build italian --pieces 3 --metric dtw", 2},
                    StatusCase{"verify italian --slices KKKvKKK", 3},
                    StatusCase{"stats italian --tables no/such/folder", 3},
                    // An empty name, as from a shell variable that is not set.
                    StatusCase{"fetch italian --from http://127.0.0.1:9 --key ''", 2},
                    StatusCase{"claim --html '' no.pdn", 2}, StatusCase{"claim --html - no.pdn", 2},
                    StatusCase{"verify italian --against ''", 2},
                    StatusCase{"plan english --pieces 3 --read ''", 2},
                    StatusCase{"build english --pieces 2 --scratch ''", 2},
                    StatusCase{"analyse --html '' no.pdn", 2},
                    StatusCase{"stats italian --histogram KvK --svg ''", 2},
                    StatusCase{"claim '' --game italian", 2}, StatusCase{"analyse ''", 2},
                    StatusCase{"perft italian --depth 1 ''", 2},
                    StatusCase{"find italian KvK --from ''", 2}, StatusCase{"dxp --connect ''", 2},
                    StatusCase{"dxp --listen ''", 2}, StatusCase{"serve --host ''", 2},
                    // DXP has no place for the run of a king.
                    StatusCase{"dxp frisian --connect x --position W:WK46,30:B3:+0+3", 2}));

// The messages are UTF-8, however long the text that they name.
TEST(Commands, NameTextsInWholeCharacters) {
  const Program program;
  const std::string longer = std::string(39, 'a') + "\xc3\xa9\xc3\xa9";
  for (const std::string& arguments :
       {"probe " + longer + " x", longer, "find italian KvK --zugzwang " + longer,
        "find italian KvK --from " + longer, "build italian --pair KvK --level " + longer}) {
    const auto run = program.run(arguments);
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.err.find(std::string(39, 'a') + "'"), run.err.npos) << run.err;
  }
}

TEST(Perft, CountsThePublishedNumbers) {
  const Program program;
  const auto run = program.run("perft italian --depth 6 --json");
  ASSERT_EQ(run.status, 0);
  const auto rows = json::parse(run.out)["perft"];
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[0]["nodes"], 7);
  EXPECT_EQ(rows[5]["nodes"], 36473);
}

TEST(Games, AreListedWithWhatIsKnownOfThem) {
  const Program program;
  const auto games = json::parse(program.run("games --json").out)["games"];
  ASSERT_EQ(games.size(), all_variants.size());
  EXPECT_EQ(games[0]["name"], "italian");
  EXPECT_EQ(games[0]["game_type"], "22,W,8,8,N2,1");
  EXPECT_EQ(games[0]["counts"][0]["moves"], 40);
  for (const auto& game : games) {
    const auto read = parse_variant(game["name"].get<std::string>());
    ASSERT_TRUE(read);
    EXPECT_EQ(game["number"], static_cast<int>(*read));
    EXPECT_EQ(game["tables"], name(tables_of(*read)));
    EXPECT_EQ(program.run("perft " + game["name"].get<std::string>() + " --depth 1").status, 0);
  }
}

// The metrics are checked before any request to a server.
TEST(FetchCommand, RefusesMetricsThatThereAreNot) {
  const Program program;
  for (const char* metrics : {"foo", "wdl,dtm", "dtw40", "wdl4x", "wdl0"}) {
    const auto run =
        program.run("fetch italian --from http://127.0.0.1:1/ --metrics " + std::string{metrics});
    EXPECT_EQ(run.status, 2) << metrics;
    EXPECT_NE(run.err.find("expected wdl, dtc, dtw or wdl40"), run.err.npos) << run.err;
  }
}

TEST(FetchCommand, SaysThatItTriesAgain) {
  const Program program;
  const auto run = program.run("fetch italian --from http://127.0.0.1:1/ --tries 2");
  EXPECT_EQ(run.status, 75);
  EXPECT_NE(run.err.find("trying again: SHA256SUMS: no connection to 127.0.0.1:1\n"), run.err.npos)
      << run.err;
}

// White's man is not blocked: there is no legal move because Black has won.
TEST(Games, SayThatAKingHasEndedThem) {
  const Program program;
  for (const char* command : {"moves", "probe"}) {
    const auto run = program.run(std::string{command} + " breakthrough W:W6:BK1");
    EXPECT_NE(run.out.find("\nThe game is over: the opponent has a king.\n"), std::string::npos)
        << run.out;
    EXPECT_EQ(run.out.find("no move left"), std::string::npos) << run.out;
  }
  EXPECT_NE(program.run("moves italian W:W9:BK5").out.find("\nNo legal move.\n"),
            std::string::npos);
}

// A game without a draw count builds and probes under one only if its moves are given.
TEST(Games, WithoutACountAskForItsMoves) {
  const Program program;
  EXPECT_EQ(program.run("build spanish --pieces 2 --count").status, 2);
  EXPECT_EQ(program.run("build spanish --slices KvK --count 3").status, 0);
  // These two have the tables of games with a count.
  for (const char* game : {"filipino", "ivorian"}) {
    const auto run = program.run("stats " + std::string{game} + " KvK --histogram --metric count");
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_NE(run.err.find("--metric count: expected --count with it"), run.err.npos) << run.err;
  }
  EXPECT_EQ(program.run("probe spanish --count 3 W:WK1:BK32").status, 0);
}

TEST(Build, ThenStatsVerifyAndProbeAgree) {
  const Program program;
  const auto built = program.run("build english --pieces 2 --json");
  ASSERT_EQ(built.status, 0) << built.err;
  const auto row = json::parse(built.out)["by_pieces"][0];
  EXPECT_EQ(row["wins"], 716);  // as published
  EXPECT_EQ(row["draws"], 2370);
  EXPECT_EQ(row["losses"], 402);
  const auto stats = json::parse(program.run("stats english --json").out);
  EXPECT_EQ(stats["by_pieces"][0]["wins"], 716);
  EXPECT_EQ(stats["slices"][0]["longest_dtc"], 11);
  const auto verified = json::parse(program.run("verify english --pieces 2 --json").out);
  EXPECT_EQ(verified["correct"], true);
  // Values, values under each of the two counts, and plies to the end: the kinds of shipped tables.
  EXPECT_EQ(verified["positions"], 4 * 3488);
  const auto fen = stats["slices"][0]["longest_fen"].get<std::string>();
  const auto probed = json::parse(program.run("probe english --json '" + fen + "'").out);
  EXPECT_EQ(probed["wdl"], "win");
  EXPECT_EQ(probed["dtc"], 11);
}

// Ivorian draughts has the tables of the international game. On its mirrored board the same squares
// have other names, so its examples must be in its own notation.
TEST(Stats, OfAMirrorGameAreInItsNotation) {
  const Program program;
  const auto expect_longest = [&](const std::string& fen, int dtc) {
    const auto probed = json::parse(program.run("probe ivorian --json '" + fen + "'").out);
    EXPECT_EQ(probed["dtc"], dtc) << fen;
  };
  const auto built = json::parse(program.run("build ivorian --pieces 2 --json").out);
  const auto stats = json::parse(program.run("stats ivorian --json").out);
  const auto counted = json::parse(program.run("stats ivorian KvK --histogram --json").out);
  for (const json& object : {built, stats, counted}) EXPECT_EQ(object["variant"], "ivorian");
  expect_longest(built["by_pieces"][0]["longest_fen"], 3);
  expect_longest(stats["slices"][0]["longest_fen"], 3);
  EXPECT_EQ(counted["stats"]["KvK"]["longest"][0]["fen"], "W:WK6:BK1");
  expect_longest("W:WK6:BK1", 3);
}

TEST(Build, OnlyEstimatesWhenAsked) {
  const Program program;
  const auto run = program.run("build italian --pieces 3 --estimate --json");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(json::parse(run.out)["positions"], 199520);
  EXPECT_FALSE(std::filesystem::exists(program.home() / "data/damiera/tables/italian"));
}

TEST(Probe, NeedsNoDistances) {
  const Program program;
  ASSERT_EQ(program.run("build italian --slices KMvKM --metric wdl").status, 0);
  const auto run = program.run("probe italian --json 'W:WK1,22:BK32,11'");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(json::parse(run.out).contains("wdl"));
}

TEST(Verify, SaysNoToWrongValues) {
  const Program program;
  ASSERT_EQ(program.run("build italian --pieces 2 --metric wdl").status, 0);
  EXPECT_EQ(program.run("verify italian --slices KvK").status, 0);
  falsify(program.home() / "data/damiera/tables",
          {Variant::italian, *parse_material("KvK"), Metric::wdl});
  const auto run = program.run("verify italian --slices KvK --json");
  EXPECT_EQ(run.status, 1);
  const auto report = json::parse(run.out);
  EXPECT_EQ(report["correct"], false);
  EXPECT_GE(report["wrong"], 1);
  ASSERT_FALSE(report["wrong_headers"].empty());
  EXPECT_EQ(report["wrong_headers"][0], "italian/KvK.wdl");
  EXPECT_FALSE(report["wrong_positions"].empty());
}

}  // namespace
}  // namespace damiera
