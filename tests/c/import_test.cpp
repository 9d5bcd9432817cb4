// Positions of other programs: perft from the initial position, and single squares.

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "apps/c/damiera.hpp"
#include "apps/c/damiera_import.h"

namespace damiera {
namespace {

std::uint64_t perft(int game, const damiera_position& position, int depth) {
  const auto moves = api::legal_moves(game, position);
  if (!moves) {
    ADD_FAILURE() << moves.message();
    return 0;
  }
  if (depth == 1) return moves->size();
  std::uint64_t count = 0;
  for (const damiera_move& move : *moves) count += perft(game, move.after, depth - 1);
  return count;
}

/// Published counts at this depth.
constexpr int depth = 5;
constexpr std::uint64_t italian_perft = 7361, english_perft = 7361, russian_perft = 7482,
                        brazilian_perft = 7473, international_perft = 27117;

constexpr std::uint64_t bits(int first, int last) {
  return (std::uint64_t{1} << (last + 1)) - (std::uint64_t{1} << first);
}

bool is_refused(const damiera_position& position) {
  return api::legal_moves(DAMIERA_INTERNATIONAL, position).status() == DAMIERA_BAD_POSITION;
}

bool same(const damiera_position& a, const damiera_position& b) {
  return a.white_men == b.white_men && a.white_kings == b.white_kings &&
         a.black_men == b.black_men && a.black_kings == b.black_kings &&
         a.black_to_move == b.black_to_move;
}

// Rows of five squares in bits 0, 6, 13, 19, 26, 32, 39, 45, 52 and 58.
TEST(Import, ScanPerft) {
  const std::uint64_t black =
      0x1f | std::uint64_t{0x1f} << 6 | std::uint64_t{0x1f} << 13 | std::uint64_t{0x1f} << 19;
  const std::uint64_t white = std::uint64_t{0x1f} << 39 | std::uint64_t{0x1f} << 45 |
                              std::uint64_t{0x1f} << 52 | std::uint64_t{0x1f} << 58;
  const auto p = damiera_from_scan(black | white, 0, white, black, 0);
  EXPECT_EQ(perft(DAMIERA_INTERNATIONAL, p, 4), 4265u);
  EXPECT_EQ(perft(DAMIERA_INTERNATIONAL, p, depth), international_perft);
}

// Square 28 is the third of row 6, square 46 the first of row 10.
TEST(Import, ScanSquares) {
  const std::uint64_t s28 = std::uint64_t{1} << 34, s46 = std::uint64_t{1} << 58;
  const auto p = damiera_from_scan(s28, s46, s28, s46, 1);
  EXPECT_TRUE(same(p, *api::parse_fen(DAMIERA_INTERNATIONAL, "B:W28:BK46")));
  EXPECT_TRUE(is_refused(damiera_from_scan(1 << 5, 0, 1 << 5, 0, 0)));  // a gap
  EXPECT_TRUE(is_refused(damiera_from_scan(s28, 0, s28, s28, 0)));      // of both colours
  EXPECT_TRUE(is_refused(damiera_from_scan(s28, s28, s28, 0, 0)));      // man and king
  EXPECT_TRUE(is_refused(damiera_from_scan(s28, 0, 0, 0, 0)));          // of no colour
}

// Bits 10, 21, 32 and 43 are left out; EGDB_WHITE is 1.
TEST(Import, KingsrowPerftOnTheLargeBoard) {
  const std::uint64_t black = bits(0, 9) | bits(11, 20);
  const std::uint64_t white = bits(33, 42) | bits(44, 53);
  EXPECT_EQ(perft(DAMIERA_INTERNATIONAL, damiera_from_kingsrow_10x10(black, white, 0, 1), depth),
            international_perft);
}

TEST(Import, KingsrowSquaresOnTheLargeBoard) {
  const std::uint64_t s28 = std::uint64_t{1} << 29, s46 = std::uint64_t{1} << 49;
  EXPECT_TRUE(same(damiera_from_kingsrow_10x10(s46, s28, s46, 0),
                   *api::parse_fen(DAMIERA_INTERNATIONAL, "B:W28:BK46")));
  EXPECT_TRUE(is_refused(damiera_from_kingsrow_10x10(1 << 10, s28, 0, 0)));  // a gap
  EXPECT_TRUE(is_refused(damiera_from_kingsrow_10x10(s46, s28, 1, 0)));      // a king of nobody
}

TEST(Import, KingsrowPerftOnTheSmallBoard) {
  const std::uint32_t black = 0xfff, white = 0xfff00000;
  EXPECT_EQ(
      perft(DAMIERA_ENGLISH, damiera_from_kingsrow_8x8(DAMIERA_ENGLISH, black, white, 0, 0), depth),
      english_perft);
  EXPECT_EQ(
      perft(DAMIERA_ITALIAN, damiera_from_kingsrow_8x8(DAMIERA_ITALIAN, black, white, 0, 1), depth),
      italian_perft);
}

// The initial position does not show the order within a row.
TEST(Import, KingsrowSquaresOnTheSmallBoard) {
  EXPECT_TRUE(same(damiera_from_kingsrow_8x8(DAMIERA_ENGLISH, 1 << 1, 1 << 21, 1 << 1, 0),
                   *api::parse_fen(DAMIERA_ENGLISH, "B:W22:BK2")));
  EXPECT_TRUE(same(damiera_from_kingsrow_8x8(DAMIERA_ITALIAN, 1 << 0, 1 << 21, 1 << 21, 1),
                   *api::parse_fen(DAMIERA_ITALIAN, "W:WK23:B4")));
  for (const int other : {DAMIERA_SPANISH, DAMIERA_RUSSIAN, DAMIERA_INTERNATIONAL})
    EXPECT_TRUE(is_refused(damiera_from_kingsrow_8x8(other, 1, 1U << 31, 0, 0))) << other;
}

std::string initial_hub(int rows, int row_squares, int empty_rows) {
  const int men = (rows - empty_rows) / 2 * row_squares;
  return "W" + std::string(static_cast<std::size_t>(men), 'b') +
         std::string(static_cast<std::size_t>(empty_rows * row_squares), 'e') +
         std::string(static_cast<std::size_t>(men), 'w');
}

TEST(Import, HubPerft) {
  const std::string small = initial_hub(8, 4, 2), large = initial_hub(10, 5, 2);
  const auto count = [](int game, const std::string& text) {
    return perft(game, damiera_from_hub(game, text.c_str()), depth);
  };
  EXPECT_EQ(count(DAMIERA_INTERNATIONAL, large), international_perft);
  EXPECT_EQ(count(DAMIERA_ITALIAN, small), italian_perft);
  EXPECT_EQ(count(DAMIERA_ENGLISH, small), english_perft);
  EXPECT_EQ(count(DAMIERA_RUSSIAN, small), russian_perft);
  EXPECT_EQ(count(DAMIERA_BRAZILIAN, small), brazilian_perft);
}

TEST(Import, HubSquares) {
  const std::string text = "B" + std::string(27, 'e') + "wB" + std::string(21, 'e');
  EXPECT_TRUE(same(damiera_from_hub(DAMIERA_INTERNATIONAL, text.c_str()),
                   *api::parse_fen(DAMIERA_INTERNATIONAL, "B:W28:BK29")));
  const std::string small = "Wwe" + std::string(29, 'e') + "B";
  EXPECT_TRUE(same(damiera_from_hub(DAMIERA_ITALIAN, small.c_str()),
                   damiera_position{1, 0, 0, std::uint64_t{1} << 31, 0}));
  // Black begins the English game, so that W is Black, who sees the board from the other side.
  EXPECT_TRUE(same(damiera_from_hub(DAMIERA_ENGLISH, small.c_str()),
                   damiera_position{0, 1, std::uint64_t{1} << 31, 0, 1}));
  EXPECT_TRUE(is_refused(damiera_from_hub(DAMIERA_CZECH, small.c_str())));  // not established
  for (const std::string& bad : {std::string{}, std::string{"W"}, "X" + text.substr(1), text + "e",
                                 "W" + std::string(49, 'e') + "x", text.substr(0, 50)})
    EXPECT_TRUE(is_refused(damiera_from_hub(DAMIERA_INTERNATIONAL, bad.c_str()))) << bad;
}

}  // namespace
}  // namespace damiera
