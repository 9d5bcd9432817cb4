#include "rules/notation/game_type.h"

#include <gtest/gtest.h>

#include <string>

namespace damiera {
namespace {

// Portable Draughts Notation 3.0, the table in section "GameType tag".
TEST(GameType, IsThatOfTheStandard) {
  EXPECT_EQ(game_type(Variant::international), "20,W,10,10,N2,0");
  EXPECT_EQ(game_type(Variant::english), "21,B,8,8,N1,0");
  EXPECT_EQ(game_type(Variant::italian), "22,W,8,8,N2,1");
  EXPECT_EQ(game_type(Variant::russian), "25,W,8,8,A0,0");
  EXPECT_EQ(game_type(Variant::brazilian), "26,W,8,8,A0,0");
  EXPECT_EQ(game_type(Variant::pool), "23,B,8,8,N1,0");
  EXPECT_EQ(game_type(Variant::spanish), "24,W,8,8,N1,1");
  EXPECT_EQ(game_type(Variant::portuguese), "28,W,8,8,N1,1");
  EXPECT_EQ(game_type(Variant::czech), "29,W,8,8,A0,0");
  EXPECT_EQ(game_type(Variant::thai), "31,B,8,8,N2,0");
  EXPECT_EQ(game_type(Variant::frisian), "40,W,10,10,N2,0");
}

// From the same table of the standard: the number of pool checkers, but other squares.
TEST(GameType, OfJamaicanDraughtsIsAKindOfPool) {
  EXPECT_EQ(game_type(Variant::jamaican), "23,W,8,8,A1,1");
  EXPECT_EQ(*parse_game_type("23"), Variant::pool);
  EXPECT_EQ(*parse_game_type("23,B,8,8,N1,0"), Variant::pool);
  EXPECT_EQ(*parse_game_type("23,W,8,8,A1"), Variant::jamaican);
  EXPECT_EQ(*parse_game_type("132"), Variant::jamaican) << "our own number";
  EXPECT_EQ(*parse_game_type(" 23, W, 8, 8, A1, 1"), Variant::jamaican);
  const auto other = parse_game_type("23,W,8,8,A0,0");
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("'23,B,8,8,N1,0' or '23,W,8,8,A1,1'"), std::string::npos)
      << other.error().message;
  EXPECT_EQ(game_type(Variant::ivorian), "134,W,10,10,N2,1");  // the bottom left is light
}

// lidraughts writes these; the standard has none for them.
TEST(GameType, IsThatOfLidraughtsWhereTheStandardHasNone) {
  EXPECT_EQ(*parse_game_type("96"), Variant::breakthrough);
  EXPECT_EQ(*parse_game_type("97"), Variant::frysk);
  EXPECT_EQ(*parse_game_type("98"), Variant::antidraughts);
}

TEST(GameType, IsReadInFullAndByNumber) {
  for (Variant v : all_variants) {
    const std::string full = game_type(v);
    for (const std::string& text :
         {full, full.substr(0, full.find(',')), full.substr(0, full.size() - 2)}) {
      const auto read = parse_game_type(text);
      ASSERT_TRUE(read) << read.error().message;
      const bool number_of_pool = v == Variant::jamaican && text == "23";
      EXPECT_EQ(*read, number_of_pool ? Variant::pool : v) << text;
    }
  }
}

TEST(GameType, MayNameTheSameSquaresOtherwise) {
  // Seen by the other player the first square lies in the opposite corner.
  EXPECT_EQ(*parse_game_type("21,W,8,8,N2,0"), Variant::english);
  EXPECT_EQ(*parse_game_type("25,W,8,8,N2,0"), Variant::russian);  // b8 is 1
  EXPECT_EQ(*parse_game_type("22,W,8,8,N2,0"), Variant::italian);  // the flag's older meaning
}

TEST(GameType, OfOtherSquaresIsRefused) {
  for (const char* text :
       {"22,W,8,8,N1,1", "21,B,8,8,N2,0", "20,W,8,8,N2,0", "20,W,10,10,A0,0", "22,W,8,8", "22,",
        "22,X,8,8,N2,1", "22,W,8,8,N2,1,7", "25,W,8,8,A1,0"}) {
    const auto read = parse_game_type(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, Error::Code::bad_notation);
    EXPECT_NE(read.error().message.find(text), std::string::npos) << read.error().message;
  }
}

TEST(GameType, OfAnotherGameIsRefusedAndTheKnownAreListed) {
  for (const char* text : {"", "0", "27", "41", "-22", "22x", "99999999999", "russian"}) {
    const auto read = parse_game_type(text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find("22 (italian)"), std::string::npos);
  }
}

// Each is listed as it is read: the number 23 alone is pool checkers.
TEST(GameType, IsListedOnceForEachGame) {
  const std::string message = parse_game_type("0").error().message;
  EXPECT_NE(message.find("23 (pool), "), std::string::npos) << message;
  EXPECT_NE(message.find(", '23,W,8,8,A1,1' (jamaican), "), std::string::npos) << message;
}

// The same, "Result tag": 2-0 in the international game only.
TEST(GameType, SaysHowResultsAreWritten) {
  EXPECT_EQ(result_text(Variant::international, Color::white), "2-0");
  EXPECT_EQ(result_text(Variant::international, Color::black), "0-2");
  EXPECT_EQ(result_text(Variant::international, std::nullopt), "1-1");
  EXPECT_EQ(result_text(Variant::italian, Color::white), "1-0");
  EXPECT_EQ(result_text(Variant::english, Color::black), "0-1");
  EXPECT_EQ(result_text(Variant::brazilian, std::nullopt), "1/2-1/2");
}

}  // namespace
}  // namespace damiera
