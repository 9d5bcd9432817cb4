#include "rules/notation/square_name.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

TEST(SquareName, ReadsWhatItWrites) {
  for (Variant v : all_variants) {
    const Rules& rules = rules_of(v);
    for (int i = 0; i < rules.squares_total(); ++i) {
      EXPECT_EQ(parse_square(rules, square_name(rules, Square(i))), Square(i));
      const Square numbered = numbered_square(rules, i + 1);
      EXPECT_EQ(square_number(rules, numbered), i + 1);
      EXPECT_EQ(parse_square(rules, std::to_string(i + 1)), numbered);
      if (rules.mirrored) continue;
      const bool turned = rules.squares == Squares::numeric_from_white;
      EXPECT_EQ(numbered, Square(turned ? rules.squares_total() - 1 - i : i));
    }
  }
}

// PDN 3.0, the GameType tag: the squares in the corners of each board.
TEST(SquareName, IsThatOfTheGame) {
  EXPECT_EQ(square_at(italian, 0, 0), Square(0));
  EXPECT_EQ(square_at(italian, 7, 7), Square(31));
  EXPECT_EQ(square_at(english, 0, 1), Square(0));
  EXPECT_EQ(square_at(english, 7, 0), Square(28));
  EXPECT_EQ(square_at(international, 0, 9), Square(4));
  EXPECT_EQ(square_at(international, 9, 0), Square(45));
  EXPECT_EQ(square_name(italian, Square(0)), "1");
  EXPECT_EQ(square_name(russian, Square(0)), "b8");
  EXPECT_EQ(square_name(russian, Square(28)), "a1");
  EXPECT_EQ(square_name(brazilian, Square(3)), "h8");
  EXPECT_EQ(square_name(spanish, Square(31)), "1");  // White's bottom right
  EXPECT_EQ(square_name(thai, Square(31)), "1");     // Black's top left
  EXPECT_EQ(square_name(pool, Square(0)), "1");
}

// The left side of the stored board is the right side of the board that players see.
TEST(SquareName, OfAMirroredBoardIsThatInTheMirror) {
  const Rules& jamaican = rules_of(Variant::jamaican);
  const Rules& filipino = rules_of(Variant::filipino);
  const Rules& ivorian = rules_of(Variant::ivorian);
  EXPECT_EQ(square_at(filipino, 7, 7), Square(28));  // a1 of the Brazilian board
  EXPECT_EQ(square_at(filipino, 7, 0), std::nullopt);
  EXPECT_EQ(square_name(filipino, Square(28)), "h1");
  EXPECT_EQ(square_name(filipino, Square(3)), "a8");
  EXPECT_EQ(square_name(jamaican, Square(28)), "a1");  // White's bottom right
  EXPECT_EQ(square_name(jamaican, Square(0)), "h2");   // letters run up the board
  EXPECT_EQ(square_name(jamaican, Square(31)), "a7");
  EXPECT_EQ(square_name(ivorian, Square(4)), "1");  // the top left
  EXPECT_EQ(square_name(ivorian, Square(0)), "5");
  EXPECT_EQ(square_name(ivorian, Square(45)), "50");
}

TEST(SquareName, EveryDarkSquareIsOneSquare) {
  for (Variant v : all_variants) {
    const Rules& rules = rules_of(v);
    Rules from_top_left = rules;
    from_top_left.squares = Squares::numeric;
    int found = 0;
    for (int row = -1; row <= rules.width; ++row)
      for (int column = -1; column <= rules.width; ++column)
        if (const auto sq = square_at(rules, row, column)) {
          const int number = ++found;
          EXPECT_EQ(square_number(from_top_left, *sq), number);
        }
    EXPECT_EQ(found, rules.squares_total());
  }
}

TEST(SquareName, RefusesOtherTexts) {
  for (const char* text : {"", "0", "33", "-1", "+1", "1 ", " 1", "1x", "0x1", "1000", "c3", "b8"})
    EXPECT_FALSE(parse_square(english, text)) << text;
  for (const char* text : {"", "a2", "b1", "i1", "a0", "a9", "c", "c33", "3c", "`2", "\xc3\xa9"})
    EXPECT_FALSE(parse_square(russian, text)) << text;
}

}  // namespace
}  // namespace damiera
