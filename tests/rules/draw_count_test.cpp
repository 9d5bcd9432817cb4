#include "rules/counts/draw_count.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "rules/notation/move_notation.h"

namespace damiera {
namespace {

/// A position, and the articles by which a count may begin in it.
struct Admission {
  Variant variant;
  std::string fen;
  std::vector<std::string> articles;
};
void PrintTo(const Admission& a, std::ostream* out) { *out << name(a.variant) << " " << a.fen; }

class AdmissionTest : public testing::TestWithParam<Admission> {};

TEST_P(AdmissionTest, IsByTheArticles) {
  const auto& [variant, text, articles] = GetParam();
  const auto setup = parse_fen(variant, text);
  ASSERT_TRUE(setup) << setup.error().message;
  std::vector<std::string> found;
  for (const DrawCount& count : draw_counts(variant))
    if (count.usual && !obstacle(count, *setup)) found.emplace_back(count.article);
  EXPECT_EQ(found, articles);
}

const std::string by_kings = "draughts-64, 7.2.5", any_forces = "FPD 3.2(a)", river = "FPD 3.2(b)";

INSTANTIATE_TEST_SUITE_P(
    Articles, AdmissionTest,
    testing::Values(
        Admission{Variant::italian, "W:WK1:BK32", {"FID Art. 10"}},
        Admission{Variant::italian, "W:WK1,20:B5,K32", {"FID Art. 10"}},
        Admission{Variant::italian, "W:WK1,K2:B5", {}},  // 10.1: a king on each side
        Admission{Variant::italian, "B:W20:BK32", {}},
        Admission{Variant::english, "W:WK1:BK32", {"FID, English draughts"}},
        Admission{Variant::english, "W:WK1,K2:B5", {}},  // 10.1, as in the Italian game
        Admission{Variant::international, "W:WK1,K2,33:BK5,K6", {"FMJD Art. 6.2"}},
        Admission{Variant::international, "W:WK1,K2,K3:BK5", {"FMJD Art. 6.2", "FMJD Art. 6.3"}},
        Admission{Variant::international, "B:WK5:BK1,20,21", {"FMJD Art. 6.2", "FMJD Art. 6.3"}},
        Admission{
            Variant::international, "W:W31,32,33:BK5", {"FMJD Art. 6.2"}},  // no king of three
        Admission{Variant::international, "W:WK1,K2,K3:B25", {"FMJD Art. 6.2"}},  // a man alone
        Admission{Variant::international, "W:WK1,K2,K3,K4:BK5", {"FMJD Art. 6.2"}},
        Admission{Variant::international, "W:WK1,K2:BK5", {"FMJD Art. 6.2", "FMJD Art. 6.4"}},
        Admission{Variant::international, "W:WK1,32:BK5", {"FMJD Art. 6.2", "FMJD Art. 6.4"}},
        Admission{Variant::international, "W:WK1:BK5", {"FMJD Art. 6.2", "FMJD Art. 6.4"}},
        Admission{Variant::international, "W:W31,32:BK5", {"FMJD Art. 6.2"}},
        Admission{Variant::russian,
                  "W:WKa1,Kc1,Ke1:BKh8",
                  {by_kings, "draughts-64, 7.2.4", "draughts-64, 7.2.6, 4 and 5 pieces"}},
        Admission{Variant::russian,
                  "W:WKa1,Kc1,e1:BKh8",
                  {by_kings, "draughts-64, 7.2.6, 4 and 5 pieces"}},
        Admission{Variant::brazilian,
                  "W:WKa1,Kc1,e1:BKh8,a5,Kb8",
                  {by_kings, "draughts-64, 7.2.6, 6 and 7 pieces"}},
        Admission{Variant::brazilian, "W:WKa1,c1:BKh8", {by_kings, "draughts-64, 7.2.8"}},
        Admission{Variant::russian, "W:Wa1,c1:BKh8", {by_kings}},
        // The king at f6 holds the long diagonal alone; three pieces with a king are against it.
        Admission{Variant::russian,
                  "W:WKb8,Kd8,Kg1:BKf6",
                  {by_kings, "draughts-64, 7.2.4", "draughts-64, 7.2.6, 4 and 5 pieces",
                   "draughts-64, 7.2.7"}},
        Admission{Variant::brazilian,
                  "B:WKb8,a3,c1:BKa1",
                  {by_kings, "draughts-64, 7.2.6, 4 and 5 pieces", "draughts-64, 7.2.7"}},
        // Another piece stands on it; none of the three is a king; the king stands elsewhere.
        Admission{Variant::russian,
                  "W:WKb8,Ka1,c1:BKh8",
                  {by_kings, "draughts-64, 7.2.6, 4 and 5 pieces"}},
        Admission{Variant::russian, "W:Wa3,c1,e1:BKh8", {by_kings}},
        Admission{Variant::russian,
                  "W:WKb8,a3,c1:BKg3",
                  {by_kings, "draughts-64, 7.2.6, 4 and 5 pieces"}},
        // The same counts as in the games that they come from.
        Admission{Variant::killer, "W:WK1,K2,K3:BK5", {"FMJD Art. 6.2", "FMJD Art. 6.3"}},
        Admission{Variant::russian_giveaway, "W:WKa1,c1:BKh8", {by_kings, "draughts-64, 7.2.8"}},
        Admission{Variant::pool, "W:WK1,K2,K3:BK32", {"APCA 26"}},
        Admission{Variant::pool, "W:WK1,K2,31:BK32", {}},
        Admission{Variant::frisian, "W:WK46,K47:BK1", {"WFD Art. 18"}},
        Admission{Variant::frisian, "W:WK46,47:BK1", {}},
        Admission{Variant::frisian, "B:WK46:BK1", {"WFD Art. 21.1"}},
        Admission{Variant::frysk, "B:WK1:BK46,K47", {"WFD Art. 18"}},
        Admission{Variant::spanish, "W:WK1,K2,K3:BK32", {}},
        // The river of the Portuguese board runs from square 1 to square 32.
        Admission{Variant::portuguese, "W:WK1,K2,K25:BK4", {any_forces, river}},
        Admission{Variant::portuguese, "B:WK4:BK14,K2,K25", {any_forces, river}},
        Admission{Variant::portuguese, "W:WK3,K2,K25:BK4", {any_forces}},
        Admission{Variant::portuguese, "W:WK3,K2,K25:BK1", {any_forces}},
        Admission{Variant::portuguese, "W:WK1,2,K25:BK4", {any_forces}}));

/// A move, and the articles of the counts that it makes void.
struct Annulment {
  Variant variant;
  std::string fen, move;
  std::vector<std::string> articles;
};
void PrintTo(const Annulment& a, std::ostream* out) { *out << a.fen << " " << a.move; }

class AnnulmentTest : public testing::TestWithParam<Annulment> {};

TEST_P(AnnulmentTest, IsByTheArticles) {
  const auto& [variant, text, move_text, articles] = GetParam();
  const auto setup = parse_fen(variant, text);
  ASSERT_TRUE(setup) << setup.error().message;
  const auto move = parse_move(variant, *setup, move_text);
  ASSERT_TRUE(move) << move.error().message;
  std::vector<std::string> found;
  for (const DrawCount& count : draw_counts(variant))
    if (count.usual && annuls(count, *move)) found.emplace_back(count.article);
  EXPECT_EQ(found, articles);
}

INSTANTIATE_TEST_SUITE_P(
    Articles, AnnulmentTest,
    testing::Values(Annulment{Variant::italian, "W:WK1,20:BK32", "1-5", {}},
                    Annulment{Variant::italian, "W:WK1,20:BK32", "20-15", {"FID Art. 10"}},  // 10.5
                    Annulment{Variant::italian, "W:WK1,20:BK5", "1x10", {"FID Art. 10"}},    // 10.5
                    Annulment{
                        Variant::english, "W:WK1,20:BK32", "20-16", {"FID, English draughts"}},
                    Annulment{Variant::international, "W:WK1,32:BK50", "32-28", {"FMJD Art. 6.2"}},
                    Annulment{Variant::international, "W:WK1,32:BK50", "1-6", {}},
                    Annulment{Variant::international, "W:WK1,32:BK12", "1x18", {"FMJD Art. 6.2"}},
                    Annulment{Variant::russian, "W:WKa1,c1:BKh6", "c1-d2", {by_kings}},
                    Annulment{Variant::russian,
                              "W:WKa1,c7:BKh6",
                              "c7-d8",
                              {by_kings, "draughts-64, 7.2.6, 4 and 5 pieces",
                               "draughts-64, 7.2.6, 6 and 7 pieces"}}));

// Tables under a count use the count that any conversion resets, whatever the pieces.
TEST(DrawCounts, OneIsByConversionsAlone) {
  const auto moves = [](Variant v) {
    const DrawCount* count = count_by_conversions(v);
    return count ? count->moves : 0;
  };
  EXPECT_EQ(moves(Variant::italian), 40);
  EXPECT_EQ(moves(Variant::english), 50);
  EXPECT_EQ(moves(Variant::killer), 25);
  EXPECT_EQ(moves(Variant::russian), 15);
  EXPECT_EQ(moves(Variant::frisian), 0);     // its counts are of a few kings alone
  EXPECT_EQ(moves(Variant::pool), 0);        // of three kings against one
  EXPECT_EQ(moves(Variant::portuguese), 0);  // a man's move does not reset it
  EXPECT_EQ(moves(Variant::czech), 15);
  EXPECT_EQ(moves(Variant::spanish), 0);
}

// Art. 11: down to 10 moves. No other rule says so.
TEST(DrawCounts, AreReducedOnlyWhereTheRulesSaySo) {
  for (Variant v : all_variants)
    for (const DrawCount& count : draw_counts(v)) {
      const bool reducible = count.article == "FID Art. 10";
      EXPECT_EQ(count.least, reducible ? 10 : count.moves) << count.article;
      EXPECT_TRUE(count.admits(count.moves));
      EXPECT_FALSE(count.admits(count.moves + 1));
      EXPECT_FALSE(count.admits(count.least - 1));
    }
}

// FID Art. 10.3 counts from the request on; nothing else does.
TEST(DrawCounts, LookBackUnlessTheFidHasThem) {
  for (Variant v : all_variants)
    for (const DrawCount& count : draw_counts(v)) {
      EXPECT_EQ(count.looks_back, !count.article.starts_with("FID")) << count.article;
      EXPECT_TRUE(count.on_request || count.looks_back) << count.article;
    }
}

TEST(DrawCounts, KnowWhatStandsInTheirWay) {
  const auto why = [](Variant variant, std::size_t i, const char* text) {
    return obstacle(draw_counts(variant)[i], *parse_fen(variant, text));
  };
  EXPECT_EQ(why(Variant::italian, 0, "W:WK1:BK5"), std::nullopt);
  EXPECT_EQ(why(Variant::italian, 0, "W:WK1:B5"), Obstacle::opponent_without_king);
  EXPECT_EQ(why(Variant::italian, 0, "B:WK1:B5"), Obstacle::mover_without_king);
  EXPECT_EQ(why(Variant::international, 1, "W:WK1,K2:BK5,K6"), Obstacle::no_lone_king);
  EXPECT_EQ(why(Variant::international, 1, "W:WK1,K2:BK5"), Obstacle::wrong_pieces);
  EXPECT_EQ(why(Variant::russian, 1, "W:WKa1,c1,Ke1:BKh8"), Obstacle::men_on_board);
  EXPECT_EQ(why(Variant::russian, 1, "W:WKa1,Kc1:BKh8"), Obstacle::wrong_pieces);
  EXPECT_EQ(why(Variant::russian, 4, "W:WKc1,Kb6,Kf8:BKh2"), Obstacle::line_not_held);
  EXPECT_EQ(why(Variant::russian, 4, "W:WKc1,Kb6,Kh8:BKd4"), Obstacle::line_not_held);
  EXPECT_EQ(why(Variant::russian, 4, "W:WKc1,Kb6,Kf8:BKd4"), std::nullopt);
}

}  // namespace
}  // namespace damiera
