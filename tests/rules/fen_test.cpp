#include "rules/notation/fen.h"

#include <gtest/gtest.h>

#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "tests/support/positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

class FenTest : public testing::TestWithParam<Variant> {};

TEST_P(FenTest, ReadsWhatItWrites) {
  test::with_sample_moves(GetParam(), []<Rules R>() {
    test::for_each_position<R>(2, [](const Position& pos) {
      for (Color to_move : {Color::white, Color::black}) {
        const damiera::Setup setup{pos, to_move};
        const auto read = parse_fen(GetParam(), fen(GetParam(), setup));
        ASSERT_TRUE(read) << read.error().message;
        ASSERT_EQ(*read, setup);
      }
    });
  });
}

TEST_P(FenTest, ReadsWhatItWritesOfManyPieces) {
  std::mt19937_64 random{1};
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    for (int i = 0; i < 1000; ++i) {
      const damiera::Setup setup{test::random_position<R>(random, 1 + i % 20), Color(i / 20 % 2)};
      const auto read = parse_fen(GetParam(), fen(GetParam(), setup));
      ASSERT_TRUE(read) << read.error().message;
      ASSERT_EQ(*read, setup);
    }
  });
}

TEST_P(FenTest, BothViewsOfASetupAreInverse) {
  const auto start = initial_setup(GetParam());
  const damiera::Setup white{seen_by_white(GetParam(), start), start.to_move};
  EXPECT_EQ(seen_by_white(GetParam(), white), start.pos);
}

// A good text that is cut anywhere, or has one byte changed, gives a position, or an error that
// names a column.
TEST_P(FenTest, SurvivesDamage) {
  std::mt19937_64 random{2};
  const std::string good = "[FEN \"" + fen(GetParam(), initial_setup(GetParam())) + ".\"]";
  for (int i = 0; i < 20000; ++i) {
    std::string text = good.substr(0, i % 3 == 0 ? random() % good.size() : good.size());
    for (int n = 0; n < 1 + i % 3 && !text.empty(); ++n)
      text[random() % text.size()] = static_cast<char>(random());
    const auto read = parse_fen(GetParam(), text);
    if (read) continue;
    ASSERT_EQ(read.error().message.rfind("column ", 0), 0u) << read.error().message;
  }
}

TEST_P(FenTest, SurvivesHugeTexts) {
  for (const char* piece : {"1,", "K", " ", "9", "-", "W:", "1-2", "[", "\""}) {
    std::string text = "W:W";
    for (int i = 0; i < 100000; ++i) text += piece;
    const auto read = parse_fen(GetParam(), text);
    ASSERT_FALSE(read);
    EXPECT_LT(read.error().message.size(), 200u);
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, FenTest, testing::ValuesIn(test::sample_variants),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

/// A text that is accepted, and the same position as fen() writes it.
struct Spelling {
  Variant variant;
  std::string text, canonical;
};
void PrintTo(const Spelling& s, std::ostream* out) { *out << s.text; }

class SpellingTest : public testing::TestWithParam<Spelling> {};

TEST_P(SpellingTest, IsRead) {
  const auto& [variant, text, canonical] = GetParam();
  const auto read = parse_fen(variant, text);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(fen(variant, *read), canonical);
}

INSTANTIATE_TEST_SUITE_P(
    All, SpellingTest,
    testing::Values(Spelling{Variant::italian, "W:WK3,20:BK31", "W:WK3,20:BK31"},
                    Spelling{Variant::italian, "B:BK31:W20,K3.", "B:WK3,20:BK31"},
                    Spelling{Variant::italian, "  w : w k3 , 20 : b k 31 . ", "W:WK3,20:BK31"},
                    Spelling{Variant::italian, "[FEN \"W:WK3,20:BK31.\"]", "W:WK3,20:BK31"},
                    Spelling{Variant::italian, "\"W:WK3,20:BK31\"", "W:WK3,20:BK31"},
                    Spelling{Variant::english, "W:W:BK3", "W:W:BK3"},
                    Spelling{Variant::english, "B:W : B.", "B:W:B"},
                    Spelling{Variant::english, "B:W30-32:BK1-3,7", "B:W30,31,32:BK1,K2,K3,7"},
                    Spelling{Variant::international, "W:W50-50:B001", "W:W50:B1"},
                    Spelling{Variant::russian, "W:WKA1,c3:Bb8", "W:Wc3,Ka1:Bb8"},
                    Spelling{Variant::russian, "w:wka1,c3:bb8", "W:Wc3,Ka1:Bb8"},
                    Spelling{Variant::russian, "W:WK29,22:B1", "W:Wc3,Ka1:Bb8"},
                    Spelling{Variant::brazilian, "B:Wa1:B1-h8", "B:Wa1:Bb8,d8,f8,h8"},
                    // Numbers that go up from White's side of the board.
                    Spelling{Variant::spanish, "W:W1-3:B32", "W:W1,2,3:B32"},
                    Spelling{Variant::italian, "W:WK3:BK31:H0:F1", "W:WK3:BK31"},
                    Spelling{Variant::italian, "[FEN \"W:W:BK31:f7 : h12.\"]", "W:W:BK31"}));

// The game is over with the first king, so the side to move has none.
TEST(Fen, KnowsThatTheFirstKingWins) {
  EXPECT_TRUE(parse_fen(Variant::breakthrough, "W:W31:BK5"));
  for (const char* text : {"W:WK31:B6", "W:W31:BK5,K6", "B:W31:BK5"}) {
    const auto read = parse_fen(Variant::breakthrough, text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, Error::Code::bad_position);
    EXPECT_EQ(read.error().message.substr(0, 6), "kings:");
  }
}

TEST(FenFields, AreKeptInARecord) {
  const auto record = parse_fen_record(Variant::international, "B:W31:BK5:H49:F80");
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_EQ(fen(Variant::international, record->setup), "B:W31:BK5");
  EXPECT_EQ(record->counted, 49);
  EXPECT_EQ(record->number, 80);
  const auto without = parse_fen_record(Variant::international, "B:W31:BK5");
  EXPECT_EQ(without->counted, std::nullopt);
  EXPECT_EQ(without->number, std::nullopt);
}

/// A text that is refused, and how its message begins.
struct Refusal {
  Variant variant;
  Error::Code code;
  std::string text, message;
};
void PrintTo(const Refusal& r, std::ostream* out) { *out << r.text; }

class RefusalTest : public testing::TestWithParam<Refusal> {};

TEST_P(RefusalTest, NamesThePlace) {
  const auto& [variant, code, text, message] = GetParam();
  const auto read = parse_fen(variant, text);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, code);
  EXPECT_EQ(read.error().message.substr(0, message.size()), message);
}

constexpr auto unreadable = Error::Code::bad_notation;
constexpr auto bad = Error::Code::bad_position;

INSTANTIATE_TEST_SUITE_P(
    All, RefusalTest,
    testing::Values(
        Refusal{Variant::english, unreadable, "", "column 1: the end"},
        Refusal{Variant::english, unreadable, "rubbish", "column 1: 'rubbish'"},
        Refusal{Variant::english, unreadable, "W", "column 2: the end"},
        Refusal{Variant::english, unreadable, "W:", "column 3: the end"},
        Refusal{Variant::english, unreadable, "W:W31", "column 6: the end"},
        Refusal{Variant::english, unreadable, "?:W31:B2", "column 1: '?'"},
        Refusal{Variant::english, unreadable, "W:X31:B2", "column 3: 'X31'"},
        Refusal{Variant::english, unreadable, "W:W31:W2", "column 7: 'W2'"},
        Refusal{Variant::english, unreadable, "W:W33:B2",
                "column 4: '33': expected a square from 1"},
        Refusal{Variant::english, unreadable, "W:W0:B2", "column 4: '0'"},
        Refusal{Variant::english, unreadable, "W:W-1:B2", "column 4: '-'"},
        Refusal{Variant::english, unreadable, "W:W31:BK", "column 9: the end"},
        Refusal{Variant::english, unreadable, "W:W31,:B2", "column 7: ':'"},
        Refusal{Variant::english, unreadable, "W:W31:B2 3", "column 10: '3'"},
        Refusal{Variant::english, unreadable, "W:W31:B2..", "column 10: '.'"},
        Refusal{Variant::english, unreadable, "W:W32-30:B2", "column 4: '32'"},
        Refusal{Variant::english, unreadable, "W:W30-99:B2", "column 7: '99'"},
        Refusal{Variant::english, unreadable, "W:W99999999999999999999:B2", "column 4: '999"},
        Refusal{Variant::english, unreadable, "W:Wc3:B2", "column 4: 'c3'"},
        Refusal{Variant::english, unreadable, "[FEN \"W:W31:B2\"", "column 16: the end"},
        Refusal{Variant::english, unreadable,
                "W:W31:B2:", "column 10: the end: expected the field"},
        Refusal{Variant::english, unreadable, "W:W31:B2:+0+246:H1",
                "column 10: '+0+246': expected the field H (plies counted) or F"},
        Refusal{Variant::english, unreadable, "W:W31:B2:H1:H2",
                "column 13: 'H2': expected each field once"},
        Refusal{Variant::english, unreadable, "W:W31:B2:H",
                "column 10: 'H': expected H and a number"},
        Refusal{Variant::english, unreadable, "W:W31:B2:H-1", "column 10: 'H-1': expected H and"},
        Refusal{Variant::english, unreadable, "W:W31:B2:F0",
                "column 10: 'F0': expected F and a number from 1 to 999999"},
        Refusal{Variant::english, unreadable, "W:W31:B2:H1x", "column 10: 'H1x': expected H and"},
        Refusal{Variant::international, unreadable, "W:W51:B2", "column 4: '51'"},
        Refusal{Variant::russian, unreadable, "W:Wa2:Bb8", "column 4: 'a2'"},
        Refusal{Variant::russian, unreadable, "W:Wi1:Bb8", "column 4: 'i1'"},
        Refusal{Variant::russian, unreadable, "W:Wa9:Bb8", "column 4: 'a9'"},
        Refusal{Variant::english, bad, "W:W31,31:B2", "column 7: '31': square 31 is taken"},
        Refusal{Variant::english, bad, "W:W31:BK31", "column 8: 'K31': square 31 is taken"},
        Refusal{Variant::english, bad, "W:W30-32,K31:B1", "column 10: 'K31': square 31"},
        Refusal{Variant::english, bad, "B:W31,4:B1", "column 7: '4': square 4 is on the promo"},
        Refusal{Variant::english, bad, "W:W31:B29", "column 8: '29': square 29 is on the promo"},
        Refusal{Variant::russian, bad, "W:Wb8:Ba1", "column 4: 'b8': square b8 is on"},
        Refusal{Variant::frisian, unreadable, "W:WK46,28:BK43:+0",
                "column 16: '+0': expected the m"},
        Refusal{Variant::frisian, unreadable, "W:WK46,28:BK43:+0+446", "column 16: '+0+446': exp"},
        Refusal{Variant::frisian, unreadable, "W:WK46,28:BK43:+0+245", "column 16: '+0+245': exp"},
        Refusal{Variant::frisian, unreadable, "W:WK46,K1,28:BK43:+0+2", "column 19: '+0+2': exp"},
        Refusal{Variant::frisian, unreadable, "W:WK46,28:BK43:+0+0:+0+0", "column 21: '+0+0': exp"},
        Refusal{Variant::international, unreadable, "W:WK46,28:BK43:+0+246",
                "column 16: '+0+246'"}));

// As lidraughts writes them: Black's first.
TEST(Fen, KeepsTheRunsOfKings) {
  const auto at = [](std::string_view text) { return *parse_fen(Variant::frisian, text); };
  const damiera::Setup white = at("W:WK46,28:BK43,7:+143+246");
  EXPECT_EQ(white.pos.my_run, (KingRun{2, Square(45)}));
  EXPECT_EQ(white.pos.their_run, (KingRun{1, Square(42)}));
  const damiera::Setup black = at("B:WK46,28:BK43,7:H0:+143+246:F12");
  EXPECT_EQ(black.pos.their_run, (KingRun{2, Square(49 - 45)}));
  for (const char* text :
       {"W:W28,K46:B7,K43:+143+246", "B:W28,K46:B7,K43:+0+346", "B:W28,K46:B7,K43"})
    EXPECT_EQ(fen(Variant::frisian, at(text)), text);
  EXPECT_EQ(fen(Variant::frisian, at("W:WK46,28:BK43:+0+2")), "W:W28,K46:BK43:+0+246");
  EXPECT_EQ(fen(Variant::frisian, at("W:WK46:BK43:+143+246")), "W:WK46:BK43");  // no men
}

}  // namespace
}  // namespace damiera
