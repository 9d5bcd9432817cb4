#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "rules/notation/move_notation.h"

namespace damiera {
namespace {

/// A position, and every legal move in it by an article of the rules.
struct LegalCase {
  Variant variant;
  std::string article, position;
  std::vector<std::string> moves;
};
void PrintTo(const LegalCase& c, std::ostream* out) { *out << c.article << ", " << c.position; }

class LegalTest : public testing::TestWithParam<LegalCase> {};

TEST_P(LegalTest, MovesAreThoseOfTheArticle) {
  const auto& [variant, article, position, expected] = GetParam();
  const auto setup = parse_fen(variant, position);
  ASSERT_TRUE(setup) << setup.error().message;
  std::vector<std::string> found;
  for (const Move& m : legal_moves(variant, *setup)) found.push_back(move_text(variant, *setup, m));
  auto sorted = expected;
  std::ranges::sort(sorted);
  std::ranges::sort(found);
  EXPECT_EQ(found, sorted);
}

using Cases = std::vector<LegalCase>;
constexpr auto it = Variant::italian;
constexpr auto en = Variant::english;
constexpr auto in = Variant::international;
constexpr auto ru = Variant::russian;
constexpr auto br = Variant::brazilian;
constexpr auto es = Variant::spanish;
constexpr auto pt = Variant::portuguese;
constexpr auto cz = Variant::czech;
constexpr auto po = Variant::pool;
constexpr auto th = Variant::thai;
constexpr auto ki = Variant::killer;
constexpr auto bt = Variant::breakthrough;
constexpr auto fr = Variant::frisian;

INSTANTIATE_TEST_SUITE_P(
    Italian, LegalTest,
    testing::ValuesIn(Cases{
        {it, "FID 4: a king moves one square", "W:WK14:B1", {"14-10", "14-11", "14-18", "14-19"}},
        {it, "FID 5.3(a): men capture forward", "W:W14:B18", {"14-10", "14-11"}},
        {it, "FID 5.3(b): men spare kings", "W:W18:BK14", {"18-13"}},
        {it, "FID 5.3(b): men spare kings", "W:W21:B17,K18", {}},
        {it, "FID 5.3(c): kings capture backward", "W:WK14:B18", {"14x21"}},
        {it, "FID 5.3(d): kings capture kings", "W:WK14:BK18", {"14x21"}},
        {it, "FID 5.6: Black's men go down", "B:W14:B10", {"10x19"}},
        {it, "FID 5.6: a man ends where it is crowned", "W:W9:B5,6", {"9x2"}},
        {it, "FID 6.6: most pieces", "W:W22,24:B10,18,20", {"22x6"}},
        {it, "FID 6.6: before the king", "W:W22,K24:B10,18,20", {"22x6"}},
        {it, "FID 6.7: with a king", "W:W22,K24:B18,20", {"24x15"}},
        {it, "FID 6.8: most kings", "W:WK23:B19,K20", {"23x16"}},
        {it, "FID 6.8: before a king first", "W:WK9:B5,K6,K7,K13,22,23", {"9x4"}},
        {it, "FID 6.9: a king first", "W:WK27:B13,K15,K22,23", {"27x9"}},
        {it, "FID 6.9: sequences as a whole", "W:WK27:B5,K7,K13,15,K22,K23", {"27x2"}},
        {it, "FID 6: all alike", "W:WK27:B22,23", {"27x18", "27x20"}},
        {it, "FID: no move left", "W:W21:B14,17,18", {}},
    }));

INSTANTIATE_TEST_SUITE_P(
    English, LegalTest,
    testing::ValuesIn(Cases{
        {en,
         "Black begins",
         "B:W21-32:B1-12",
         {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}},
        {en, "a king moves one square", "W:WK18:B1", {"18-14", "18-15", "18-22", "18-23"}},
        {en, "men capture forward", "W:W18:B14,23", {"18x9"}},
        {en, "men capture kings", "W:W18:BK14", {"18x9"}},
        {en, "a capture is completed", "W:W23:B9,18", {"23x5"}},
        {en, "any capture may be chosen", "W:W23:B9,18,19", {"23x5", "23x16"}},
        {en, "crowning ends the move", "W:W10:B7,8", {"10x3"}},
        {en, "a king may return to where it began", "W:WK22:B18,19,26,27", {"22x22"}},
        {en, "no move left", "W:W5:BK1", {}},
    }));

INSTANTIATE_TEST_SUITE_P(
    International, LegalTest,
    testing::ValuesIn(Cases{
        {in,
         "FMJD 3: a king moves any distance",
         "W:WK46:B6",
         {"46-41", "46-37", "46-32", "46-28", "46-23", "46-19", "46-14", "46-10", "46-5"}},
        {in, "FMJD 4.1: men capture backward", "W:W28:B33", {"28x39"}},
        {in,
         "FMJD 4.3: a king captures from afar, and a piece once only",
         "W:WK46:B28",
         {"46x23", "46x19", "46x14", "46x10", "46x5"}},
        {in, "FMJD 4.5: a man may return to where it began", "W:W32:B28,29,38,39", {"32x32"}},
        {in,
         "FMJD 4.8: an empty square may be crossed again",
         "W:WK46:B27,29,39,41",
         {"46x16", "46x21"}},
        {in, "FMJD 4.8, 4.11: pieces stay to the end and block", "W:WK46:B27,32,34,44", {"46x49"}},
        {in, "FMJD 4.13: most pieces", "W:W28:B11,22,23", {"28x6"}},
        {in, "FMJD 4.13, 4.14: kings count as men do", "W:W28:B22,K23", {"28x17", "28x19"}},
        {in, "FMJD 4.15: a man passes its last row", "W:W13:B7,8", {"13x11"}},
        {in, "FMJD: no move left", "W:W6:B1", {}},
    }));

INSTANTIATE_TEST_SUITE_P(
    Russian, LegalTest,
    testing::ValuesIn(Cases{
        {ru,
         "a king moves any distance",
         "W:WKa1:Bh6",
         {"a1-b2", "a1-c3", "a1-d4", "a1-e5", "a1-f6", "a1-g7", "a1-h8"}},
        {ru, "men capture backward", "W:Wc5:Bd4", {"c5xe3"}},
        {ru, "any capture may be chosen", "W:We3:Bb6,d4,f4", {"e3xa7", "e3xg5"}},
        {ru, "a man crowned goes on as a king", "W:Wb6:Bc7,f6", {"b6xg5", "b6xh4"}},
        {ru, "a man crowned goes on as a king", "W:Wb6:Bc7,e7", {"b6xf6", "b6xg5", "b6xh4"}},
        {ru, "a man crowned jumps no piece twice", "W:Wb6:Bc7", {"b6xd8"}},
        {ru, "a king lands where it can go on", "W:WKa1:Bc3,d6", {"a1xb8", "a1xc7"}},
        {ru, "pieces stay to the end and block", "W:WKa1:Bb4,c3,f2,f4", {"a1xe1", "a1xg1"}},
        {ru, "no move left", "W:Wa7:Bb8", {}},
    }));

INSTANTIATE_TEST_SUITE_P(
    Brazilian, LegalTest,
    testing::ValuesIn(Cases{
        {br, "men capture backward", "W:Wc5:Bd4", {"c5xe3"}},
        {br, "most pieces", "W:We3:Bb6,d4,f4", {"e3xa7"}},
        {br, "crowned only where it ends", "W:Wb6:Bc7,f6", {"b6xd8"}},
        {br, "a man passes its last row", "W:Wb6:Bc7,e7", {"b6xf6"}},
        {br, "pieces stay to the end and block", "W:WKa1:Bb4,c3,f2,f4", {"a1xe1"}},
        {br, "no move left", "W:Wa7:Bb8", {}},
    }));

INSTANTIATE_TEST_SUITE_P(Spanish, LegalTest,
                         testing::ValuesIn(Cases{
                             {es,
                              "a king moves any distance",
                              "W:WK1:B29",
                              {"1-5", "1-10", "1-14", "1-19", "1-23", "1-28", "1-32"}},
                             {es, "men capture forward", "W:W10:B6,14", {"10x19"}},
                             {es, "law of quantity", "W:W11:B14,15,23", {"11x27"}},
                             {es, "law of quality: most kings", "W:W11:B15,K14", {"11x18"}},
                             {pt, "FPD 3.1: most kings", "W:W11:B15,K14", {"11x18"}},
                         }));

INSTANTIATE_TEST_SUITE_P(
    Czech, LegalTest,
    testing::ValuesIn(Cases{
        {cz, "men capture forward", "W:Wc5:Bb4,d4", {"c5-b6", "c5-d6"}},
        {cz, "men capture kings", "W:Wc3:BKd4", {"c3xe5"}},
        {cz,
         "a king captures before a man",
         "W:Wc3,Kh2:Bd4,g3",
         {"h2xf4", "h2xe5", "h2xd6", "h2xc7", "h2xb8"}},
        {cz, "any capture may be chosen", "W:We3:Bb6,d4,f4", {"e3xa7", "e3xg5"}},
        {cz, "crowning ends the move", "W:Wb6:Bc7,e7", {"b6xd8"}},
    }));

INSTANTIATE_TEST_SUITE_P(
    Pool, LegalTest,
    testing::ValuesIn(Cases{
        {po, "APCA 14-16: men capture backward", "B:B14:W10", {"14x7"}},
        {po, "APCA 17-20: kings fly", "W:WK29:B22", {"29x18", "29x15", "29x11", "29x8", "29x4"}},
        {po, "APCA 22, 23: crowned only if it stops", "W:W10:B7,6", {"10x1", "10x3"}},
        {po, "APCA 22, 23: a man passes its last row", "W:W10:B7,8", {"10x12"}},
    }));

INSTANTIATE_TEST_SUITE_P(
    Thai, LegalTest,
    testing::ValuesIn(Cases{
        {th, "a king lands directly behind", "W:WK29:B22", {"29x18"}},
        {th, "lifted at once, so that a king may turn back", "W:WK11:B8,18", {"11x4", "11x22"}},
        {th, "men capture forward", "W:W11:B8,15", {"11x18"}},
    }));

INSTANTIATE_TEST_SUITE_P(
    Killer, LegalTest,
    testing::ValuesIn(Cases{
        {ki, "directly behind a king", "W:WK46:BK28", {"46x23"}},
        {ki, "anywhere behind a man", "W:WK46:B28", {"46x23", "46x19", "46x14", "46x10", "46x5"}},
        {ki, "only the last piece counts", "W:WK46:BK28,13", {"46x8", "46x2"}},
    }));

INSTANTIATE_TEST_SUITE_P(
    Frisian, LegalTest,
    testing::ValuesIn(Cases{
        {fr, "Art. 7: a man captures up", "W:W28:B18", {"28x8"}},
        {fr, "Art. 7: down", "W:W18:B28", {"18x38"}},
        {fr, "Art. 7: to the left", "W:W29:B28", {"29x27"}},
        {fr, "Art. 7: to the right", "W:W28:B29", {"28x30"}},
        {fr, "Art. 7: and diagonally", "W:W28:B33", {"28x39"}},
        {fr, "Art. 7: moves are forward only", "W:W28:B1", {"28-22", "28-23"}},
        {fr, "Art. 7: not across the edge", "W:W36:B40", {"36-31"}},
        {fr, "Art. 9: a king captures from afar along a column", "W:WK48:B18", {"48x8"}},
        {fr, "Art. 9: and along a row", "W:WK26:B28", {"26x29", "26x30"}},
        {fr, "Art. 11: a king is worth more than a man", "W:W28:BK22,23", {"28x17"}},
        {fr, "Art. 11: two men more than a king", "W:W28,44:BK22,39,29", {"44x24"}},
        {fr, "Art. 12: with a king where values are equal", "W:WK46,28:B41,23", {"46x37", "46x32"}},
        {fr, "Art. 17: a king at its limit", "W:WK46,28:BK43:+0+346", {"28-22", "28-23"}},
        {fr,
         "Art. 17: below it",
         "W:WK46,28:BK2:+0+246",
         {"28-22", "28-23", "46-41", "46-37", "46-32"}},
        {fr, "Art. 17: it may capture", "W:WK46,28:BK41:+0+346", {"46x37", "46x32"}},
        {fr,
         "Art. 17: not of another king",
         "W:WK46,K5,28:B6:+0+35",
         {"28-22", "28-23", "46-41", "46-37", "46-32"}},
        {fr,
         "Art. 17: the side to move alone",
         "W:WK46,28:BK2,7:+32+0",
         {"28-22", "28-23", "46-41", "46-37", "46-32"}},
        {fr, "Art. 20f: no move left but of a king at its limit", "W:WK46,6:BK2,1:+0+346", {}},
    }));

// As on the boards that they mirror: a1xe5 of the Brazilian game is h1xd5, and so on.
INSTANTIATE_TEST_SUITE_P(
    MirroredBoards, LegalTest,
    testing::ValuesIn(Cases{
        {Variant::filipino, "most pieces", "W:Wd3:Bg6,e4,c4", {"d3xh7"}},
        {Variant::jamaican, "letters run up the board", "W:Wc3:B", {"c3-d2", "c3-d4"}},
        {Variant::jamaican, "a man passes its last row", "W:Wf2:Bg3,g5", {"f2xf6"}},
        {Variant::ivorian, "men capture backward", "W:W28:B33", {"28x37"}},
    }));

INSTANTIATE_TEST_SUITE_P(Breakthrough, LegalTest,
                         testing::ValuesIn(Cases{
                             {bt, "the first king ends the game", "B:WK3:B20", {}},
                             {bt, "a man passes its last row", "W:W13:B7,8", {"13x11"}},
                         }));

/// A move, and the position that it leads to.
struct AfterCase {
  Variant variant;
  std::string article, position, move, after;
};
void PrintTo(const AfterCase& c, std::ostream* out) { *out << c.article << ", " << c.position; }

class AfterTest : public testing::TestWithParam<AfterCase> {};

TEST_P(AfterTest, BoardIsThatOfTheArticle) {
  const auto& [variant, article, position, move, expected] = GetParam();
  const auto setup = parse_fen(variant, position);
  ASSERT_TRUE(setup) << setup.error().message;
  const auto played = parse_move(variant, *setup, move);
  ASSERT_TRUE(played) << played.error().message;
  EXPECT_EQ(fen(variant, after(variant, *setup, *played)), expected);
}

INSTANTIATE_TEST_SUITE_P(
    All, AfterTest,
    testing::ValuesIn(std::vector<AfterCase>{
        {it, "FID 4: a man is crowned", "W:W5:B12", "5-1", "B:WK1:B12"},
        {it, "FID 5.6: a man ends where it is crowned", "W:W9:B5,6", "9x2", "B:WK2:B6"},
        {it, "FID 5.6: Black captures", "B:W14:B10", "10x19", "W:W:B19"},
        {en, "a man is crowned", "B:W12:B28", "28-32", "W:W12:BK32"},
        {en, "crowning ends the move", "W:W10:B7,8", "10x3", "B:WK3:B8"},
        {in, "FMJD 4.11: pieces stay to the end", "W:WK46:B27,32,34,44", "46x49", "B:WK49:B27"},
        {in, "FMJD 4.15: a man passes its last row", "W:W13:B7,8", "13x11", "B:W11:B"},
        {in, "FMJD 4.15: a man ends on its last row", "W:W13:B8", "13x2", "B:WK2:B"},
        {ru, "a man crowned goes on as a king", "W:Wb6:Bc7,e7", "b6xf6", "B:WKf6:B"},
        {br, "a man passes its last row", "W:Wb6:Bc7,e7", "b6xf6", "B:Wf6:B"},
        {br, "crowned only where it ends", "W:Wb6:Bc7,f6", "b6xd8", "B:WKd8:Bf6"},
        {fr, "Art. 17: the first move", "W:WK46,28:BK2", "46-41", "B:W28,K41:BK2:+0+141"},
        {fr, "Art. 17: one more", "W:WK46,28:BK2,7:+12+246", "46-41", "B:W28,K41:BK2,7:+12+341"},
        {fr, "Art. 17: another king", "W:WK46,28,K50:BK2:+0+346", "50-45",
         "B:W28,K45,K46:BK2:+0+145"},
        {fr, "Art. 17: a man", "W:WK46,28:BK2,7:+12+346", "28-22", "B:W22,K46:BK2,7:+12+0"},
        {fr, "Art. 17: a capture", "W:WK46,28:B41,K1,6:+11+346", "46x37", "B:W28,K37:BK1,6:+11+0"},
        {fr, "Art. 17: only kings", "W:WK46:BK2,7:+12+0", "46-41", "B:WK41:BK2,7:+12+0"},
        {fr, "Art. 17: the last man is taken", "W:WK46,28:B41,K1:+11+0", "46x37", "B:W28,K37:BK1"},
        {fr, "Art. 17: the king is taken", "W:WK46,28:BK41,K1,6:+141+0", "46x37",
         "B:W28,K37:BK1,6"},
    }));

}  // namespace
}  // namespace damiera
