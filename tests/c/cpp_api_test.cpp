// The C++ wrapper: handles, errors and lists. Its results equal those of the C interface.

#include <gtest/gtest.h>

#include "apps/c/damiera.hpp"
#include "tests/probe/built_tables.h"

namespace damiera {
namespace {

class CppApi : public testing::Test {
 protected:
  CppApi() : tables_{open()} {}
  api::Tablebase open() const {
    auto opened = api::Tablebase::open(DAMIERA_ITALIAN, {built_.folder().string()}, {0, false});
    EXPECT_TRUE(opened) << opened.message();
    return std::move(*opened);
  }

  test::BuiltTables built_{Variant::italian, 3};
  api::Tablebase tables_;
  damiera_position position_ = *api::parse_fen(DAMIERA_ITALIAN, "W:WK1:BK32");
};

TEST_F(CppApi, TellsValuesMovesAndLines) {
  EXPECT_EQ(tables_.max_pieces(), 3);
  EXPECT_TRUE(tables_.is_covered(position_));
  EXPECT_EQ(*tables_.wdl(position_), DAMIERA_WIN);
  const auto known = tables_.probe(position_);
  ASSERT_TRUE(known) << known.message();
  EXPECT_EQ(known->dtc, 11);
  EXPECT_EQ(api::distance(known->dtc), 11);
  EXPECT_EQ(api::distance(known->dtw), std::nullopt);  // there are no DTW tables
  const auto moves = tables_.moves(position_);
  ASSERT_TRUE(moves) << moves.message();
  EXPECT_EQ(moves->size(), api::legal_moves(DAMIERA_ITALIAN, position_)->size());
  EXPECT_EQ(moves->front().value, DAMIERA_WIN);
  EXPECT_EQ(moves->front().plies, 11);
  EXPECT_EQ(tables_.best_line(position_)->size(), 11u);
}

TEST_F(CppApi, TellsTablesAndNumbers) {
  ASSERT_EQ(tables_.table_count(), damiera_table_count(tables_.get()));
  const auto first = tables_.table(0);
  ASSERT_TRUE(first) << first.message();
  EXPECT_EQ(first->positions, *api::slice_size(DAMIERA_ITALIAN, first->slice));
  EXPECT_EQ(tables_.table(first->slice, DAMIERA_WDL)->wins, first->wins);
  const auto number = tables_.number(position_);
  ASSERT_TRUE(number) << number.message();
  EXPECT_EQ(tables_.position(number->first, number->second)->white_kings, position_.white_kings);
}

TEST_F(CppApi, VisitsThePositionsOfASlice) {
  const damiera_slice slice = tables_.number(position_)->first;
  damiera_filter wins{};
  wins.win = wins.captures = 1;
  std::vector<std::uint64_t> numbers;
  const auto all = tables_.enumerate(slice, wins, [&](auto number, const auto& p, int value, int) {
    EXPECT_EQ(tables_.number(p)->second, number);
    EXPECT_EQ(value, DAMIERA_WIN);
    numbers.push_back(number);
    return true;
  });
  ASSERT_TRUE(all) << all.message();
  EXPECT_EQ(*all, numbers.size());
  EXPECT_EQ(numbers.size(), tables_.table(slice, DAMIERA_WDL)->wins);
  const auto first = tables_.enumerate(slice, wins, [](auto...) { return false; });
  EXPECT_EQ(*first, 1U);
  const auto throws = [](auto...) -> bool { throw std::runtime_error{"enough"}; };
  EXPECT_THROW((void)tables_.enumerate(slice, wins, throws), std::runtime_error);
  const damiera_slice missing{0, 4, 0, 4};
  EXPECT_EQ(tables_.enumerate(missing, wins, throws).status(), DAMIERA_MISSING_TABLE);
}

TEST_F(CppApi, TellsWhatIsWrong) {
  const auto none = api::Tablebase::open(DAMIERA_ITALIAN, {"/no/such/folder"});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.status(), DAMIERA_IO);
  EXPECT_NE(none.message().find("folder: no such"), std::string::npos);
  EXPECT_EQ(api::parse_fen(DAMIERA_ITALIAN, "x").status(), DAMIERA_BAD_NOTATION);
  EXPECT_EQ(tables_.wdl({0, 1, 0, 1, 0}).status(), DAMIERA_BAD_POSITION);
  EXPECT_EQ(tables_.table(1'000'000).status(), DAMIERA_BAD_ARGUMENT);
  EXPECT_EQ(tables_.wdl(position_).message(), "");
}

// The calls in C end a text at its zero byte; what stands after it would be lost without a word.
TEST_F(CppApi, RefusesTextsWithAZeroByte) {
  const std::string end{"\0[GameType \"21\"] 1. 11-15 *", 27};
  for (const damiera_status status :
       {api::parse_fen(DAMIERA_ITALIAN, "W:WK1:BK32" + end).status(),
        api::claim("[GameType \"21\"] 1. 11-15 *" + end).status(),
        api::Tablebase::open(DAMIERA_ITALIAN, {built_.folder().string() + end}).status()})
    EXPECT_EQ(status, DAMIERA_BAD_NOTATION);
  EXPECT_EQ(api::parse_fen(DAMIERA_ITALIAN, end).message(),
            "the text has a zero byte: expected none");
}

TEST_F(CppApi, AHandleMovesAndClosesOnce) {
  api::Tablebase moved = std::move(tables_);
  EXPECT_EQ(*moved.wdl(position_), DAMIERA_WIN);
  moved = open();
  EXPECT_EQ(*moved.wdl(position_), DAMIERA_WIN);
}

TEST_F(CppApi, WritesTheFenThatItReads) {
  EXPECT_EQ(*api::write_fen(DAMIERA_ITALIAN, position_), "W:WK1:BK32");
}

}  // namespace
}  // namespace damiera
