#include "answers/claim/claim_report.h"

#include <gtest/gtest.h>

#include <string>

#include "answers/claim/claim_judge.h"
#include "answers/claim/claim_page.h"
#include "answers/claim/claim_summary.h"
#include "answers/claim/claim_text.h"

namespace damiera {
namespace {

/// The only game of a text, which the judgement keeps a view of.
JudgedGame judged(std::string_view text, std::optional<Variant> variant = {},
                  const ClaimRequest& request = {}) {
  PdnReader reader{text, {variant, {}}};
  ClaimJudge judge{request, [](Variant) { return std::vector<std::filesystem::path>{}; }};
  const auto game = judge.judge(*reader.next());
  EXPECT_TRUE(game && !game->read.error);
  return *game;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string repeated(const std::string& moves, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += moves + " ";
  return all;
}

// The five moves of 7.2.7 end the game long before the 15 of the other articles are complete.
TEST(ClaimReport, NamesTheCountThatWasCompleteFirst) {
  const std::string game = "[GameType \"25\"]\n[FEN \"W:WKb8,Kd8,Kf8:BKa1\"]\n" +
                           repeated("b8-a7 a1-b2 a7-b8 b2-a1", 10) + "*";
  const JudgedGame told = judged(game);
  int granted = 0;
  for (const JudgedClaim& c : told.claims) granted += c.claim.run.verdict == Verdict::granted;
  EXPECT_GT(granted, 2);
  EXPECT_EQ(decisive_claim(told).claim.count.article, "draughts-64, 7.2.7");
  EXPECT_TRUE(headline(told).starts_with(
      "Drawn by count: the 5 moves of draughts-64 7.2.7 are complete, from White's move 1 to "
      "Black's move 5."))
      << headline(told);
}

/// A game that ends with its only move.
struct WonGame {
  Variant variant;
  std::string text, english, italian, won;
};
void PrintTo(const WonGame& game, std::ostream* out) { *out << game.text; }

class ClaimOfAWonGame : public testing::TestWithParam<WonGame> {};

TEST_P(ClaimOfAWonGame, SaysWhoHasWon) {
  const WonGame& game = GetParam();
  const JudgedGame told = judged(game.text, game.variant);
  const std::string english = headline(told), italian = headline(told, italian_phrases());
  EXPECT_TRUE(english.ends_with(game.english)) << english;
  EXPECT_TRUE(italian.ends_with(game.italian)) << italian;
  EXPECT_EQ(to_json(told)["won"], game.won);
  EXPECT_EQ(to_json(told)["drawn"], false);
}

INSTANTIATE_TEST_SUITE_P(
    Games, ClaimOfAWonGame,
    testing::Values(
        WonGame{Variant::italian, "[FEN \"W:WK1,20:BK5\"] 1. 1x10 1-0",
                " White has won: Black has no piece left.",
                " Il Bianco ha vinto: il Nero non ha più pezzi.", "White"},
        WonGame{Variant::italian, "[FEN \"W:WK1,20:BK5\"] 1. 1x10 1/2-1/2",
                " White has won: Black has no piece left. The file has the result 1/2-1/2.",
                " Il Bianco ha vinto: il Nero non ha più pezzi. Il file riporta il risultato "
                "1/2-1/2.",
                "White"},
        WonGame{Variant::english_giveaway, "[FEN \"W:WK1:B6\"] 1. 1x10 1-0",
                " Black has won: Black has no piece left. The file has the result 1-0.",
                " Il Nero ha vinto: il Nero non ha più pezzi. Il file riporta il risultato 1-0.",
                "Black"},
        WonGame{Variant::breakthrough, "[FEN \"W:W6:B40\"] 1. 6-1 *",
                " White has won: a man of White has become a king.",
                " Il Bianco ha vinto: una pedina del Bianco è diventata dama.", "White"},
        WonGame{Variant::international, "[FEN \"W:WK46:B28,37\"] 1. 46x23 *",
                " White has won: Black has no piece left.",
                " Il Bianco ha vinto: il Nero non ha più pezzi.", "White"}));

TEST(ClaimReport, SaysNothingOfAWinnerWhereTheGameCouldGoOn) {
  const JudgedGame going_on = judged("[FEN \"W:WK29:BK4\"] 1. 29-25 4-8 1-0", Variant::italian);
  EXPECT_FALSE(has(headline(going_on), "won"));
  EXPECT_TRUE(to_json(going_on)["won"].is_null());
  const std::string_view won = "[FEN \"B:WK1,20:BK9\"] 1. 9-5 1x10";
  EXPECT_EQ(judged(won, Variant::italian).winner, Color::white);
  const ClaimRequest before{{}, MoveNumber{1, Color::black}, {}};
  EXPECT_EQ(judged(won, Variant::italian, before).winner, std::nullopt);
}

// The count drew the game, whatever was played afterwards.
TEST(ClaimReport, TellsThatADrawnGameWasPlayedOn) {
  const std::string game = "[GameType \"20\"]\n[FEN \"W:WK50,K2:BK6\"]\n" +
                           repeated("50-45 6-1 45-50 1-6", 3) + "50-45 6-11 2x16 2-0";
  const std::string told = headline(judged(game));
  EXPECT_TRUE(told.starts_with("Drawn by count: the 5 moves of FMJD Art. 6.4 are complete"))
      << told;
  EXPECT_TRUE(has(told,
                  " The file has the result 2-0. It was played on until White had won on the "
                  "board."))
      << told;
}

class ClaimWithoutCounts : public testing::TestWithParam<Variant> {};

TEST_P(ClaimWithoutCounts, IsAnsweredInWords) {
  const JudgedGame told = judged("[Event \"?\"] *", GetParam());
  EXPECT_TRUE(told.claims.empty());
  EXPECT_EQ(headline(told),
            "No draw by count: the rules of this game know no draw by a count of moves.");
  EXPECT_TRUE(headline(told, italian_phrases())
                  .starts_with("Non patta per conteggio: il regolamento di questo gioco"));
  EXPECT_EQ(to_json(told)["claims"].size(), 0U);
  EXPECT_EQ(to_json(told)["drawn"], false);
  ClaimSummary summary;
  summary.add(told);
  EXPECT_EQ(summary.unread, 0);
  EXPECT_EQ(summary.not_drawn(), 1);
  Text page;
  append_sheet(told, page, english_phrases());
  EXPECT_TRUE(has(fmt::to_string(page), "The last position"));
}

INSTANTIATE_TEST_SUITE_P(Variants, ClaimWithoutCounts,
                         testing::Values(Variant::spanish, Variant::thai, Variant::breakthrough,
                                         Variant::antidraughts, Variant::english_giveaway,
                                         Variant::brazilian_giveaway, Variant::jamaican,
                                         Variant::filipino, Variant::ivorian),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

const std::string to_and_fro = "1. 29-25 4-8 2. 25-29 8-4 3. 29-25 4-8 4. 25-29 8-4 *";

TEST(ClaimReport, CitesTheBodyForARepetition) {
  const std::string game = "[FEN \"W:WK29:BK4\"] " + to_and_fro;
  const auto told = [&](Variant variant, std::optional<int> moves) {
    return headline(judged(game, variant, {{}, {}, moves}));
  };
  EXPECT_TRUE(told(Variant::english, {}).ends_with("(FID).")) << told(Variant::english, {});
  EXPECT_TRUE(told(Variant::english, 40).ends_with("(WCDF, definition of a draw)."));
  EXPECT_TRUE(told(Variant::spanish, {})
                  .ends_with("no article of this game is known by which that is a draw."));
}

// "62b" would be the move of the Bianco.
TEST(ClaimReport, NamesMovesInItalianInFull) {
  const std::string game =
      "[GameType \"22\"] [FEN \"W:WK29,21:BK4\"] 1. 29-25 4-8 2. 21-17 8-4 3. 25-29 4-8 *";
  const JudgedGame told = judged(game, {}, {MoveNumber{1, Color::white}, {}, {}});
  Text text;
  append_text(told, text, italian_phrases());
  const std::string report = fmt::to_string(text);
  EXPECT_TRUE(has(report,
                  "annullato da 21-17 (mossa 2 del Bianco), una mossa di pedina: conteggio "
                  "dalla mossa 1 del Bianco"))
      << report;
  EXPECT_TRUE(has(report, "dama italiana")) << report;
  EXPECT_EQ(to_json(told, italian_phrases())["claims"][0]["from"], "1w");
}

TEST(ClaimReport, CountsTheAnnulledCountsThatItLeavesOut) {
  const std::string game =
      "[GameType \"22\"] [FEN \"W:WK1,21:BK4\"] 1. 1-5 4-8 2. 21-17 8-4 3. 5-1 4-8 4. 17-13 8-4 "
      "5. 1-5 4-8 6. 13-9 8-4 7. 5-1 4-8 8. 9-5 8-4 *";
  Text text;
  append_text(judged(game), text);
  EXPECT_TRUE(has(fmt::to_string(text), "  Earlier, 1 more count was annulled.\n"))
      << fmt::to_string(text);
}

}  // namespace
}  // namespace damiera
