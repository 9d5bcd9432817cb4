#include "rules/notation/pdn.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "rules/notation/move_notation.h"

namespace damiera {
namespace {

std::vector<PdnGame> read(std::string_view text, const PdnDefaults& defaults = {}) {
  std::vector<PdnGame> games;
  PdnReader reader{text, defaults};
  while (auto game = reader.next()) games.push_back(*std::move(game));
  return games;
}

/// The only game of a text that has no error.
Game read_one(std::string_view text, const PdnDefaults& defaults = {}) {
  auto games = read(text, defaults);
  EXPECT_EQ(games.size(), 1U);
  if (games.empty()) return {};
  EXPECT_FALSE(games[0].error) << games[0].error->message;
  return games[0].game;
}

/// "1w 23-19 1b 10-14": the moves with their numbers, as the game writes them.
std::string moves(const Game& game) {
  std::string all;
  Setup at = game.start;
  for (const PlayedMove& played : game.moves) {
    all += (all.empty() ? "" : " ") + text(played.number) + " " +
           move_text(game.variant, at, played.move);
    at = after(game.variant, at, played.move);
  }
  return all;
}

constexpr const char* opening = "1w 23-19 1b 10-14 2w 19x10 2b 5x14";

TEST(Pdn, ReadsTagsMovesAndTheResult) {
  const Game game = read_one(
      "[Event \"Campionato\"]\n[White \"Rossi, M.\"]\n[GameType \"22\"]\n[Result \"1-0\"]\n\n"
      "1. 23-19 10-14 2. 19x10 5x14 1-0\n");
  EXPECT_EQ(game.variant, Variant::italian);
  EXPECT_EQ(game.tag("White"), "Rossi, M.");
  EXPECT_EQ(game.tag("Black"), std::nullopt);
  EXPECT_EQ(moves(game), opening);
  EXPECT_EQ(game.result, "1-0");
  EXPECT_EQ(game.setups().size(), 5U);
}

/// One opening in many spellings.
class PdnSpelling : public testing::TestWithParam<const char*> {};

TEST_P(PdnSpelling, IsRead) {
  EXPECT_EQ(moves(read_one(GetParam(), {Variant::italian, {}})), opening);
}

INSTANTIATE_TEST_SUITE_P(
    Pdn, PdnSpelling,
    testing::Values(
        "23-19 10-14 19x10 5x14",                    // no numbers
        "1.23-19 10-14 2.19x10 5x14",                // no spaces
        "1. 23-19 1... 10-14 2. 19x10 2... 5x14 *",  // a number for each
        "1. 23-19 1. ... 10-14 2. 19x10 5x14",       // dots alone
        "\xef\xbb\xbf"
        "1. 23-19 10-14\r\n2. 19x10 5x14\r\n",                            // byte order mark, CR LF
        "1. 23-19! 10-14 ?? 2. 19x10(!?) $14 5x14* *",                    // strength and glyphs
        "1. 23-19 {a (comment [with \"all\" sorts} 10-14 2. 19x10 5x14",  // comments
        "1. 23-19 ; to the end 5x14\n10-14 2. 19x10 % here too\n5x14",
        "1. 23-19 10-14 (1... 11-14 2. 28-23 (2. 27-23 9-13) 5-10) 2. 19x10 5x14",
        "1. 23-19 (1. 22-18 1-0) 10-14 2. 19x10 (rubbish 1-0) 5x14 0-1",  // results within
        "1. 23:19 10-14 2. 19:10 05x14",                                  // colons, leading zeros
        "1. 23\u201319 10\u201114 2. 19x10 5x14 1\u20130",  // en dash, hyphen that does not break
        "1. 23\x96"
        "19 10-14 2. 19x10 5x14 \xbd-\xbd"));  // Windows-1252

TEST(Pdn, KnowsEveryResult) {
  for (const char* result : {"1-0", "0-1", "1/2-1/2", "2-0", "1-1", "0-2", "0-0", "*"})
    EXPECT_EQ(read_one(std::string{"1. 23-19 "} + result, {Variant::italian, {}}).result, result);
  for (const char* result : {"0.5-0.5", "\u00bd-\u00bd", "1/2:1/2"}) {
    EXPECT_EQ(read_one(std::string{"1. 23-19 "} + result, {Variant::italian, {}}).result, result);
    EXPECT_EQ(read(std::string{"1. 23-19 "} + result + "\n1. 22-18 1-0.", {Variant::italian, {}})
                  .at(1)
                  .game.result,
              "1-0");
  }
  EXPECT_EQ(read_one("1. 23-19 \xbd-\xbd", {Variant::italian, {}}).result, "\u00bd-\u00bd");
  EXPECT_EQ(read_one("1. 23-19 1\u20130", {Variant::italian, {}}).winner(), Color::white);
  EXPECT_EQ(read_one("[GameType \"22\"]\n[Result \"0\u20131\"]\n1. 23-19 *").winner(),
            Color::black);
  EXPECT_EQ(read_one("[GameType \"22\"]\n[Result \"\u00d6 0-1\"]\n1. 23-19 *").result,
            "\u00d6 0-1");
  // A star separates games in PDN 3.0, and the tag has the result.
  EXPECT_EQ(read_one("[GameType \"22\"]\n[Result \"0-1\"]\n1. 23-19 *").result, "0-1");
  EXPECT_EQ(read_one("[GameType \"22\"]\n[Result \"0-1\"]\n1. 23-19 1-0").result, "1-0");
}

// A result that nobody can read is none, and two that contradict each other are a fault of the
// file.
TEST(Pdn, NotesATagResultThatSaysNothingOrTheContrary) {
  const auto game = [](const std::string& tag, const std::string& end) {
    const auto games = read("[GameType \"22\"]\n[Result \"" + tag + "\"]\n1. 23-19 " + end, {});
    EXPECT_EQ(games.size(), 1U);
    EXPECT_FALSE(games[0].error);
    return games[0];
  };
  const auto notes = [&](const std::string& tag, const std::string& end) {
    std::string text;
    for (const auto& note : game(tag, end).notes) text += note + "\n";
    return text;
  };
  EXPECT_EQ(game(" 1-0 ", "*").game.winner(), Color::white);
  for (const char* none : {"", " ", "?", "*", "1-0F"})
    EXPECT_FALSE(game(none, "*").game.has_result());
  for (const char* fine : {"", "?", "*", "1-0 ", "2:0"}) EXPECT_EQ(notes(fine, "1-0"), "") << fine;
  EXPECT_EQ(notes("1/2-1/2", "1-1"), "");
  EXPECT_EQ(notes("1-0F", "*"), "tag Result: '1-0F': expected a result, such as 1-0\n");
  EXPECT_EQ(notes("0-2", "1-0"), "line 3: result 1-0: expected that of the tag Result, '0-2'\n");
  EXPECT_EQ(notes("1-1", "1:0"), "line 3: result 1:0: expected that of the tag Result, '1-1'\n");
}

TEST(Pdn, ReadsTagsInAnyCapitals) {
  const auto game = read_one("[gametype \"22\"]\n[fen \"W:WK1:BK32\"]\n[RESULT \"0-1\"]\n1. 1-5 *");
  EXPECT_EQ(game.variant, Variant::italian);
  EXPECT_EQ(moves(game), "1w 1-5");
  EXPECT_EQ(game.winner(), Color::black);
  EXPECT_EQ(pdn(game),
            "[Result \"0-1\"]\n[GameType \"22,W,8,8,N2,1\"]\n[SetUp \"1\"]\n"
            "[FEN \"W:WK1:BK32\"]\n\n1. 1-5 *\n");
  const auto twice = read("[FEN \"W:WK1:BK32\"]\n[Fen \"W:WK1:BK31\"]\n*", {Variant::italian, {}});
  ASSERT_TRUE(twice.at(0).error);
  EXPECT_EQ(twice[0].error->message, "game 1, line 2: a second FEN: expected one");
}

TEST(Pdn, ReadsShortAndLongCaptures) {
  const char* setup = "[GameType \"20\"]\n[FEN \"W:W37:B11,12,21,32\"]\n1. ";
  for (const char* capture : {"37x28", "37:28"})
    EXPECT_EQ(moves(read_one(std::string{setup} + capture)), "1w 37x28") << capture;
  // FMJD 4.13: most pieces. Two ways from 26 to 8, told apart by the squares between.
  const char* two = "[GameType \"21\"]\n[FEN \"W:W26:B14,15,22,23\"]\n1. ";
  EXPECT_EQ(moves(read_one(std::string{two} + "26x19x10")), "1w 26x19x10");
  EXPECT_EQ(moves(read_one(std::string{two} + "26x17x10")), "1w 26x17x10");
  const auto ambiguous = read(std::string{two} + "26x10");
  ASSERT_TRUE(ambiguous.at(0).error);
  EXPECT_NE(ambiguous[0].error->message.find("several fit"), std::string::npos);
}

TEST(Pdn, ReadsTheSquaresOfEachGame) {
  for (const char* text : {"1. c3-d4 d6-c5", "1. c3d4 d6c5", "1. C3-D4 D6:C5", "1. 22-18 11-15"})
    EXPECT_EQ(moves(read_one(text, {Variant::russian, {}})).substr(0, 8), "1w c3-d4") << text;
  EXPECT_EQ(moves(read_one("[GameType \"21\"]\n1. 11-15 23-19 2. 8-11")),
            "1b 11-15 1w 23-19 2b 8-11");  // the darker pieces begin
}

TEST(Pdn, NumbersMovesAsTheSheetDoes) {
  const char* middle = "[GameType \"22\"]\n[FEN \"B:WK3,20:BK31\"]\n";
  EXPECT_EQ(moves(read_one(std::string{middle} + "31-27 3-7 27-31")), "1b 31-27 2w 3-7 2b 27-31");
  EXPECT_EQ(moves(read_one(std::string{middle} + "47... 31-27 48. 3-7 27-31")),
            "47b 31-27 48w 3-7 48b 27-31");
  EXPECT_EQ(moves(read_one(std::string{middle} + "1. 31-27 3-7 2. 27-31")),
            "1b 31-27 1w 3-7 2b 27-31");  // the side that moves first begins each number
}

TEST(Pdn, SetsUpPositions) {
  const Game game = read_one("[GameType \"22\"]\n[SetUp \"1\"]\n[FEN \"W:WK3,20:BK31\"]\n");
  EXPECT_EQ(fen(game.variant, game.start), "W:WK3,20:BK31");
  const auto start = *parse_fen(Variant::italian, "W:WK3,20:BK31");
  EXPECT_EQ(read_one("1. 3-7", {Variant::italian, FenRecord{start, {}, {}}}).start, start);
  EXPECT_EQ(read_one("/W:WK3,20:BK31/ 1. 3-7", {Variant::italian, {}}).start, start);
}

TEST(Pdn, NumbersMovesFromTheFieldOfAFen) {
  const char* middle = "[GameType \"22\"]\n[FEN \"B:WK3,20:BK31:H7:F47\"]\n";
  EXPECT_EQ(moves(read_one(std::string{middle} + "31-27 3-7")), "47b 31-27 48w 3-7");
  EXPECT_EQ(moves(read_one(std::string{middle} + "9... 31-27 3-7")), "9b 31-27 10w 3-7");
}

TEST(Pdn, ReadsLatin1WhereItIsNotUtf8) {
  const char* latin = "[GameType \"22\"]\n[White \"Niccol\xf2\"]\n[Black \"Forl\xc3\xac\"]\n";
  const Game game = read_one(latin);
  EXPECT_EQ(game.tag("White"), "Niccol\xc3\xb2");
  EXPECT_EQ(game.tag("Black"), "Forl\xc3\xac");
  const auto wrong = read("1. 23-19 \xe8 *", {Variant::italian, {}});
  EXPECT_EQ(wrong.at(0).error->message, "game 1, move 1b, line 1: '\xc3\xa8': expected a move");
}

TEST(Pdn, WritesCapturesAsTheGameDoes) {
  const auto written = [](const char* text) { return pdn(read_one(text)); };
  EXPECT_NE(written("[GameType \"25\"]\n[FEN \"W:We3:Bb6,d4,f4\"]\n1. e3xa7").find("1. e3:a7 *"),
            std::string::npos);
  EXPECT_NE(written("[GameType \"26\"]\n[FEN \"W:We3:Bb6,d4\"]\n1. e3:a7").find("1. e3xa7 *"),
            std::string::npos);
}

std::vector<std::string> notes(const std::string& text) {
  const auto games = read(text, {Variant::italian, {}});
  EXPECT_EQ(games.size(), 1U);
  EXPECT_FALSE(games[0].error) << games[0].error->message;
  return games[0].notes;
}

using Notes = std::vector<std::string>;

TEST(PdnVariations, AreReplayed) {
  EXPECT_EQ(notes("1. 23-19 (1. 22-18 12-16 (1... 11-15 {nested} 1-0) 2. 26-22 1/2-1/2) 10-14 "
                  "(1... 11-14 $1 2. 28-23 (2. 27-23 9-13) 9-13) 2. 19x10 (2. 19x10) 5x14"),
            Notes{});
}

TEST(PdnVariations, ThatCannotBePlayedAreNotedAndTheGameGoesOn) {
  EXPECT_EQ(notes("1. 23-19 10-14\n(1... 11-14\n2. 19-11 (2. 32-1) 9-13) 2. 19x10\n(2. rubbish) "
                  "(2. =) 5x14"),
            (Notes{"line 3: variation: move '19-11', column 1: expected a legal move",
                   "line 4: variation: move 'rubbish', column 1: expected a square from 1 to 32",
                   "line 4: variation: '=': expected a move"}));
}

// This variation takes the place of 23-19, so White is to move in it.
TEST(PdnVariations, StandBehindTheMoveThatTheyReplace) {
  EXPECT_EQ(notes("1. 23-19 (10-14) 10-14"),
            Notes{"line 1: variation: move '10-14', column 1: expected a legal move"});
}

TEST(PdnVariations, ThatAreTooManyAreCounted) {
  std::string text = "1. 23-19";
  for (int i = 0; i < 9; ++i) text += " (x)";
  const auto all = notes(text);
  ASSERT_EQ(all.size(), 6U);
  EXPECT_EQ(all.back(), "and 4 variations more that cannot be played");
}

TEST(PdnNumbers, ThatDoNotFollowAreNotedOnce) {
  EXPECT_EQ(notes("1. 23-19 10-14\n3. 19x10 5x14 9. 28-23"),
            Notes{"line 2: move number 3: expected 2"});
  EXPECT_EQ(notes("1. 23-19 2. 10-14"), Notes{"line 1: move number 2: expected 1"});
  EXPECT_EQ(notes("41. 23-19 41... 10-14 42. 19x10"), Notes{});
  EXPECT_EQ(moves(read_one("1. 23-19 10-14 3. 19x10 5x14", {Variant::italian, {}})),
            "1w 23-19 1b 10-14 3w 19x10 3b 5x14");  // as the sheet has them
}

TEST(Pdn, UndoesTheEscapesInTags) {
  EXPECT_EQ(read_one("[GameType \"22\"]\n[White \"the \\\"one\\\" \\\\ [only]\"]\n").tag("White"),
            "the \"one\" \\ [only]");
}

TEST(Pdn, ReadsSeveralGamesAndTheirSeparators) {
  const auto games = read(
      "* [GameType \"22\"]\n1. 23-19 1-0\n[GameType \"21\"]\n1. 11-15\n[GameType \"20\"]\n"
      "1. 32-28 1-1 * *\n1. 9-13 *",
      {});
  ASSERT_EQ(games.size(), 4U);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(games[static_cast<std::size_t>(i)].error);
  EXPECT_EQ(games[2].game.result, "1-1");
  EXPECT_TRUE(games[3].error);  // it names no game
  EXPECT_EQ(games[3].number, 4);
  EXPECT_TRUE(read("").empty());
  EXPECT_TRUE(read(" * {nothing} *").empty());
}

std::string texts_of(const std::vector<PdnGame>& games) {
  std::string all;
  for (const PdnGame& game : games) all += game.text;
  return all;
}

TEST(PdnTexts, OfAllGamesAreTheFile) {
  for (const char* text :
       {"1. 23-19", "\xef\xbb\xbf; first\r\n* 1. 23-19 10-14 1-0\r\n{x} * *\r\n1. 23-19",
        "[White \"a\"]\n[White \"b\"] 1. 23-19\n[White \"c\"]\n",
        "1. 23-33 {a} (1. 22-18) * 1. 1-1 x", "1. 23-19 * 1. 22-18 {never ends *",
        "1. 23-19 (1. 22-18 *\n\n[White \"d\"] ; end"}) {
    const auto games = read(text, {Variant::italian, {}});
    EXPECT_FALSE(games.empty()) << text;
    EXPECT_EQ(texts_of(games), text);
  }
}

TEST(PdnTexts, BeginWithTheGame) {
  const auto games =
      read("{a} * 1. 23-19 1-0 ; b\n* 1. 22-18\n[White \"c\"]", {Variant::italian, {}});
  ASSERT_EQ(games.size(), 3U);
  EXPECT_EQ(games[0].text, "{a} * 1. 23-19 1-0 ; b\n* ");
  EXPECT_EQ(games[1].text, "1. 22-18\n");
  EXPECT_EQ(games[2].text, "[White \"c\"]");
}

/// The second game of a file, and what it becomes with the comments "a", "{b}", "" and "d".
struct Commented {
  const char *text, *with_comments;
};
void PrintTo(const Commented& game, std::ostream* out) { *out << game.text; }

class PdnComments : public testing::TestWithParam<Commented> {};

TEST_P(PdnComments, AreAllThatIsNew) {
  const std::string text = std::string{"1. 23-19 *\n"} + GetParam().text;
  const auto games = read(text, {Variant::italian, {}});
  ASSERT_EQ(games.size(), 2U);
  ASSERT_FALSE(games[1].error) << games[1].error->message;
  EXPECT_EQ(with_comments(games[1], {"a", "{b}", "", "d"}), GetParam().with_comments);
  EXPECT_EQ(with_comments(games[1], {}), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Pdn, PdnComments,
    testing::Values(
        Commented{"1. 23-19 10-14 2. 19x10 5x14", "1. 23-19 {a} 10-14 {(b)} 2. 19x10 5x14 {d}"},
        Commented{"1.23-19!{x}10-14 $2\r\n2.19:10 05x14*1-0\r\n",  // marks, CR LF
                  "1.23-19! {a}{x}10-14 $2 {(b)}\r\n2.19:10 05x14* {d}1-0\r\n"},
        Commented{"1. 23-19 !\n $1 (?) 10-14; x $3\n$4 2. 19x10 {$5} ! 5x14 ; $6",
                  "1. 23-19 !\n $1 (?) {a} 10-14 {(b)}; x $3\n$4 2. 19x10 {$5} ! 5x14 {d} ; $6"},
        Commented{
            "1. 23-19 (1. 22-18! {x} 12-16 (1... 11-15)) 10-14(1... 11-14) 2. 19x10 5x14 *\n\n",
            "1. 23-19 {a} (1. 22-18! {x} 12-16 (1... 11-15)) 10-14 {(b)}(1... 11-14) 2. 19x10 "
            "5x14 {d} *\n\n"}));

/// A text with something wrong in its second game, and the message.
struct Wrong {
  std::string text;
  const char* message;
};
void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.text; }

class PdnWrong : public testing::TestWithParam<Wrong> {};

TEST_P(PdnWrong, NamesThePlaceAndTheOthersGoOn) {
  const std::string text =
      "1. 23-19 *\n" + std::string{GetParam().text} + "\n[GameType \"22\"]\n1. 22-18 *\n";
  const auto games = read(text, {Variant::italian, {}});
  ASSERT_EQ(games.size(), 3U);
  EXPECT_FALSE(games[0].error);
  ASSERT_TRUE(games[1].error);
  EXPECT_EQ(games[1].error->message, GetParam().message);
  ASSERT_FALSE(games[2].error) << games[2].error->message;
  EXPECT_EQ(games[2].game.moves.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Pdn, PdnWrong,
    testing::Values(
        Wrong{"1. 23-19 10-14\n2. 19-15 9-13",
              "game 2, move 2w, line 3: move '19-15', column 1: expected a legal move"},
        Wrong{"1. 23-19 10-14 2. 19x11x4 9-13",
              "game 2, move 2w, line 2: move '19x11x4', column 1: expected a legal move"},
        Wrong{"1. 23-33",
              "game 2, move 1w, line 2: move '23-33', column 4: expected a square from 1 to 32"},
        Wrong{"1. 23-19 e7-e5",
              "game 2, move 1b, line 2: move 'e7-e5', column 1: expected a square from 1 to 32"},
        Wrong{"1. 23-19 = 9-13", "game 2, move 1b, line 2: '=': expected a move"},
        Wrong{"1. 23-19 ) 9-13",
              "game 2, move 1b, line 2: ')': expected a move: no variation is open"},
        Wrong{"1. 23-19 (1. 22-18", "game 2, move 1b, line 3: expected ')' to end the variation"},
        Wrong{"1. 23-19 " + std::string(1000, '('),
              "game 2, move 1b, line 2: '(': more than 100 variations are open"},
        Wrong{"1. 23-19 /W:WK3:BK31/",
              "game 2, move 1b, line 2: 'W:WK3:BK31': expected a move: no position can be set up "
              "within a game"},
        Wrong{"9999999. 23-19",
              "game 2, move 1w, line 2: '9999999': expected a move number from 1 to 999999"},
        Wrong{"1. draw",
              "game 2, move 1w, line 2: move 'draw', column 1: expected a square from 1 to 32"},
        Wrong{"[FEN \"W:WK33:BK31\"]\n1. 1-5",
              "game 2, line 2: FEN, column 5: '33': expected a square from 1 to 32"},
        Wrong{"[Event \"a\"]\n[FEN \"W:WK33:BK31\"]\n[White \"b\"]\n1. 1-5",
              "game 2, line 3: FEN, column 5: '33': expected a square from 1 to 32"},
        Wrong{"[Event \"a\"]\n\n[GameType \"21\"]\n1. 1-5",
              "game 2, line 4: GameType '21': expected italian"},
        Wrong{"[FEN \"W:WK3:BK31\"]\n[FEN \"W:WK3:BK30\"]\n1. 3-7",
              "game 2, line 3: a second FEN: expected one"},
        Wrong{"[GameType \"22\"]\n[GameType \"22\"]\n1. 23-19",
              "game 2, line 3: a second GameType: expected one"},
        Wrong{"[FEN \"W:WK3:BK31\"]\n/W:WK3:BK30/ 1. 3-7",
              "game 2, move 1w, line 3: 'W:WK3:BK30': expected no second position"},
        Wrong{"[GameType \"21\"]\n1. 11-15", "game 2, line 2: GameType '21': expected italian"},
        Wrong{
            "1. 23-19 [White Rossi]\n9-13",
            "game 2, move 1b, line 2: '[White Rossi]': expected a tag, such as [White \"Rossi\"]"},
        Wrong{"1. 23-19 [White \"Rossi]\n9-13",
              "game 2, move 1b, line 2: '[White \"Rossi]': expected '\"]' to end the tag"}));

TEST(Pdn, TakesABadTagForAPartOfItsGame) {
  const auto games = read(
      "[Event \"Coppa \"Italia\" 2020\"]\n[GameType \"22\"]\n1. 23-19 *\n"
      "\xef\xbb\xbf[White \"A\"]\n[GameType \"22\"]\n1. 22-18 *\n",
      {});
  ASSERT_EQ(games.size(), 2U);
  ASSERT_TRUE(games[0].error);
  EXPECT_EQ(games[0].error->message,
            "game 1, line 1: '[Event \"Coppa \"Italia\" 2020\"]': expected '\"]' to end the tag");
  EXPECT_EQ(games[0].game.variant, Variant::italian);
  ASSERT_FALSE(games[1].error) << games[1].error->message;
  EXPECT_EQ(games[1].game.tag("White"), "A");
}

TEST(Pdn, KnowsWinsWithColons) {
  for (const auto& [text, winner] : {std::pair{"1:0", Color::white}, {"0:2", Color::black}}) {
    const auto games = read(std::string{"[GameType \"22\"]\n1. 23-19 "} + text, {});
    ASSERT_EQ(games.size(), 1U);
    ASSERT_FALSE(games[0].error) << games[0].error->message;
    EXPECT_EQ(games[0].game.winner(), winner);
  }
}

// "47. Black's move White's move": the next one is Black's 48th.
TEST(Games, NumberTheNextMoveAsTheTextDoes) {
  const std::string start = "[GameType \"22\"]\n[FEN \"B:WK3:BK31\"]\n";
  EXPECT_EQ(read(start + "47. 31-27 3-7 *", {})[0].game.following(),
            (MoveNumber{48, Color::black}));
  EXPECT_EQ(read(start + "47. 31-27 *", {})[0].game.following(), (MoveNumber{47, Color::white}));
  EXPECT_EQ(read(start + "47... 31-27 *", {})[0].game.following(), (MoveNumber{48, Color::white}));
}

TEST(Pdn, KeepsWhatCameBeforeAnError) {
  const auto games = read("1. 23-19 10-14 2. 32-1", {Variant::italian, {}});
  ASSERT_EQ(games.size(), 1U);
  EXPECT_TRUE(games[0].error);
  EXPECT_EQ(moves(games[0].game), "1w 23-19 1b 10-14");
}

TEST(Pdn, SaysThatACommentNeverEnds) {
  const auto games = read("1. 23-19\n{never", {Variant::italian, {}});
  ASSERT_EQ(games.size(), 1U);
  ASSERT_TRUE(games[0].error);
  EXPECT_NE(games[0].error->message.find("line 2: expected '}' to end the comment"),
            std::string::npos)
      << games[0].error->message;
}

// Else one brace that is missing would swallow the games up to the next comment.
TEST(Pdn, EndsACommentThatIsNotClosedBeforeTheNextGame) {
  const std::string broken = "[GameType \"22\"]\n1. 23-19 {good 10-14 *\n\n";
  const std::string second = "[Event \"2\"]\n[GameType \"22\"]\n1. 22-18 ";
  for (const std::string comment : {"", "{fine} ", "{fine\nand more}"}) {
    const auto games = read(broken + second + comment + "*\n\n" + second + "*", {});
    ASSERT_EQ(games.size(), 3U) << comment;
    ASSERT_TRUE(games[0].error) << comment;
    EXPECT_EQ(games[0].error->message, "game 1, move 1b, line 2: expected '}' to end the comment");
    for (std::size_t n : {1, 2}) {
      ASSERT_FALSE(games[n].error) << games[n].error->message;
      EXPECT_EQ(games[n].game.tag("Event"), "2");
    }
  }
  for (const std::string tag : {"[Event\t\"2\"]", "[Event\"2\"]", "[ Event \"2\"]"})
    EXPECT_EQ(read(broken + tag + "\n[GameType \"22\"]\n1. 22-18 {x} *", {}).size(), 2U) << tag;
  const auto within =
      read("[GameType \"22\"]\n1. 23-19 (1. 22-18 {good) 10-14 *\n\n" + second + "*", {});
  ASSERT_EQ(within.size(), 2U);
  EXPECT_EQ(within[0].error->message, "game 1, move 1b, line 2: expected '}' to end the comment");
  // A comment may hold a game.
  EXPECT_FALSE(read(second + "{\n[Event \"3\"]\n1. 23-19 *\n} 10-14 *", {})[0].error);
}

// Each once, however often it comes, and not where results mean the same.
TEST(Pdn, NotesContradictionsOnce) {
  std::string text = "[GameType \"22\"]\n[Result \"1-0\"]\n";
  for (int i = 0; i < 1000; ++i) text += "[Result \"0-1\"]\n";
  text += "1. 23-19 1-0";
  for (int i = 0; i < 1000; ++i) text += " 0-1";
  EXPECT_EQ(read(text, {})[0].notes.size(), 2U);
  EXPECT_EQ(
      read("[GameType \"22\"]\n[Result \"1/2-1/2\"]\n[Result \"0.5-0.5\"]\n1. 23-19 1-1", {})[0]
          .notes,
      Notes{});
  EXPECT_EQ(read("[GameType \"22\"]\n[Result \"*\"]\n[Result \"1-0\"]\n1. 23-19 *", {})[0].notes,
            Notes{});
}

// Their time must not grow with the number of tags times that of results or positions.
TEST(Pdn, ReadsManyTagsWithManyResultsAndPositions) {
  std::string tags = "[GameType \"22\"]\n", results, positions;
  for (int i = 0; i < 100'000; ++i)
    tags += "[A \"b\"]\n", results += "[Result \"1-0\"]\n", positions += "/W:WK1:BK2/ ";
  EXPECT_EQ(read(tags + "[Result \"0-1\"]\n" + results, {}).size(), 1U);
  EXPECT_EQ(read(tags + positions, {}).size(), 1U);
}

TEST(Pdn, NotesResultsThatContradictEachOther) {
  const std::string start = "[GameType \"22\"]\n[Result \"1-0\"]\n";
  const auto notes = [](const std::string& text) { return read(text, {})[0].notes; };
  EXPECT_EQ(notes(start + "[Result \"0-1\"]\n1. 23-19 *"),
            Notes{"tag Result: '0-1': expected the same result as before, '1-0'"});
  EXPECT_EQ(notes(start + "1. 23-19 1-0\n0-1"),
            Notes{"line 4: result 0-1: expected the same result as before, '1-0'"});
  EXPECT_EQ(notes(start + "[Result \"1-0\"]\n1. 23-19 1-0 * 1:0"), Notes{});
  EXPECT_EQ(notes(start + "[Result \"foo\"]\n1. 23-19 *"),
            Notes{"tag Result: 'foo': expected a result, such as 1-0"});
  EXPECT_EQ(notes(start + "1. 23-19 * 1-0 0-1"),
            Notes{"line 3: result 0-1: expected the same result as before, '1-0'"});
  EXPECT_EQ(notes("[GameType \"22\"]\n[Result \"*\"]\n[Result \"1-0\"]\n1. 23-19 0-1"),
            Notes{"line 4: result 0-1: expected that of the tag Result, '1-0'"});
}

TEST(Pdn, KnowsTheGameThatHasASecondFen) {
  const auto games = read("[FEN \"W:WK1:BK32\"]\n[FEN \"W:WK2:BK32\"]\n*", {Variant::italian, {}});
  EXPECT_TRUE(games[0].error);
  EXPECT_TRUE(games[0].has_variant);
  EXPECT_EQ(games[0].game.variant, Variant::italian);
}

TEST(Games, NumberTheFirstMoveByTheFen) {
  const auto games = read("[GameType \"22\"]\n[FEN \"B:WK3:BK31:H10:F47\"]\n*", {});
  EXPECT_EQ(games[0].game.following(), (MoveNumber{47, Color::black}));
}

// Each would take hours, gigabytes or the whole stack if time or memory grew with the square of the
// length, of the depth or of a line's length.
TEST(Pdn, SurvivesHugeTexts) {
  for (const char* piece : {"(",         ")",           "{",
                            "}",         "[",           "[A \"",
                            "[A \"b\"]", "[A \"b\"",    "/",
                            "/x/ ",      "(!",          "$",
                            "1.",        "1...",        ".",
                            "*",         "1-0 ",        "-",
                            "1-2",       "1-2 ",        "x",
                            "\"",        "\\",          ";",
                            "%",         "!",           "{(",
                            "\n[",       "{}",          "({})",
                            "\xff",      "1. 23-19 * ", "{\n[A \"b\"]",
                            "0-1 "}) {
    std::string text = "1. 23-19 ";
    for (int i = 0; i < 200'000; ++i) text += piece;
    PdnReader reader{text, {Variant::italian, {}}};
    std::size_t games = 0, bytes = 0;
    while (const auto game = reader.next()) {
      ++games;
      bytes += game->text.size();
      ASSERT_LT(game->error ? game->error->message.size() : 0, 300U);
    }
    EXPECT_GT(games, 0U) << piece;
    EXPECT_EQ(bytes, text.size()) << piece;
  }
}

class PdnVariants : public testing::TestWithParam<Variant> {};

/// A game of random moves.
Game random_game(Variant variant, std::mt19937_64& random) {
  Game game{.variant = variant,
            .start = initial_setup(variant),
            .tags = {{"White", "a \"b\" \\"}},
            .moves = {},
            .result = "*"};
  Setup at = game.start;
  for (int i = 0; i < 200; ++i) {
    const Moves all = legal_moves(variant, at);
    if (all.empty()) break;
    const Move move = all[random() % all.size()];
    game.moves.push_back({move, game.following()});
    at = after(variant, at, move);
    if (i == 20) game = Game{variant, at, game.tags, {}, "*"};  // goes on from a position
  }
  return game;
}

TEST_P(PdnVariants, AreReadAsWritten) {
  std::mt19937_64 random{1};
  for (int i = 0; i < 50; ++i) {
    const Game game = random_game(GetParam(), random);
    const std::string text = pdn(game);
    const Game again = read_one(text);
    ASSERT_EQ(again.variant, game.variant);
    ASSERT_EQ(again.start, game.start);
    ASSERT_EQ(again.tag("White"), "a \"b\" \\");
    ASSERT_EQ(moves(again), moves(game));
    ASSERT_EQ(pdn(again), text);
    for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
      end = text.find('\n', begin);
      ASSERT_LT(end - begin, 160U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pdn, PdnVariants, testing::ValuesIn(all_variants),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

TEST(MoveNumber, IsReadAsWritten) {
  for (const char* name : {"1w", "1b", "47w", "999999b"})
    EXPECT_EQ(text(*parse_move_number(name)), name);
  EXPECT_EQ(*parse_move_number("12W"), (MoveNumber{12, Color::white}));
  for (const char* wrong : {"", "w", "12", "12x", "0w", "-1w", "12ww", "1000000w", "99999999999w"})
    EXPECT_FALSE(parse_move_number(wrong)) << wrong;
}

std::string found(const Game& game, const char* asked) {
  const auto place = game.find(*parse_asked_move(asked));
  return place ? std::to_string(*place) : place.error().message;
}

TEST(Games, FindTheirMoves) {
  const Game game = read_one("1. 23-19 10-14 2. 19x10 5x14", {Variant::italian, {}});
  EXPECT_EQ(found(game, "1w"), "0");
  EXPECT_EQ(found(game, "2b"), "3");
  EXPECT_EQ(found(game, "3w"), "4");  // would come next
  EXPECT_EQ(found(game, "3b"),
            "the game has no move 3b: expected 1w to 2b, or 3w, which would come next");
}

TEST(Games, FindAMoveWithoutASideWhereOnlyOneCanBeMeant) {
  const Game game =
      read_one("[GameType \"22\"]\n[FEN \"B:WK3:BK31\"]\n4... 31-27 5. 3-7 27-31 6. 7-3");
  EXPECT_EQ(found(game, "4"), "0");
  EXPECT_EQ(found(game, "5"), "move 5: expected 5w or 5b");
  EXPECT_EQ(found(game, "6"), "3");  // Black's would only come next
  EXPECT_EQ(found(game, "7"),
            "the game has no move 7: expected 4b to 6w, or 6b, which would come next");
}

TEST(Games, FindNoMoveOfTwoWithOneName) {
  const Game game = read_one("4. 23-19 10-14 4. 19x10 5x14", {Variant::italian, {}});
  EXPECT_EQ(found(game, "4w"), "the game has two moves 4w: expected one");
}

TEST(AskedMove, IsReadAsWritten) {
  for (const char* name : {"1w", "47b", "47", "999999"})
    EXPECT_EQ(text(*parse_asked_move(name)), name);
  for (const char* wrong : {"", "w", "0", "12x", "-1", "12ww", "1000000"})
    EXPECT_FALSE(parse_asked_move(wrong)) << wrong;
}

}  // namespace
}  // namespace damiera
