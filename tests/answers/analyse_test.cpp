// Games are graded exactly: what was thrown away, and what would have kept it.

#include <gtest/gtest.h>

#include <array>
#include <regex>

#include "answers/analyse/analysis_page.h"
#include "answers/claim/claim_page.h"
#include "tests/data/fixtures.h"
#include "tests/support/random_games.h"

namespace damiera {
namespace {

GameAnalysis analysed(const Tablebase& tables, const Game& game,
                      const AnalyseOptions& options = {}) {
  auto made = analyse(tables, game, options);
  EXPECT_TRUE(made) << made.error().message;
  return *std::move(made);
}

class AnalyseTest : public testing::TestWithParam<Variant> {
 protected:
  Tablebase tables_ = *Tablebase::open(GetParam(), {});
  std::mt19937_64 random_{7};

  Value value(const damiera::Setup& setup) const { return *tables_.wdl(setup.pos); }
  // A mistake is a move after which the value, for the side that made it, is lower than before.
  void check(const Game& game) {
    const GameAnalysis analysis = analysed(tables_, game);
    const auto setups = game.setups();
    std::size_t mistakes = 0;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const Value had = value(setups[i]), left = -value(setups[i + 1]);
      EXPECT_EQ(analysis.positions[i].bounds, Bounds::exactly(had));
      if (had == left) continue;
      ASSERT_LT(mistakes, analysis.mistakes.size());
      const Mistake& found = analysis.mistakes[mistakes++];
      EXPECT_EQ(found.move, i);
      EXPECT_EQ(found.had, had);
      EXPECT_EQ(found.left, left);
      ASSERT_FALSE(found.better.empty());
      EXPECT_EQ(-value(after(GetParam(), setups[i], found.better.front())), had);
    }
    EXPECT_EQ(analysis.mistakes.size(), mistakes);
    found_ += mistakes;
  }
  std::size_t found_ = 0;
};

TEST_P(AnalyseTest, FindsEveryMoveThatThrowsAValueAway) {
  for (int n = 0; n < 60; ++n) check(test::random_game(GetParam(), 2 + n % 2, 16, random_));
  EXPECT_GT(found_, 20u);
}

constexpr std::array analysed_games{Variant::italian, Variant::russian, Variant::portuguese,
                                    Variant::antidraughts};
INSTANTIATE_TEST_SUITE_P(Games, AnalyseTest, testing::ValuesIn(built<analysed_games>),
                         [](const auto& game) { return std::string{name(game.param)}; });

/// Only the English tables of two and three pieces.
Tablebase small_tables(const TemporaryFolder& folder) {
  const Tablebase all = *Tablebase::open(Variant::english, {});
  for (const TableId& id : all.tables()) {
    if (id.material.total() > 3) continue;
    const auto to = table_path(folder.path(), id);
    std::filesystem::create_directories(to.parent_path());
    std::filesystem::copy_file(table_path(*all.folder_of(id), id), to);
  }
  return *Tablebase::open(Variant::english, {folder.path()}, {.shipped = false});
}

TEST(Analyse, SaysNothingWrongWhereTablesEnd) {
  const TemporaryFolder folder;
  const Tablebase some = small_tables(folder), all = *Tablebase::open(Variant::english, {});
  AnalyseOptions searching;
  searching.beyond = 1;
  searching.search.nodes = 3000;
  std::mt19937_64 random{5};
  std::size_t unknown = 0, by_moves = 0, by_search = 0;
  for (int n = 0; n < 40; ++n) {
    const Game game = test::random_game(Variant::english, 5, 14, random);
    const auto setups = game.setups();
    for (const bool search : {false, true}) {
      const GameAnalysis analysis = analysed(some, game, search ? searching : AnalyseOptions{});
      for (std::size_t i = 0; i < setups.size(); ++i) {
        const KnownPosition& known = analysis.positions[i];
        const Value truth = *all.wdl(setups[i].pos);
        EXPECT_LE(known.bounds.lo, truth) << fen(Variant::english, setups[i]);
        EXPECT_GE(known.bounds.hi, truth) << fen(Variant::english, setups[i]);
        unknown += !known.bounds.is_exact();
        by_moves += known.by == KnownBy::moves;
        by_search += known.by == KnownBy::search;
        EXPECT_TRUE(search || known.by != KnownBy::search);
      }
      for (const Mistake& m : analysis.mistakes)
        if (!m.better.empty()) {
          EXPECT_GE(-*all.wdl(after(Variant::english, setups[m.move], m.better.front()).pos),
                    m.had);
        }
    }
  }
  EXPECT_GT(unknown, 50u);
  EXPECT_GT(by_moves, 20u);
  EXPECT_GT(by_search, 50u);
}

/// White throws a win away with its third move.
PdnGame known_game() {
  const char* const text =
      "[White \"A <b>\"] [GameType \"21\"] [FEN \"W:WK1:BK13\"] 1. 1-5 13-17 2. 5-9 17-22 3. 9-6 "
      "22-18 "
      "1/2-1/2";
  PdnReader reader{std::string_view{text}};
  return *reader.next();
}

/// A file of English games with comments about each.
std::string annotated(const Tablebase& tables, std::string_view text) {
  PdnReader reader{text};
  std::string pdn;
  while (const auto read = reader.next())
    pdn += annotated_pdn({*read, read->error ? GameAnalysis{} : analysed(tables, read->game)});
  return pdn;
}

/// The text without the new comments. Requires that no old comment begins like a new one.
std::string without_comments(const std::string& pdn) {
  return std::regex_replace(pdn, std::regex{R"( \{(known from here on|throws away)[^{}]*\})"}, "");
}

TEST(Analyse, WritesCommentsThatAreReadBack) {
  const Tablebase tables = *Tablebase::open(Variant::english, {});
  const PdnGame read = known_game();
  ASSERT_FALSE(read.error) << read.error->message;
  const std::string pdn = annotated(tables, read.text);
  PdnReader reader{std::string_view{pdn}};
  const auto again = reader.next();
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->error);
  ASSERT_EQ(again->game.moves.size(), read.game.moves.size());
  for (std::size_t i = 0; i < read.game.moves.size(); ++i)
    EXPECT_EQ(again->game.moves[i].move, read.game.moves[i].move);
  EXPECT_NE(pdn.find("throws away"), pdn.npos) << pdn;
}

TEST(Analyse, PutsCommentsBehindMovesAndTheirMarks) {
  const std::string text =
      "[GameType \"21\"]\n[FEN \"B:WK13:BK1\"]\n; a line comment\n"
      "33... 1-5! $2 {my comment} 34. 13-17 (34. 13-9 {bad} 5x14) 5-9 35. 17-22 {[%clk 1:00]} "
      "9-6? $4 {[%clk 0:59]} 36. 22-18 1/2-1/2\n";
  const std::string pdn = annotated(*Tablebase::open(Variant::english, {}), text);
  EXPECT_NE(pdn.find("} 9-6? $4 {throws away the win, at most draws: 9-14 wins in 7 plies: 9-14 "
                     "22-25 14-18 25-21 18-22 21-17 22x13} {[%clk 0:59]} 36. "),
            pdn.npos)
      << pdn;
  EXPECT_EQ(without_comments(pdn), text);
  EXPECT_EQ(annotated(*Tablebase::open(Variant::english, {}), pdn), pdn) << "no comment twice";
}

TEST(Analyse, LeavesAllButCommentsAsItIs) {
  const TemporaryFolder folder;
  const Tablebase tables = small_tables(folder);
  std::mt19937_64 random{3};
  std::string text = "% games\n";
  for (int n = 0; n < 20; ++n) {
    text += pdn(test::random_game(Variant::english, 5, 30, random)) + "\n;next\n";
    text += "[GameType \"21\"]\n[FEN \"W:WK1:BK13\"]\n1. 1-5 ! {cannot be read} 13-18 1-0\n";
  }
  text = std::regex_replace(text, std::regex{"\n"}, "\r\n") + "[GameType \"21\"] 11-15";
  const std::string pdn = annotated(tables, text);
  for (const char* comment : {" {known from here on: ", " {throws away "})
    EXPECT_NE(pdn.find(comment), pdn.npos) << comment;
  EXPECT_EQ(without_comments(pdn), text);
}

TEST(Analyse, WritesAPageWithAMarkForEachMistake) {
  const Tablebase tables = *Tablebase::open(Variant::english, {});
  const PdnGame read = known_game();
  const AnalysedGame made{read, analysed(tables, read.game)};
  Text page;
  append_analysis_page_start(page);
  append_analysis(made, page);
  append_analysis_page_end(page);
  const std::string html = fmt::to_string(page);
  std::size_t marks = 0;
  for (auto at = html.find("r=\"6\""); at != html.npos; at = html.find("r=\"6\"", at + 1)) ++marks;
  EXPECT_EQ(marks, made.analysis.mistakes.size());
  EXPECT_NE(html.find("A &lt;b&gt;"), html.npos) << "names are escaped";
  EXPECT_NE(html.find(html_escaped(known_in_words(made))), html.npos);
}

TEST(Analyse, WritesOnThePageWhatIsNotKnownAndWhatCannotBeRead) {
  const auto page_of = [](std::string_view text) {
    PdnReader reader{text};
    const PdnGame read = *reader.next();
    Text page;
    append_analysis(
        {read,
         read.error ? GameAnalysis{} : analysed(*Tablebase::open(Variant::english, {}), read.game)},
        page);
    return fmt::to_string(page);
  };
  const std::string unknown = page_of(
      "[Event \"Open\"]\n[Round \"3\"]\n[Date \"????.??.??\"]\n[GameType \"21\"]\n1. 11-15 23-19 "
      "*");
  for (const char* text : {"<h1>Game 1: White - Black, *</h1>", "<p>english, Open, round 3</p>",
                           "No position at the end of the game is known.", "Grey: "})
    EXPECT_NE(unknown.find(text), unknown.npos) << text << "\n" << unknown;
  const std::string noted = page_of("[GameType \"21\"]\n[Result \"0-1\"]\n1. 11-15 1-0");
  EXPECT_NE(noted.find("Note: line 3: result 1-0: expected that of the tag Result"), noted.npos);
  const std::string unread = page_of("[GameType \"21\"]\n1. 11-99 *");
  EXPECT_NE(unread.find("This game cannot be read: game 1, move 1b, line 2: "), unread.npos)
      << unread;
}

TEST(Analyse, CountsWhatEachSideThrewAway) {
  const Tablebase tables = *Tablebase::open(Variant::english, {});
  const PdnGame read = known_game();
  const AnalysedGame made{read, analysed(tables, read.game)};
  const Json json = to_json(made);
  int wins = 0, draws = 0;
  for (const Mistake& m : made.analysis.mistakes) ++(m.had == Value::win ? wins : draws);
  const int told_wins = json["white"]["wins"].get<int>() + json["black"]["wins"].get<int>();
  const int told_draws = json["white"]["draws"].get<int>() + json["black"]["draws"].get<int>();
  EXPECT_EQ(told_wins, wins);
  EXPECT_EQ(told_draws, draws);
  EXPECT_EQ(json["positions"].size(), read.game.moves.size() + 1);
  EXPECT_EQ(json["known_from"], 0);
  EXPECT_EQ(json["white_player"], "A <b>");
  EXPECT_TRUE(json["black_player"].is_null());
}

}  // namespace
}  // namespace damiera
