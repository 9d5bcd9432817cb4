#include "rules/notation/board_picture.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace damiera {
namespace {

TEST(BoardPicture, ShowsPiecesAsWhiteSeesThem) {
  const auto setup = *parse_fen(Variant::italian, "B:WK3,20:B9,K31");
  EXPECT_EQ(board_picture(Variant::italian, setup),
            "+-----------------+\n"
            "| .   .   O   .   |    1     2     3     4\n"
            "|   .   .   .   . |       5     6     7     8\n"
            "| x   .   .   .   |    9    10    11    12\n"
            "|   .   .   .   . |      13    14    15    16\n"
            "| .   .   .   o   |   17    18    19    20\n"
            "|   .   .   .   . |      21    22    23    24\n"
            "| .   .   .   .   |   25    26    27    28\n"
            "|   .   .   X   . |      29    30    31    32\n"
            "+-----------------+\n"
            "Black to move\n");
}

TEST(BoardPicture, NamesTheSquaresOfTheGame) {
  const std::string picture = board_picture(Variant::russian, initial_setup(Variant::russian));
  EXPECT_NE(picture.find("|   x   x   x   x |      b8    d8    f8    h8\n"), std::string::npos);
  EXPECT_NE(picture.find("| o   o   o   o   |   a1    c1    e1    g1\n"), std::string::npos);
  EXPECT_NE(picture.find("White to move\n"), std::string::npos);
}

TEST(BoardPicture, HasAsManyLinesAsTheBoardAndThree) {
  for (Variant v : all_variants) {
    const std::string picture = board_picture(v, initial_setup(v));
    EXPECT_EQ(std::ranges::count(picture, '\n'), rules_of(v).width + 3);
    EXPECT_EQ(picture.find(" \n"), std::string::npos);
    EXPECT_EQ(picture.find(board_rows(v, initial_setup(v))), 0U);
  }
}

TEST(BoardPicture, TellsTheRunsOfKings) {
  const auto last_lines = [](const char* text) {
    const std::string picture = board_picture(Variant::frisian, *parse_fen(Variant::frisian, text));
    return picture.substr(picture.find("White to move"));
  };
  EXPECT_EQ(last_lines("W:WK46,28:BK43,7:+143+246"),
            "White to move\nWhite's king on 46 has made 2 moves\n"
            "Black's king on 43 has made 1 move\n");
  EXPECT_EQ(last_lines("W:WK46,28:BK43,7"), "White to move\n");
}

}  // namespace
}  // namespace damiera
