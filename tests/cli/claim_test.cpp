#include <gtest/gtest.h>

#include <cctype>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace damiera {
namespace {

using nlohmann::json;

std::string fixture(const std::string& name) {
  return std::string{"'"} + DAMIERA_FIXTURES + "/claim/" + name + ".pdn'";
}

std::vector<json> answers(const std::string& arguments, int status = 0,
                          const std::string& input = {}) {
  const test::Program program;
  const auto run = program.run("claim --json " + arguments, input);
  EXPECT_EQ(run.status, status) << run.err;
  std::vector<json> objects;
  std::istringstream lines{run.out};
  for (std::string line; std::getline(lines, line);) objects.push_back(json::parse(line));
  return objects;
}

/// A game that was played out, the options of the request, and the expected answer about the count
/// of one article: "granted 41w-80b 40+40", or with the move that annulled it or the reason.
struct Case {
  std::string file, arguments, article, verdict;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.file << " " << c.arguments; }

std::string in_brief(const json& claim) {
  std::string brief = claim["verdict"].get<std::string>() + " " + claim["from"].get<std::string>();
  if (claim["last"].is_string()) brief += "-" + claim["last"].get<std::string>();
  brief += " " + claim["counted"]["white"].dump() + "+" + claim["counted"]["black"].dump();
  const json& by = claim["annulled_by"];
  if (by.is_object())
    brief += " " + by["number"].get<std::string>() + " " + by["move"].get<std::string>() + " " +
             by["kind"].get<std::string>();
  if (claim["reason"].is_string()) brief += " " + claim["reason"].get<std::string>();
  return brief;
}

class ClaimFixture : public testing::TestWithParam<Case> {};

/// The tests read English, whatever the user's locale.
const bool in_english = setenv("LC_ALL", "C", 1) == 0;

TEST_P(ClaimFixture, IsJudged) {
  const auto got = answers(fixture(GetParam().file) + " " + GetParam().arguments);
  ASSERT_EQ(got.size(), 1U);
  bool found = false, granted = false;
  for (const json& claim : got[0]["claims"]) {
    granted |= claim["verdict"] == "granted";
    if (claim["article"] != GetParam().article) continue;
    found = true;
    EXPECT_EQ(in_brief(claim), GetParam().verdict);
  }
  EXPECT_TRUE(found) << got[0];
  EXPECT_EQ(got[0]["drawn"], granted);
}

const std::string fid = "FID Art. 10", fid_english = "FID, English draughts",
                  wcdf = "WCDF, definition of a draw", kings = "FMJD Art. 6.2",
                  three = "FMJD Art. 6.3", two = "FMJD Art. 6.4", diagonal = "draughts-64, 7.2.7",
                  river = "FPD 3.2(b)", art_18 = "WFD Art. 18", art_21 = "WFD Art. 21.1",
                  apca_26 = "APCA 26";

INSTANTIATE_TEST_SUITE_P(
    Games, ClaimFixture,
    testing::Values(
        Case{"italian_granted", "", fid, "granted 41w-80b 40+40"},
        Case{"italian_granted", "--from 41b", fid, "not yet 41b-80b 39+40"},
        Case{"italian_granted", "--count 10", fid, "granted 41w-50b 10+10"},
        Case{"italian_granted", "--count 10 --from 50w", fid, "granted 50w-59b 10+10"},
        Case{"italian_granted", "--at 80w", fid, "not yet 41w-80w 40+39"},
        Case{"italian_granted", "--from 81w", fid, "not yet 81w 0+0"},
        Case{"italian_one_ply_short", "", fid, "not yet 41w-80w 40+39"},
        Case{"italian_one_ply_short", "--count 39", fid, "granted 41w-79b 39+39"},
        Case{"italian_annulled_by_a_man_move", "--from 30w", fid,
             "annulled 30w-44b 15+15 45w 21-17 a man move"},
        Case{"italian_annulled_by_a_man_move", "", fid, "not yet 45b-51w 6+6"},
        Case{"italian_annulled_by_a_man_move", "--from 45w", fid,
             "annulled 45w 0+0 45w 21-17 a man move"},
        Case{"italian_annulled_by_a_capture", "--from 20w", fid,
             "annulled 20w-36b 17+17 37w 13x6 a capture"},
        Case{"italian_restarted", "", fid, "granted 40b-80w 40+40"},
        Case{"italian_restarted", "--from 30w", fid, "granted 40b-80w 40+40"},  // Art. 10.5
        Case{"italian_restarted", "--from 30w --at 79w", fid,
             "annulled 30w-39b 10+10 40w 21-17 a man move"},
        Case{"italian_won_after_a_complete_count", "", fid, "not claimed 41w-80b 40+40"},
        Case{"italian_won_after_a_complete_count", "--from 41w", fid, "granted 41w-80b 40+40"},
        Case{"italian_annulled_by_a_man_move", "--from 51", fid, "not yet 51w-51w 1+0"},
        Case{"italian_variations_and_numbers", "", fid, "not yet 30w-32b 2+2"},
        Case{"english_no_king_on_one_side", "", fid_english,
             "not admissible 33w 0+0 Black has no king"},
        Case{"english_no_king_on_one_side", "--from 30w", fid_english,
             "not admissible 30w 0+0 Black has no king"},
        Case{"italian_no_king_on_one_side", "", fid, "not admissible 38w 0+0 Black has no king"},
        Case{"italian_no_king_on_one_side", "--from 35w", fid,
             "not admissible 35w 0+0 Black has no king"},
        Case{"italian_granted_though_a_win_stood", "", fid, "granted 33w-72b 40+40"},
        Case{"english_granted", "", fid_english, "granted 25b-74w 50+50"},
        Case{"english_granted", "--count 40", wcdf, "granted 25b-64w 40+40"},
        Case{"english_one_ply_short", "", fid_english, "not yet 25b-74b 49+50"},
        Case{"english_one_ply_short", "--count 40 --at 65b", wcdf, "granted 25b-64w 40+40"},
        Case{"english_annulled_by_a_capture", "--from 20b", fid_english,
             "annulled 20b-40b 20+21 40w 23x16 a capture"},
        Case{"english_annulled_by_a_man_move", "--from 30w", fid_english,
             "annulled 30w-50b 20+20 50w 21-17 a man move"},
        Case{"english_granted_though_a_win_was_thrown_away", "", fid_english,
             "granted 33w-83b 50+50"},
        Case{"international_25_granted", "", kings, "granted 50w-74b 25+25"},
        Case{"international_25_one_ply_short", "", kings, "not yet 50w-74w 25+24"},
        Case{"international_25_granted", "", three,
             "not admissible 75w 0+0 no side has a king and nothing else"},
        Case{"international_16_granted", "", three, "granted 50w-65b 16+16"},
        Case{"international_16_one_ply_short", "", three, "not yet 50w-65w 16+15"},
        Case{"international_16_granted", "", two,
             "not admissible 66w 0+0 there are 4 pieces: expected 2 to 3"},
        Case{"international_16_goes_on_after_a_capture", "", three, "granted 50w-65b 16+16"},
        Case{"international_16_goes_on_after_a_capture", "--from 62w", kings,
             "annulled 50w-61w 12+11 61b 4x36 a capture"},
        // Only the moves before the claim count.
        Case{"international_16_goes_on_after_a_capture", "--from 61b", kings,
             "not yet 50w-61w 12+11"},
        Case{"international_25_granted", "--from 75w", kings, "granted 50w-74b 25+25"},
        Case{"international_25_granted", "--from 74b", kings, "not yet 50w-74w 25+24"},
        Case{"international_25_granted", "--from 64w", kings, "not yet 50w-63b 14+14"},
        Case{"international_16_granted", "--from 66w", three, "granted 50w-65b 16+16"},
        Case{"frisian_two_kings_granted", "--from 36b", art_18, "granted 30w-36w 7+6"},
        Case{"english_granted", "--count 40 --from 74w", wcdf, "granted 25b-64w 40+40"},
        Case{"english_granted", "--count 40 --from 64w", wcdf, "not yet 25b-64b 39+40"},
        Case{"english_granted", "--from 26b", fid_english, "not yet 26b-74w 49+49"},
        Case{"english_granted_though_a_win_was_thrown_away", "--count 40 --from 83b", wcdf,
             "granted 33w-73b 40+40"},
        Case{"international_16_goes_on_after_a_capture", "", two, "not yet 62w-65b 4+4"},
        Case{"international_5_granted", "", two, "granted 50w-54b 5+5"},
        Case{"international_5_one_ply_short", "", two, "not yet 50w-54w 5+4"},
        Case{"international_5_granted", "--count 5", two, "granted 50w-54b 5+5"},
        Case{"russian_long_diagonal_granted", "", diagonal, "granted 30w-34b 5+5"},
        Case{"russian_long_diagonal_granted", "--at 34w", diagonal, "not yet 30w-34w 5+4"},
        Case{"russian_long_diagonal_given_up", "--from 33w", diagonal,
             "annulled 30w-32w 3+2 32b d4-g1 a move that gives up the long diagonal"},
        Case{"russian_long_diagonal_given_up", "", diagonal, "not yet 34w-34b 1+1"},
        Case{"frisian_two_kings_granted", "", art_18, "granted 30w-36w 7+6"},
        Case{"frisian_two_kings_granted", "--at 36w", art_18, "granted 30w-36w 7+6"},
        Case{"frysk_king_against_king_granted", "", art_21, "granted 30w-31b 2+2"},
        Case{"frysk_king_against_king_granted", "", art_18,
             "not admissible 32w 0+0 there are 2 pieces: expected 3"},
        Case{"pool_three_kings_granted", "", apca_26, "granted 30w-42b 13+13"},
        Case{"pool_three_kings_granted", "--at 42w", apca_26, "not yet 30w-42w 13+12"},
        Case{"portuguese_river_granted", "", river, "granted 40w-51b 12+12"},
        Case{"portuguese_river_granted", "--at 51w", river, "not yet 40w-51w 12+11"},
        Case{"portuguese_river_given_up", "--from 42w", river,
             "annulled 40w-40b 1+1 41w 5-9 a move that gives up the long diagonal"},
        Case{"international_5_granted", "", kings, "not yet 50w-54b 5+5"}));

/// The moves that changed the value, and the values at the request and after the first of them.
TEST(ClaimTables, RefuteADrawThatWasCountedWhileAWinStood) {
  const auto claim = answers(fixture("italian_granted_though_a_win_stood")).at(0)["claims"].at(0);
  EXPECT_EQ(claim["verdict"], "granted");
  const json& truth = claim["truth"];
  EXPECT_EQ(truth["covered"], true);
  EXPECT_EQ(truth["value"]["wdl"], "win");
  EXPECT_EQ(truth["value"]["counted"], "win");
  EXPECT_EQ(truth["plies_left"], 80);
  // White never gives the win away, but does not win in time.
  ASSERT_FALSE(truth["changes"].empty());
  const json& last = truth["changes"].back();
  EXPECT_EQ(last["before"]["counted"], "win");
  EXPECT_EQ(last["after"]["wdl"], "win");
  EXPECT_EQ(last["after"]["counted"], "draw");
  EXPECT_EQ(last["kept"]["counted"], "win");
}

TEST(ClaimTables, NameTheMoveThatThrewTheWinAway) {
  const auto claim =
      answers(fixture("english_granted_though_a_win_was_thrown_away")).at(0)["claims"].at(0);
  EXPECT_EQ(claim["verdict"], "granted");
  const json& truth = claim["truth"];
  EXPECT_EQ(truth["value"]["counted"], "win");
  EXPECT_EQ(truth["moves_needed"], 6);
  ASSERT_EQ(truth["changes"].size(), 1U);
  const json& first = truth["changes"].front();
  EXPECT_EQ(first["before"]["wdl"], "win");
  EXPECT_EQ(first["after"]["wdl"], "draw");
  EXPECT_EQ(first["kept"]["wdl"], "win");
  EXPECT_NE(first["better"], first["move"]);
}

TEST(ClaimTables, AreNotAskedForMoreThanTheyHold) {
  const auto got = answers("--game italian --moves '23-19 10-14'");
  const json& truth = got.at(0)["claims"].at(0)["truth"];
  EXPECT_EQ(truth["covered"], false);
  EXPECT_TRUE(truth["reason"].is_string());
}

TEST(ClaimFile, WithoutAGameHasNoVariant) {
  const auto got = answers("-", 2, "[GameType \"99\"] 1. 11-15 *\n[GameType \"21\"] 1. 11-15 *\n");
  ASSERT_EQ(got.size(), 2U);
  EXPECT_TRUE(got[0]["variant"].is_null());
  EXPECT_EQ(got[1]["variant"], "english");
}

TEST(ClaimFile, WithoutAGameIsToldWhatToDo) {
  const auto got = answers("-", 2, "1. 11-15 *");
  EXPECT_EQ(got.at(0)["error"],
            "game 1, line 1: nothing says which game this is: expected a tag, such as [GameType "
            "\"22\"] for Italian draughts, or the game's name from the caller, as by --game "
            "italian");
}

// A program writes tags that it has nothing for.
TEST(ClaimFile, MayHaveEmptyTags) {
  const std::string game = "[GameType \"21\"][White \"\"][Black \"Rossi\"] 1. 11-15 *";
  const auto got = answers("-", 0, game);
  EXPECT_TRUE(got.at(0)["white"].is_null());
  EXPECT_EQ(got.at(0)["black"], "Rossi");
  const auto text = test::Program{}.run("claim -", game).out;
  EXPECT_NE(text.find("Game 1: White - Rossi, "), text.npos) << text;
}

TEST(ClaimFile, WithAnIllegalMoveGoesOn) {
  const auto got = answers(fixture("italian_illegal_move"), 2);
  ASSERT_EQ(got.size(), 3U);
  EXPECT_EQ(got[0]["claims"].at(0)["verdict"], "not yet");
  EXPECT_EQ(got[1]["error"],
            "game 2, move 49b, line 18: move '29-18', column 1: expected a legal move");
  EXPECT_FALSE(got[1].contains("claims"));
  EXPECT_EQ(got[2]["claims"].at(0)["verdict"], "not yet");
}

// The text says the same: a request that was annulled holds once the count begun again is complete.
TEST(ClaimFile, HasOneVerdictInTextAndJson) {
  const auto got = answers("--from 30w " + fixture("italian_restarted")).at(0);
  EXPECT_EQ(got["drawn"], true);
  const std::string drawn =
      "Drawn by count: the 40 moves of FID Art. 10 are complete, from Black's move 40 to White's "
      "move 80.";
  EXPECT_EQ(got["headline"].get<std::string>().find(drawn), 0U);
  const json& others = got["claims"].at(0)["others"];
  ASSERT_EQ(others.size(), 1U);
  EXPECT_EQ(others[0]["verdict"], "annulled");
  const test::Program program;
  const auto text = program.run("claim --from 30w " + fixture("italian_restarted")).out;
  EXPECT_EQ(text.find(drawn), 0U);
}

TEST(ClaimFile, TellsWhoAskedForACount) {
  const auto claim = [](const std::string& arguments) {
    return answers(arguments).at(0)["claims"].at(0);
  };
  EXPECT_EQ(claim(fixture("italian_granted"))["claimed"], false);
  EXPECT_EQ(claim("--from 41w " + fixture("italian_granted"))["claimed"], true);
  EXPECT_EQ(claim(fixture("international_25_granted"))["claimed"], nullptr);
}

TEST(ClaimFile, NamesTheArticleThatReducesACount) {
  const auto reduced = [](const std::string& arguments) {
    return answers(arguments + fixture("italian_granted")).at(0)["claims"].at(0)["reduced_by"];
  };
  EXPECT_EQ(reduced("--count 20 "), "FID Art. 11");
  EXPECT_EQ(reduced("--count 40 "), nullptr);
  EXPECT_EQ(reduced(""), nullptr);
}

TEST(ClaimFile, TellsWhatIsWrongWithVariationsAndNumbers) {
  const auto got = answers(fixture("italian_variations_and_numbers")).at(0);
  EXPECT_EQ(got["notes"], (json{"line 10: variation: move '22-11', column 1: expected a legal move",
                                "line 11: move number 32: expected 31"}));
  EXPECT_EQ(got["white"], "Niccol\xc3\xb2");  // the file is in Latin-1
  EXPECT_EQ(answers(fixture("italian_granted")).at(0)["notes"], json::array());
}

TEST(ClaimExitCode, SaysWhetherEveryGameIsDrawn) {
  const test::Program program;
  const auto status = [&](const std::string& arguments, const std::string& input = {}) {
    return program.run("claim --exit-code " + arguments, input).status;
  };
  EXPECT_EQ(status(fixture("italian_granted")), 0);
  EXPECT_EQ(status(fixture("italian_one_ply_short")), 1);
  EXPECT_EQ(status(fixture("italian_won_after_a_complete_count")), 1);
  EXPECT_EQ(status("--from 41w " + fixture("italian_won_after_a_complete_count")), 0);
  EXPECT_EQ(status(fixture("italian_illegal_move")), 2);
  EXPECT_EQ(program.run("claim " + fixture("italian_one_ply_short")).status, 0);
  EXPECT_EQ(status("--game italian --tables no_such_folder --moves 23-19"), 3);
}

std::string first_line(const test::Run& run) { return run.out.substr(0, run.out.find('\n')); }

TEST(ClaimLanguage, IsTheOneAskedForOrThatOfTheLocale) {
  const test::Program program;
  const std::string italian =
      "Patta: conteggio di 40 mosse (FID Art. 10) completo, dalla mossa 41 del Bianco alla mossa "
      "80 del Nero.";
  const std::string file = fixture("italian_granted");
  EXPECT_EQ(first_line(program.run("claim --lang it " + file)).find(italian), 0U);
  const auto with_locale = [&](const char* variable, const std::string& arguments) {
    unsetenv("LC_ALL");
    setenv(variable, "it_IT.UTF-8", 1);
    const auto line = first_line(program.run("claim " + arguments + file));
    unsetenv(variable);
    setenv("LC_ALL", "C", 1);
    return line;
  };
  EXPECT_EQ(with_locale("LC_ALL", "").find(italian), 0U);
  EXPECT_EQ(with_locale("LC_MESSAGES", "").find(italian), 0U);
  EXPECT_EQ(with_locale("LC_ALL", "--lang en ").find("Drawn by count"), 0U);
  const json object = json::parse(with_locale("LC_ALL", "--json "));
  EXPECT_EQ(object["headline"].get<std::string>().find("Drawn by count"), 0U);
  EXPECT_EQ(program.run("claim --lang de " + file).status, 2);
}

TEST(ClaimHtml, IsWrittenBesideTheText) {
  const test::Program program;
  const auto file = program.home() / "report.html";
  const auto run = program.run("claim --html " + file.string() + " " + fixture("italian_granted"));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out.find("Drawn by count"), 0U);
  std::ostringstream page;
  page << std::ifstream{file}.rdbuf();
  EXPECT_EQ(page.str().find("<!doctype html>"), 0U);
  EXPECT_NE(page.str().find("</html>"), std::string::npos);
  EXPECT_EQ(program.run("claim --html /no/such/folder/x " + fixture("italian_granted")).status, 3);
}

TEST(ClaimFiles, InUtf16AreCalledSo) {
  const test::Program program;
  const auto file = program.home() / "game.pdn";
  for (const std::string_view mark : {"\xff\xfe", "\xfe\xff"}) {
    std::ofstream{file} << mark << "[GameType \"22\"]";
    const auto run = program.run("claim " + file.string());
    EXPECT_EQ(run.status, 3);
    EXPECT_NE(run.err.find("UTF-16"), std::string::npos) << run.err;
  }
}

TEST(ClaimTables, AreSaidToBeMissingInTheReportsLanguage) {
  const auto run = test::Program{}.run(
      "claim --lang it --game italian --fen W:WK1,K2,K3,K4,K9:BK21,K22,K23 --moves 1-5 --from 1w");
  EXPECT_NE(run.out.find("Le tabelle dei finali non lo dicono: manca italian/"), std::string::npos)
      << run.out;
}

TEST(ClaimRepetition, IsReported) {
  const std::string moves = "1. 4-8 29-25 2. 8-4 25-29 3. 4-8 29-25 4. 8-4 25-29 5. 4-8";
  const std::string arguments = "--game italian --fen W:WK4:BK29 --moves '" + moves + "'";
  const json got = answers(arguments).at(0);
  EXPECT_EQ(got["repetition"],
            (json{{"article", "FID"}, {"before", {"1w", "3w", "5w"}}, {"fen", "W:WK4:BK29"}}));
  EXPECT_NE(got["headline"].get<std::string>().find(
                "The position before White's move 5 stood for the third time, after those before "
                "White's move 1 and White's move 3 (FID)."),
            std::string::npos);
  EXPECT_EQ(answers(arguments + " --at 4w").at(0)["repetition"], nullptr);
  EXPECT_EQ(answers("--game italian --moves 23-19").at(0)["repetition"], nullptr);
}

// It is read, and not drawn.
TEST(ClaimWithoutCounts, IsNoError) {
  const std::string arguments = "--game spanish --fen W:WK1:BK32 --moves '1. 1-5'";
  const json got = answers(arguments).at(0);
  EXPECT_EQ(got["claims"], json::array());
  EXPECT_EQ(got["drawn"], false);
  const test::Program program;
  EXPECT_EQ(program.run("claim --exit-code " + arguments).status, 1);
  EXPECT_EQ(program.run("claim --from 9w " + arguments).status, 2);
  EXPECT_EQ(program.run("claim --at 9w " + arguments).status, 2);
  const auto text = program.run("claim " + arguments).out;
  EXPECT_EQ(text.find("No draw by count: the rules of this game know no draw by a count of moves."),
            0U)
      << text;
  const auto summary = program.run("claim --summary " + arguments).out;
  EXPECT_EQ(summary.find("Games: 1. Drawn by count: 0. Others: 1,"), 0U) << summary;
}

// "62b" would be the move of the Bianco.
TEST(ClaimLanguage, HasNoEnglishNumbersOfMovesInItalian) {
  const test::Program program;
  for (const char* file : {"italian_granted", "italian_restarted", "italian_no_king_on_one_side",
                           "italian_annulled_by_a_man_move", "italian_granted_though_a_win_stood",
                           "international_25_granted", "russian_long_diagonal_given_up",
                           "italian_variations_and_numbers"}) {
    const auto text = program.run("claim --lang it " + fixture(file)).out;
    for (std::size_t i = 1; i < text.size(); ++i) {
      const bool english = std::isdigit(text[i - 1]) != 0 && (text[i] == 'w' || text[i] == 'b');
      EXPECT_FALSE(english) << text.substr(i - 1, 30);
    }
    for (const char* english : {"Note", "expected", "line ", "italian,", "pieces"})
      EXPECT_EQ(text.find(english), std::string::npos) << file << ": " << english;
  }
}

TEST(ClaimSummary, CountsTheGamesOfATournament) {
  const test::Program program;
  const std::string games = fixture("italian_granted") + " " + fixture("italian_one_ply_short") +
                            " " + fixture("italian_won_after_a_complete_count") + " " +
                            fixture("italian_illegal_move");
  ASSERT_EQ(std::system(("for i in $(seq 170); do cat " + games + "; done > '" +
                         (program.home() / "all.pdn").string() + "'")
                            .c_str()),
            0);
  const std::string file = (program.home() / "all.pdn").string();
  const auto run = program.run("claim --json --summary " + file);
  EXPECT_EQ(run.status, 2);  // games with an illegal move
  const json summary = json::parse(run.out);
  EXPECT_EQ(summary["games"], 1020);
  EXPECT_EQ(summary["drawn"], 170);
  EXPECT_EQ(summary["not_drawn"], 680);
  EXPECT_EQ(summary["not_claimed"], 170);
  EXPECT_EQ(summary["unread"], 170);
  const auto text = program.run("claim " + file).out;
  EXPECT_NE(
      text.find("\nGames: 1020. Drawn by count: 170. Others: 680, of which with a complete count"),
      std::string::npos);
  EXPECT_EQ(program.run("claim " + fixture("italian_granted")).out.find("1 games"),
            std::string::npos);
}

TEST(ClaimInput, MayBeAStreamAPositionOrAListOfMoves) {
  const std::string fen = "--game italian --fen W:WK4:BK29 ";
  for (const auto& got :
       {answers(fen + "--moves '4-8 29-25 8-4'"), answers(fen + "-", 0, "1. 4-8 29-25 2. 8-4 *"),
        answers("-", 0, "[GameType \"22\"][FEN \"W:WK4:BK29\"] 4-8 29-25 8-4")}) {
    ASSERT_EQ(got.size(), 1U);
    EXPECT_EQ(in_brief(got[0]["claims"].at(0)), "not yet 1w-2w 2+1");
  }
  EXPECT_EQ(in_brief(answers(fen).at(0)["claims"].at(0)), "not yet 1w 0+0");
}

TEST(ClaimInput, MayHaveTablesOfSeveralFolders) {
  EXPECT_EQ(answers("--tables /tmp --tables . " + fixture("italian_granted")).size(), 1U);
  const test::Program program;
  EXPECT_EQ(program.run("claim --tables no_such_folder " + fixture("italian_granted")).status, 3);
}

TEST(ClaimInput, IsRefusedWithTheReason) {
  const test::Program program;
  for (const auto& [arguments, status, why] :
       std::vector<std::tuple<std::string, int, std::string>>{
           {"", 2, "expected a FILE"},
           {"--moves 1-5", 2, "expected a FILE"},
           {"no_such_file.pdn", 3, "no_such_file.pdn: cannot be opened"},
           {"/dev/null", 2, "/dev/null: expected a game"},
           {"-", 2, "damiera: standard input: expected a game"},
           {"--game chess --moves 1-5", 2, "expected one of italian"},
           {"- --fen W:WK1:BK32", 2, "--fen: expected --game"},
           {"--game italian --fen W:WK3:BK31:F20 --moves '3-7 31-27' --from 19w", 2,
            "expected 20w to 20b, or 21w, which would come next"},
           {"--game italian --fen W:WK33:BK32", 2, "--fen: column 5"},
           {"--game italian --moves 23-19 --from 47x", 2, "such as 47w"},
           {"--game italian --moves 23-19 --from 47", 2, "the game has no move 47"},
           {"--game italian --moves '23-19 10-14' --from 1", 2, "move 1: expected 1w or 1b"},
           {"--game italian --moves '23-19 10-14' --from 2w --at 1w", 2, "before the judgement"},
           {"--game italian --moves 23-19 --from 47w", 2, "the game has no move 47w"},
           {"--game italian --moves 23-19 --count 41", 2, "expected 10 to 40"},
           {"--game spanish --fen W:WK1:BK32 --count 5", 2, "knows no draw by a count of moves"},
           {"--game italian --moves 23-21", 2, "move 1w, line 1: move '23-21'"}}) {
    const auto run = program.run("claim " + arguments);
    EXPECT_EQ(run.status, status) << arguments;
    EXPECT_NE(run.err.find(why), std::string::npos) << arguments << ": " << run.err;
  }
}

TEST(ClaimText, SaysItInWords) {
  const test::Program program;
  const auto text = [&](const std::string& name, const std::string& arguments = {}) {
    return program.run("claim " + arguments + fixture(name)).out;
  };
  EXPECT_NE(text("italian_granted")
                .find("FID Art. 10, 40 moves of each player\n  granted: counted "
                      "from 41w, complete with 80b"),
            std::string::npos);
  EXPECT_NE(text("italian_one_ply_short").find("40 of White and 39 of Black stand"),
            std::string::npos);
  EXPECT_NE(text("italian_no_king_on_one_side").find("Black has no king"), std::string::npos);
  EXPECT_NE(text("english_granted_though_a_win_was_thrown_away")
                .find("35w 9-6 throws the win of White away; 9-14 wins in time.\n"),
            std::string::npos);
  EXPECT_NE(text("italian_granted_though_a_win_stood")
                .find("after 68w 26-21, White wins with unlimited moves only: the count makes the "
                      "game a draw before the win; 26-22 wins in time.\n"),
            std::string::npos);
  EXPECT_NE(text("italian_granted", "--count 20 ")
                .find("FID Art. 10, reduced by FID Art. 11 to 20 moves of each player\n"),
            std::string::npos);
  EXPECT_NE(text("italian_variations_and_numbers").find("  Note: line 11: move number 32"),
            std::string::npos);
}

/// A game, the options of the request, and the first line of the answer.
struct Headline {
  std::string file, arguments, sentence;
};
void PrintTo(const Headline& h, std::ostream* out) { *out << h.file << " " << h.arguments; }

class ClaimHeadline : public testing::TestWithParam<Headline> {};

TEST_P(ClaimHeadline, SaysHowTheGameEnds) {
  const test::Program program;
  const auto run = program.run("claim " + fixture(GetParam().file) + " " + GetParam().arguments);
  // A sentence about a repetition may follow.
  EXPECT_EQ(run.out.substr(0, GetParam().sentence.size()), GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(
    Games, ClaimHeadline,
    testing::Values(
        Headline{"italian_granted", "",
                 "Drawn by count: the 40 moves of FID Art. 10 are complete, from White's move 41 "
                 "to Black's move 80."},
        Headline{"italian_granted", "--count 20",
                 "Drawn by count: the 20 moves of FID Art. 10 (reduced by FID Art. 11) are "
                 "complete, from White's move 41 to Black's move 60."},
        Headline{"italian_one_ply_short", "",
                 "No draw by count: of the 40 moves of FID Art. 10, White has made 40 and Black "
                 "39, counted from White's move 41."},
        Headline{"italian_annulled_by_a_man_move", "--from 30w",
                 "No draw by count: White's move 45, 21-17, was a man move and annulled the count "
                 "of FID Art. 10, which stood at 15 of White and 15 of Black. It began again with "
                 "Black's move 45 and has come to 6 of White and 6 of Black."},
        Headline{"italian_no_king_on_one_side", "",
                 "No draw by count: FID Art. 10 cannot be applied at White's move 38, as Black has "
                 "no king."},
        Headline{"italian_won_after_a_complete_count", "",
                 "No draw by count: the 40 moves of FID Art. 10 were complete, from White's move "
                 "41 to Black's move 80, but nobody is known to have claimed the draw, and the "
                 "game ended 0-1."},
        Headline{"italian_won_after_a_complete_count", "--from 41w",
                 "Drawn by count: the 40 moves of FID Art. 10 are complete, from White's move 41 "
                 "to Black's move 80. The file has the result 0-1."},
        Headline{"international_25_granted", "--from 64w",
                 "No draw by count: of the 25 moves of FMJD Art. 6.2, White has made 14 and Black "
                 "14, counted from White's move 50."},
        Headline{"english_granted", "",
                 "Drawn by count: the 50 moves of the FID's rules of English draughts are "
                 "complete, from Black's move 25 to White's move 74."},
        Headline{"english_granted", "--count 40 --from 74w",
                 "Drawn by count: the 40 moves of the WCDF's definition of a draw are complete, "
                 "from Black's move 25 to White's move 64."},
        Headline{"international_16_granted", "",
                 "Drawn by count: the 16 moves of FMJD Art. 6.3 are complete, from White's move "
                 "50 to Black's move 65."},
        Headline{"international_5_one_ply_short", "",
                 "No draw by count: of the 5 moves of FMJD Art. 6.4, White has made 5 and Black "
                 "4, counted from White's move 50."}));

TEST(ClaimText, SaysThatNoMoveIsCounted) {
  const test::Program program;
  const auto run = program.run("claim --game international --moves 32-28");
  EXPECT_EQ(run.out.substr(0, run.out.find('\n')),
            "No draw by count: none of the 25 moves of FMJD Art. 6.2 has been made.");
}

}  // namespace
}  // namespace damiera
