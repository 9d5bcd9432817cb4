#include "apps/hub/hub_session.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <thread>

#include "apps/hub/hub_notation.h"
#include "rules/notation/move_notation.h"

namespace damiera {
namespace {

using Lines = std::vector<std::string>;

class HubSessionTest : public testing::Test {
 protected:
  HubSession session{MoverOptions{}};

  Lines say(const std::string& line) { return session.receive(line).lines; }

  /// The answers to `go`, with the search run to its end.
  Lines go(const std::string& line = "go think") {
    auto reply = session.receive(line);
    if (reply.search) reply.search->run([&](const std::string& l) { reply.lines.push_back(l); });
    return reply.lines;
  }

  void set_up(Variant variant, const std::string& fen) {
    EXPECT_EQ(say("set-param name=variant value=" + std::string{hub_name(variant)}), Lines{});
    EXPECT_EQ(say("pos pos=" + hub_position(variant, *parse_fen(variant, fen))), Lines{});
  }
};

/// The value of an argument of a line, such as "score" of an info line.
std::string value_of(const std::string& line, const std::string& key) {
  return std::string{parse_hub_line(line).value(key).value_or("none")};
}

/// pydraughts splits lines like this: in these four commands every word has exactly one '='.
void expect_words(const std::string& line) {
  const std::string command = parse_hub_line(line).command;
  if (command != "id" && command != "param" && command != "info" && command != "done") return;
  bool quoted = false;
  int equals = 0;
  for (char c : line.substr(command.size() + 1) + " ") {
    if (c == '"') quoted = !quoted;
    if (c == '=') ++equals;
    if (c != ' ' || quoted) continue;
    EXPECT_EQ(equals, 1) << line;
    equals = 0;
  }
}

TEST_F(HubSessionTest, Greets) {
  const Lines lines = say("hub");
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_TRUE(std::regex_match(
      lines[0], std::regex{R"(id name=Damiera version=\S+ author="[^"]+" country=Italy)"}))
      << lines[0];
  EXPECT_EQ(lines[1].find("param name=variant type=enum value=normal values=\"normal italian "
                          "english russian brazilian"),
            0U)
      << lines[1];
  for (const char* param : {"tables", "cache", "draw-count", "threads"})
    EXPECT_TRUE(std::ranges::any_of(lines, [&](const auto& line) {
      return line.starts_with("param name=" + std::string{param} + " type=");
    })) << param;
  EXPECT_EQ(lines.back(), "wait");
  std::ranges::for_each(lines, expect_words);
}

TEST_F(HubSessionTest, NamesEveryGame) {
  const std::string values = value_of(say("hub")[1], "values");
  for (Variant v : all_variants) {
    EXPECT_NE((" " + values + " ").find(" " + std::string{hub_name(v)} + " "), std::string::npos);
    EXPECT_EQ(*parse_hub_name(hub_name(v)), v);
    EXPECT_EQ(*parse_hub_name(name(v)), v);
  }
  EXPECT_EQ(*parse_hub_name("standard"), Variant::international);
  EXPECT_EQ(*parse_hub_name("american"), Variant::english);
  EXPECT_FALSE(parse_hub_name("chess"));
}

TEST_F(HubSessionTest, AnswersInitPingAndQuit) {
  EXPECT_EQ(say("init"), Lines{"ready"});
  EXPECT_EQ(say("ping"), Lines{"pong"});
  EXPECT_TRUE(session.receive("quit").quit);
}

TEST_F(HubSessionTest, IgnoresWhatItDoesNotKnow) {
  for (const char* line :
       {"", "  ", "foo", "foo bar=1", "set-param name=initial-time value=300", "set-param",
        "set-param name=variant", "level foo=1", "stop", "ponder-hit", "new-game"})
    EXPECT_EQ(say(line), Lines{}) << line;
  EXPECT_EQ(say("hub unknown=1").size(), 7U);
}

TEST_F(HubSessionTest, RefusesValuesOfItsOwnParameters) {
  for (const char* line : {"set-param name=variant value=chess", "set-param name=cache value=x",
                           "set-param name=cache value=0", "set-param name=draw-count value=-1",
                           "set-param name=threads value=0", "set-param name=threads value=1.5"}) {
    const Lines lines = say(line);
    ASSERT_EQ(lines.size(), 1U) << line;
    EXPECT_EQ(lines[0].find("error message=\""), 0U) << line;
  }
}

TEST_F(HubSessionTest, AFolderWithoutTablesOfTheGameIsNamed) {
  const auto folder = std::filesystem::temp_directory_path() / ("hub" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  EXPECT_EQ(say("set-param name=tables value=" + folder.string()), Lines{});
  const Lines lines = say("init");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0].find(folder.string() + "' holds no tables of "), std::string::npos)
      << lines[0];
  EXPECT_EQ(lines[1], "ready");
  EXPECT_EQ(say("set-param name=tables value=\"\""), Lines{});
  EXPECT_EQ(say("init"), Lines{"ready"});
  std::filesystem::remove(folder);
}

TEST_F(HubSessionTest, AMissingFolderIsAnErrorAndStillThereIsAMove) {
  EXPECT_EQ(say("set-param name=tables value=/no such=folder"), Lines{});
  const Lines lines = say("init");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].find("error message=\""), 0U);
  EXPECT_EQ(std::ranges::count(lines[0], '='), 1);
  EXPECT_EQ(lines[1], "ready");
  set_up(Variant::italian, "W:WK3,20:BK31");
  EXPECT_EQ(go().back().find("done move="), 0U);
}

TEST_F(HubSessionTest, AnswersInTheOrderThatClientsReadInAndWithOneEqualsSign) {
  set_up(Variant::italian, "W:WK3,20:BK31");
  const Lines lines = go();
  ASSERT_GE(lines.size(), 2U);
  const std::regex info{
      R"re(info depth=\d+ mean-depth=\d+\.\d+ score=-?\d+\.\d\d nodes=\d+ time=\d+\.\d+ nps=\d+\.\d+ pv="[-0-9x ]*"( [-a-z]+=\S+)*)re"};
  EXPECT_TRUE(std::regex_match(lines.front(), info)) << lines.front();
  EXPECT_TRUE(
      std::regex_match(lines.back(), std::regex{R"(done move=\d+[-x]\d+\S*( ponder=\S+)?)"}))
      << lines.back();
  std::ranges::for_each(lines, expect_words);
}

TEST_F(HubSessionTest, ScoresAreFromTheSideToMove) {
  const auto tables = *Tablebase::open(Variant::italian, {});
  for (const char* fen : {"W:WK3,20:BK31", "B:WK3,20:BK31", "W:WK3:BK31"}) {
    const auto ending = *tables.ending(parse_fen(Variant::italian, fen)->pos);
    set_up(Variant::italian, fen);
    EXPECT_EQ(value_of(go().front(), "score"),
              score_text(decided_score(ending.value, ending.plies)))
        << fen;
  }
}

// The game's first position, and all moves since: king moves count for the draw count.
TEST_F(HubSessionTest, TakesMovesAndTheirCount) {
  const Variant variant = Variant::italian;
  say("set-param name=draw-count value=40");
  set_up(variant, "W:WK3,20:BK31");
  EXPECT_EQ(value_of(go().front(), "value"), "win");
  std::string moves;
  damiera::Setup setup = *parse_fen(variant, "W:WK3,20:BK31");
  for (int i = 0; i < 20; ++i)
    for (const char* text : {"3-7", "31-28", "7-3", "28-31"}) {
      const Move move = *parse_move(variant, setup, text);
      moves += " " + hub_move(variant, setup, move);
      setup = after(variant, setup, move);
    }
  const std::string pos = "pos pos=" + hub_position(variant, *parse_fen(variant, "W:WK3,20:BK31"));
  EXPECT_EQ(say(pos + " moves=\"" + moves.substr(1) + "\""), Lines{});
  EXPECT_NE(value_of(go().front(), "value"), "win");
  EXPECT_EQ(value_of(go().front(), "score"), "0.00");
  say("set-param name=draw-count value=0");
  EXPECT_EQ(value_of(go().front(), "value"), "win");
}

TEST_F(HubSessionTest, RefusesPositionsAndMovesAndThenDoesNotPlay) {
  for (const char* line : {"pos", "pos pos=W", "pos pos=Wxyz", "pos moves=\"1-2\""}) {
    EXPECT_EQ(say(line).at(0).find("error message=\""), 0U) << line;
    const Lines lines = go();
    ASSERT_EQ(lines.size(), 1U) << line;
    EXPECT_EQ(lines[0].find("error message=\""), 0U) << line;
  }
  set_up(Variant::italian, "W:WK3,20:BK31");
  const std::string pos =
      hub_position(Variant::italian, *parse_fen(Variant::italian, "W:WK3:BK31"));
  EXPECT_EQ(say("pos pos=" + pos + " moves=\"3-30\"").size(), 1U);
  EXPECT_EQ(say("pos pos=" + pos + " moves=\"3-7 31-28\""), Lines{});
}

TEST_F(HubSessionTest, AFinishedGameIsAnError) {
  set_up(Variant::international, "W:W6:B1");
  const Lines lines = go();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].find("error message=\""), 0U);
}

TEST_F(HubSessionTest, PlaysFromTheStartBeyondTheTables) {
  say("level depth=3");
  const Lines lines = go();
  ASSERT_GE(lines.size(), 2U);
  const std::string move = value_of(lines.back(), "move");
  EXPECT_TRUE(parse_hub_move(Variant::international, initial_setup(Variant::international), move));
  EXPECT_LT(std::abs(std::stod(value_of(lines[lines.size() - 2], "score"))), 90);
  std::ranges::for_each(lines, expect_words);
}

TEST_F(HubSessionTest, ANewGameBeginsAtTheStart) {
  set_up(Variant::italian, "W:WK3,20:BK31");
  say("new-game");
  say("level depth=1");
  const std::string move = value_of(go().back(), "move");
  EXPECT_TRUE(parse_hub_move(Variant::italian, initial_setup(Variant::italian), move)) << move;
}

TEST_F(HubSessionTest, StopsAnEndlessSearch) {
  say("level infinite");
  auto search = *session.receive("go analyze").search;
  std::vector<std::string> lines;
  std::thread thread{[&] { search.run([&](const std::string& l) { lines.push_back(l); }); }};
  EXPECT_EQ(say("ping"), Lines{"pong"});
  EXPECT_EQ(say("stop"), Lines{});
  thread.join();
  EXPECT_EQ(lines.back().find("done move="), 0U);
}

TEST_F(HubSessionTest, PonderingEndsInTimeAfterTheHit) {
  say("level move-time=0.05");
  auto search = *session.receive("go ponder").search;
  std::atomic<bool> done = false;
  std::thread thread{[&] {
    search.run([](const std::string&) {});
    done = true;
  }};
  std::this_thread::sleep_for(std::chrono::milliseconds{200});
  EXPECT_FALSE(done);  // the opponent's time
  EXPECT_EQ(say("ponder-hit"), Lines{});
  thread.join();
}

TEST(HubSession, OnlyThreeCommandsMayComeDuringASearch) {
  for (const char* line : {"ping", "stop", "ponder-hit", "foo", ""})
    EXPECT_TRUE(HubSession::may_come_during_search(line)) << line;
  for (const char* line : {"hub", "init", "set-param name=cache value=1", "new-game", "pos pos=W",
                           "level infinite", "go think", "quit"})
    EXPECT_FALSE(HubSession::may_come_during_search(line)) << line;
}

}  // namespace
}  // namespace damiera
