#include "rules/notation/move_notation.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "tests/support/positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

class MoveNotationTest : public testing::TestWithParam<Variant> {};

/// Every legal move is written differently, and read back.
template <Rules R>
void expect_round_trip(Variant variant, const Setup& setup) {
  std::set<std::string> texts;
  const Moves moves = legal_moves<R>(setup.pos);
  for (const Move& m : moves) {
    const std::string text = move_text(variant, setup, m);
    const auto read = parse_move(variant, setup, text);
    ASSERT_TRUE(read) << fen(variant, setup) << ": " << read.error().message;
    ASSERT_EQ(*read, m) << fen(variant, setup) << " " << text;
    texts.insert(text);
  }
  ASSERT_EQ(texts.size(), moves.size()) << fen(variant, setup);
}

TEST_P(MoveNotationTest, ReadsWhatItWrites) {
  test::with_sample_moves(GetParam(), []<Rules R>() {
    test::for_each_position<R>(2, [](const Position& pos) {
      expect_round_trip<R>(GetParam(), {pos, Color::white});
      expect_round_trip<R>(GetParam(), {pos, Color::black});
    });
  });
}

TEST_P(MoveNotationTest, ReadsWhatItWritesOfManyPieces) {
  std::mt19937_64 random{1};
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    for (int i = 0; i < 3000; ++i)
      expect_round_trip<R>(GetParam(),
                           {test::random_position<R>(random, 4 + i % 12), Color(i % 2)});
  });
}

TEST_P(MoveNotationTest, SurvivesRubbish) {
  std::mt19937_64 random{2};
  const auto setup = initial_setup(GetParam());
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (std::uint64_t n = random() % 12; n > 0; --n) text += "0123456789-x:acK "[random() % 17];
    const auto read = parse_move(GetParam(), setup, text);
    if (read) continue;
    EXPECT_EQ(read.error().code, Error::Code::bad_notation);
  }
  EXPECT_FALSE(parse_move(GetParam(), setup, std::string(1'000'000, '-')));
}

INSTANTIATE_TEST_SUITE_P(Variants, MoveNotationTest, testing::ValuesIn(test::sample_variants),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

std::set<std::string> texts(Variant variant, const Setup& setup) {
  std::set<std::string> all;
  for (const Move& m : legal_moves(variant, setup)) all.insert(move_text(variant, setup, m));
  return all;
}

/// The message of the error, or the move in canonical form.
std::string reread(Variant variant, const Setup& setup, std::string_view text) {
  const auto read = parse_move(variant, setup, text);
  return read ? move_text(variant, setup, *read) : read.error().message;
}

TEST(MoveNotation, NamesTheSquaresBetweenOnlyWhereNeeded) {
  const auto two_ways = *parse_fen(Variant::english, "W:W26:B14,15,22,23");
  EXPECT_EQ(texts(Variant::english, two_ways), (std::set<std::string>{"26x17x10", "26x19x10"}));
  EXPECT_FALSE(parse_move(Variant::english, two_ways, "26x10"));
  EXPECT_FALSE(parse_move(Variant::english, two_ways, "26x18x10"));
  // Round the same four pieces either way is one move.
  const auto circle = *parse_fen(Variant::italian, "W:WK27:B14,15,22,23");
  EXPECT_EQ(texts(Variant::italian, circle), (std::set<std::string>{"27x27"}));
  for (const char* text : {"27x18x11x20x27", "27x20x11x18x27", "27x11x27"})
    EXPECT_EQ(reread(Variant::italian, circle, text), "27x27") << text;
}

TEST(MoveNotation, NumbersSquaresAsWhiteSeesThem) {
  const auto setup = initial_setup(Variant::italian);
  const auto black = after(Variant::italian, setup, *parse_move(Variant::italian, setup, "22-18"));
  EXPECT_EQ(black.to_move, Color::black);
  EXPECT_EQ(texts(Variant::italian, black).count("12-16"), 1u);
}

TEST(MoveNotation, ReadsLongAndShortFormsAndEverySeparator) {
  const auto setup = *parse_fen(Variant::italian, "W:W22,24:B10,18,20");
  for (const char* text : {"22x6", "22x13x6", "22:6", "22:13:6", "22-6", "22X13-6"})
    EXPECT_EQ(reread(Variant::italian, setup, text), "22x6") << text;
  const auto algebraic = *parse_fen(Variant::russian, "W:We3:Bb6,d4,f4");
  for (const char* text : {"e3xa7", "E3:C5:A7", "e3xc5xa7", "23x5"})
    EXPECT_EQ(reread(Variant::russian, algebraic, text), "e3xa7") << text;
}

TEST(MoveNotation, ErrorsNameTheTextAndThePlace) {
  const auto setup = initial_setup(Variant::english);
  const auto error = [&](const char* text) { return reread(Variant::english, setup, text); };
  EXPECT_EQ(error(""), "move '', column 1: expected a square from 1 to 32");
  EXPECT_EQ(error("11"), "move '11', column 3: expected '-' or 'x' and a square");
  EXPECT_EQ(error("11-"), "move '11-', column 4: expected a square from 1 to 32");
  EXPECT_EQ(error("11-33"), "move '11-33', column 4: expected a square from 1 to 32");
  EXPECT_EQ(error("11-18"), "move '11-18', column 1: expected a legal move");
  EXPECT_EQ(error("22-18"), "move '22-18', column 1: expected a legal move");  // Black begins
  EXPECT_EQ(error("11-15"), "11-15");
}

}  // namespace
}  // namespace damiera
