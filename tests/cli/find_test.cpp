// `damiera find`, `stats --histogram` and `analyse`: what they print, and how they end.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace damiera::test {
namespace {

using nlohmann::json;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in{text};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(FindCommand, CountsPositions) {
  const auto run =
      Program{}.run("find italian KKvKM KMvKM --win --unique --without-captures --format count");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out, "KKvKM 24139\nKMvKM 26027\n");
  EXPECT_EQ(run.err, "");
}

TEST(FindCommand, LooksAtEachSliceOnce) {
  const auto twice = Program{}.run("find italian KvK KvK --format count");
  EXPECT_EQ(twice.out, "KvK 992\n");
  const auto named = Program{}.run("find italian KvK 2 --format count");
  EXPECT_TRUE(named.out.starts_with("KvK 992\n")) << named.out;
  EXPECT_EQ(named.out.find("KvK", 3), named.out.npos) << named.out;
}

TEST(FindCommand, KnowsTheRowsOfTheBoard) {
  for (const char* option : {"--min-men-row", "--max-men-row"}) {
    const auto run = Program{}.run(std::string{"find italian KvM --format count "} + option + " 9");
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.err.find(std::string{option} + " 9: expected a row from 1 to 8"), run.err.npos)
        << run.err;
    EXPECT_EQ(
        Program{}.run(std::string{"find international KvM --format count "} + option + " 9").status,
        0);
  }
}

// A file of games that is named by mistake.
TEST(AnalyseCommand, DoesNotWriteOverTheGames) {
  const Program program;
  const auto file = program.home() / "game.pdn";
  const std::string text = "[GameType \"25\"]\n1. c3-b4 b6-a5 1/2-1/2\n";
  std::ofstream{file} << text;
  for (const char* command : {"analyse ", "claim "}) {
    const auto run = program.run(command + file.string() + " --html " + file.string());
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.err.find("expected another file"), run.err.npos) << run.err;
  }
  std::ostringstream after;
  after << std::ifstream{file}.rdbuf();
  EXPECT_EQ(after.str(), text);
}

TEST(FindCommand, SaysThatNoPositionMeetsTheConditions) {
  const auto none = Program{}.run("find english KvK --win --dtc 900..");
  EXPECT_EQ(none.status, 0);
  EXPECT_EQ(none.out, "");
  EXPECT_EQ(none.err, "damiera: no position meets the conditions\n");
  const auto counted = Program{}.run("find english KvK --win --dtc 900.. --format count");
  EXPECT_EQ(counted.out, "KvK 0\n");
  EXPECT_EQ(counted.err, "");
}

// It is what a solver has to find.
TEST(FindCommand, AGameHasTheOnlyMoveThatKeepsADraw) {
  const auto found = Program{}.run("find italian KvKM --draw --unique --limit 1 --format pdn");
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_NE(found.out.find("\n1. "), found.out.npos) << found.out;
}

TEST(FindCommand, WritesTheSamePositionsInEveryFormat) {
  const Program program;
  const std::string what = "find italian KKvK --win --dtc 33 --without-captures --limit 5 ";
  const auto fens = lines_of(program.run(what).out);
  ASSERT_EQ(fens.size(), 5U);
  const auto csv = lines_of(program.run(what + "--format csv").out);
  ASSERT_EQ(csv.size(), 6U);
  EXPECT_EQ(csv[0], "slice,number,fen,wdl,dtc,dtw,count");
  const auto objects = lines_of(program.run(what + "--format json").out);
  ASSERT_EQ(objects.size(), 5U);
  const auto pdn = program.run(what + "--format pdn").out;
  for (std::size_t i = 0; i < 5; ++i) {
    const json object = json::parse(objects[i]);
    EXPECT_EQ(object["fen"], fens[i]);
    EXPECT_EQ(object["wdl"], "win");
    EXPECT_EQ(object["dtc"], 33);
    EXPECT_TRUE(object["count"].is_null());
    const std::string number = object["number"].dump();
    EXPECT_TRUE(csv[i + 1].starts_with("KKvK," + number + ",\"" + fens[i] + "\",win,33,"));
    EXPECT_NE(pdn.find("[FEN \"" + fens[i] + "\"]"), pdn.npos);
    EXPECT_NE(pdn.find("[Event \"KKvK " + number + "\"]"), pdn.npos);
  }
  EXPECT_NE(pdn.find("1-0"), pdn.npos);
}

// Under a count of 3, having to move may cost a win or a draw that it would not cost with unlimited
// moves.
TEST(FindCommand, JudgesZugzwangUnderACount) {
  const Program program;
  ASSERT_EQ(program.run("build italian --pieces 3 --count 3").status, 0);
  const std::string slice = "find italian KMvK --min-men-row 7 ";
  const auto all = lines_of(program.run(slice).out);
  std::string both;
  for (std::string fen : all) {
    both += fen + "\n";
    both += fen.replace(0, 1, "B") + "\n";
  }
  const auto answers = lines_of(program.run("probe italian - --count 3", both).out);
  ASSERT_EQ(answers.size(), 2 * all.size());
  const auto value = [&](std::size_t i) {
    const std::vector<std::string> ascending{"loss", "blessed loss", "draw", "cursed win", "win"};
    const std::string text = json::parse(answers[i])["count"]["value"];
    return std::ranges::find(ascending, text) - ascending.begin() - 2;
  };
  std::vector<std::string> mover;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (-value(2 * i + 1) > value(2 * i)) mover.push_back(all[i]);
  EXPECT_EQ(lines_of(program.run(slice + "--count 3 --zugzwang mover").out), mover);
  EXPECT_NE(lines_of(program.run(slice + "--zugzwang mover").out), mover);
}

TEST(FindCommand, SaysWhereToGoOn) {
  const Program program;
  const auto first = program.run("find italian KvKK KKvK --loss --limit 3");
  EXPECT_EQ(first.status, 0);
  const std::string begin = "damiera: as many as were asked for; there may be more, with --from ";
  ASSERT_TRUE(first.err.starts_with(begin)) << first.err;
  const std::string from = first.err.substr(begin.size(), first.err.size() - begin.size() - 1);
  const auto next = program.run("find italian KvKK KKvK --loss --limit 3 --from " + from);
  const auto both = program.run("find italian KvKK KKvK --loss --limit 6");
  EXPECT_EQ(first.out + next.out, both.out);
}

// A slice that was not looked at has no number of positions.
TEST(FindCommand, CountsNoSliceThatItDidNotReach) {
  const Program program;
  const auto within = program.run("find english 3 --win --format count --limit 20");
  EXPECT_EQ(within.out, "KvKK 20\n");
  // The limit is met at the end of a slice.
  const auto whole = program.run("find english KvM KvK --win --format count");
  const std::string first = lines_of(whole.out).at(0);
  const auto at_the_end = program.run("find english KvM KvK --win --format count --limit " +
                                      first.substr(first.find(' ') + 1));
  EXPECT_EQ(at_the_end.out, first + "\n");
}

TEST(FindCommand, MayBeStoppedAndTriedAgain) {
  const auto run = Program{}.run_after("timeout --foreground --preserve-status -s INT 1 ",
                                       "find international 4 --draw --unique-line --format count");
  EXPECT_EQ(run.status, 75);
  EXPECT_TRUE(run.err.starts_with("damiera: stopped; there may be more, with --from ")) << run.err;
}

TEST(FindCommand, TakesANumberOfPiecesForAllSlices) {
  const auto run = Program{}.run("find english 2 --win --format count");
  std::size_t wins = 0;
  for (const auto& line : lines_of(run.out)) wins += std::stoul(line.substr(line.find(' ')));
  EXPECT_EQ(wins, 716u);
}

TEST(FindCommand, RefusesWhatCannotBeMeant) {
  const Program program;
  for (const char* arguments : {"find italian",
                                "find italian 1",
                                "find italian KvX",
                                "find italian KvK --dtc x",
                                "find italian KvK --dtc 5..3",
                                "find italian KvK --from MvM:0",
                                "find italian KvK --from 992",
                                "find italian KvK --captures --without-captures",
                                "find italian KvK --limit 0",
                                "find italian KvK --limit nan",
                                "find italian KvK --tables ''",
                                "games --json --shipped",
                                "plan italian --pieces 3 --json --format make",
                                "stats italian --count 40",
                                "find breakthrough MvM --cursed",
                                "find italian KvM --min-men-row 5 --max-men-row 3",
                                "stats italian KvK",
                                "stats italian --histogram",
                                "stats italian 3 --histogram --svg x.svg",
                                "stats italian KvK --histogram --count 9",
                                "analyse no-such-file --json --pdn"})
    EXPECT_EQ(program.run(arguments).status, 2) << arguments;
  EXPECT_EQ(program.run("find italian KvK --limit 0").err,
            "--limit: '0': expected a whole number of at least 1\n"
            "Run with --help for more information.\n");
  EXPECT_EQ(program.run("find italian KKKvKKK").status, 3);
  EXPECT_EQ(program.run("analyse no-such-file").status, 3);
}

TEST(HistogramCommand, HasTheShapeOfSyzygyStatistics) {
  const auto run = Program{}.run("stats italian KKvKM --histogram --without-captures --json");
  EXPECT_EQ(run.status, 0) << run.err;
  const json object = json::parse(run.out);
  const json& stats = object["stats"]["KKvKM"];
  EXPECT_EQ(stats["w"]["win_hist"].size(), 44U);
  EXPECT_EQ(stats["w"]["win_hist"][43], 3);
  EXPECT_EQ(stats["w"]["wdl"]["2"], 92052);
  EXPECT_EQ(stats["longest"][0]["ply"], 43);
  EXPECT_EQ(stats["longest"][0]["positions"], 3);
}

TEST(HistogramCommand, WritesAPicture) {
  const Program program;
  const auto svg = program.home() / "x.svg";
  const auto run = program.run("stats english KKvK --histogram --metric dtw --svg " + svg.string());
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_GT(std::filesystem::file_size(svg), 2000U);
  EXPECT_NE(run.out.find("White to move wins in "), run.out.npos);
  const auto nowhere = program.run("stats english KKvK --histogram --svg no/such/folder/x.svg");
  EXPECT_EQ(nowhere.status, 3);
  EXPECT_EQ(nowhere.out, "") << "the slice was counted first";
}

TEST(AnalyseCommand, FindsTheMoveThatThrewTheWinAway) {
  const Program program;
  const std::string game =
      std::string{DAMIERA_FIXTURES} + "/claim/english_granted_though_a_win_was_thrown_away.pdn";
  const auto text = program.run("analyse " + game);
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_NE(text.out.find("From 33w on every position is known"), text.out.npos) << text.out;
  const auto html = program.home() / "game.html";
  const json object =
      json::parse(program.run("analyse " + game + " --json --html " + html.string()).out);
  ASSERT_EQ(object["mistakes"].size(), 1U);
  EXPECT_EQ(object["mistakes"][0]["move"], "35w");
  EXPECT_EQ(object["mistakes"][0]["better"][0], "9-14");
  for (const json& mistake : object["mistakes"]) {
    EXPECT_NE(mistake["had"], mistake["left"]);
    EXPECT_FALSE(mistake["better"].empty());
  }
  EXPECT_GT(std::filesystem::file_size(html), 2000U);
  const auto pdn = program.run("analyse " + game + " --pdn");
  EXPECT_NE(pdn.out.find("{"), pdn.out.npos);
}

TEST(AnalyseCommand, GoesOnAfterAGameThatCannotBeRead) {
  const auto run = Program{}.run("analyse - --game italian --json",
                                 "[FEN \"W:WK1:BK32\"] 1. 1-7 *\n[FEN \"W:WK1:BK32\"] 1. 1-5 *\n");
  EXPECT_EQ(run.status, 2);
  const auto lines = lines_of(run.out);
  ASSERT_EQ(lines.size(), 2U);
  const json unread = json::parse(lines[0]), read = json::parse(lines[1]);
  EXPECT_EQ(unread["game"], 1);
  EXPECT_EQ(unread["error"],
            "game 1, move 1w, line 1: move '1-7', column 1: expected a legal move");
  EXPECT_FALSE(unread.contains("positions"));
  EXPECT_TRUE(unread["white_player"].is_null());
  EXPECT_EQ(run.err, "") << "the object has the error";
  EXPECT_EQ(read["game"], 2);
  EXPECT_FALSE(read.contains("error"));
}

TEST(AnalyseCommand, PutsCommentsInAndChangesNothingElse) {
  const std::string begin =
      "; two games\r\n[GameType \"21\"]\r\n[FEN \"W:WK1:BK13\"]\r\n"
      "1. 1-12 ! {no such move} 13-17 1-0\r\n\r\n[FEN \"B:WK13:BK1\"] [GameType \"21\"]\r\n"
      "33... 1-5! $2 {mine} 34. 13-17 (34. 13-9 {bad} 5x14) 5-9 35. 17-22 {[%clk 1:00]}\r\n9-6?";
  const std::string end = " {[%clk 0:59]} 36. 22-18 1/2-1/2";
  const std::string comment =
      " {throws away the win, at most draws: 9-14 wins in 7 plies: 9-14 22-25 14-18 25-21 18-22 "
      "21-17 22x13}";
  const auto run = Program{}.run("analyse - --pdn", begin + end);
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, begin + comment + end);
  EXPECT_NE(run.err.find("game 1, move 1w, line 4: "), run.err.npos) << run.err;
}

}  // namespace
}  // namespace damiera::test
