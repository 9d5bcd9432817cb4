#include "indexing/slice_index.h"

#include <gtest/gtest.h>

#include <random>

namespace damiera {
namespace {

/// Positions of all slices of `pieces` pieces with both sides present, by count_positions.
std::uint64_t both_sides(int pieces, int row_squares) {
  std::uint64_t n = 0;
  for (const Material& m : slices_of(pieces)) n += count_positions(m, row_squares);
  return n;
}

/// Positions of both_sides(), and positions in which one side has no pieces.
std::uint64_t all_placements(int pieces, int row_squares) {
  std::uint64_t n = both_sides(pieces, row_squares);
  for (int men = 0; men <= pieces; ++men) {
    n += count_positions({men, pieces - men, 0, 0}, row_squares);
    n += count_positions({0, 0, men, pieces - men}, row_squares);
  }
  return n;
}

TEST(SliceCounts, EqualThePublishedOnes8x8) {
  const std::uint64_t all[] = {6'972,         261'224,        7'092'774,      148'688'232,
                               2'503'611'964, 34'779'531'480, 406'309'208'481};
  const std::uint64_t both[] = {3'488,       196'032,       6'209'316,
                                139'450'808, 2'426'085'676, 34'243'113'624};
  for (int pieces = 2; pieces <= 8; ++pieces) EXPECT_EQ(all_placements(pieces, 4), all[pieces - 2]);
  for (int pieces = 2; pieces <= 7; ++pieces) EXPECT_EQ(both_sides(pieces, 4), both[pieces - 2]);
}

TEST(SliceCounts, EqualThePublishedOnes10x10) {
  const std::uint64_t all[] = {17'685, 1'074'760, 47'955'250, 1'674'983'028, 47'682'277'890};
  const std::uint64_t both[] = {8'845, 806'300, 41'971'200, 1'570'600'750, 46'198'758'750};
  for (int pieces = 2; pieces <= 6; ++pieces) {
    EXPECT_EQ(all_placements(pieces, 5), all[pieces - 2]);
    EXPECT_EQ(both_sides(pieces, 5), both[pieces - 2]);
  }
}

/// Checks for one index that position() and index() are inverse functions.
template <Rules R>
void expect_inverse(const SliceIndex<R>& slice, Index i) {
  const Position pos = slice.position(i);
  ASSERT_TRUE(is_valid<R>(pos)) << name(slice.material()) << " " << std::uint64_t(i);
  ASSERT_EQ(material_of(pos), slice.material());
  ASSERT_EQ(slice.index(pos), i);
}

template <Rules R>
void expect_dense(int pieces) {
  for (const Material& m : slices_of(pieces)) {
    const SliceIndex<R> slice{m};
    ASSERT_EQ(slice.size(), count_positions(m, R)) << name(m);
    for (std::uint64_t i = 0; i < slice.size(); ++i) expect_inverse<R>(slice, Index{i});
  }
}

template <Rules R>
void expect_samples(int pieces, int samples) {
  std::mt19937_64 random{1};
  for (const Material& m : slices_of(pieces)) {
    const SliceIndex<R> slice{m};
    ASSERT_EQ(slice.size(), count_positions(m, R)) << name(m);
    expect_inverse<R>(slice, Index{slice.size() - 1});
    for (int k = 0; k < samples; ++k) expect_inverse<R>(slice, Index{random() % slice.size()});
  }
}

// The top left square is a playing square in the Italian game only; the numbering depends on
// nothing else in the rules, so three boards stand for all games.
TEST(SliceIndex, IsDenseOnEverySmallSlice) {
  for (int pieces = 2; pieces <= 4; ++pieces) {
    expect_dense<italian>(pieces);
    expect_dense<english>(pieces);
  }
  for (int pieces = 2; pieces <= 3; ++pieces) expect_dense<international>(pieces);
}

TEST(MenBlocks, AreAllInOrderFromAnyOn) {
  for (const char* name : {"KvK", "MvK", "KvM", "MvM", "KMvMM", "MMvMM", "MMMvK"}) {
    const SliceIndex<international> index{*parse_material(name)};
    for (const std::uint64_t from : {std::uint64_t{0}, index.blocks() / 2, index.blocks() - 1}) {
      MenBlocks<international> blocks{index, from};
      for (std::uint64_t b = from; b < index.blocks(); ++b, blocks.next())
        ASSERT_EQ(blocks.men(), index.men(b)) << name << " " << b;
    }
  }
}

TEST(SliceIndex, IsDenseOnEverySmallSlice10x10) { expect_dense<international>(4); }

// Another way of counting gives the same number: every position with every run of kings.
TEST(SliceIndex, CountsEveryRunOfKings) {
  const auto total = [](int pieces) {
    std::uint64_t n = 0;
    for (const Material& m : slices_of(pieces)) n += count_positions(m, frisian);
    return n;
  };
  EXPECT_EQ(total(2), 8'845u);
  EXPECT_EQ(total(3), 2'013'020u);
  EXPECT_EQ(total(4), 218'317'080u);
}

TEST(SliceIndex, IsDenseWhereKingsHaveRuns) {
  for (int pieces = 2; pieces <= 3; ++pieces) expect_dense<frisian>(pieces);
}

template <Rules R>
void expect_the_order_of_the_quiet_rules() {
  for (const Material& m : slices_of(3)) {
    const SliceIndex<R> slice{m};
    const SliceIndex<quiet_rules(R)> quiet{m};
    ASSERT_EQ(slice.size(), quiet.size());
    for (std::uint64_t i = 0; i < slice.size(); i += 7)
      ASSERT_EQ(quiet.index(slice.position(Index{i})), Index{i}) << name(m);
  }
}

TEST(SliceIndex, IsTheSameByTheQuietRules) {
  expect_the_order_of_the_quiet_rules<italian>();
  expect_the_order_of_the_quiet_rules<english>();
  expect_the_order_of_the_quiet_rules<frisian>();
}

TEST(SliceIndex, IsInvertibleOnSamplesOfLargeSlices) {
  for (int pieces = 4; pieces <= 6; ++pieces) expect_samples<frisian>(pieces, 100);
  for (int pieces = 5; pieces <= 8; ++pieces) expect_samples<italian>(pieces, 100);
  for (int pieces = 5; pieces <= 6; ++pieces) expect_samples<international>(pieces, 100);
}

TEST(SliceIndex, NumbersTheLaneKingsFastest) {
  const SliceIndex<english> slice{{0, 2, 1, 1}};
  const Position first = slice.position(Index{0});
  const Position second = slice.position(Index{1});
  EXPECT_EQ(first.my_kings, second.my_kings);
  EXPECT_NE(first.their_kings, second.their_kings);
}

TEST(LaneSide, IsThatOfTheFormat) {
  EXPECT_EQ(lane_side({0, 1, 0, 2}), LaneSide::mine);  // fewer kings
  EXPECT_EQ(lane_side({3, 2, 0, 1}), LaneSide::theirs);
  EXPECT_EQ(lane_side({1, 0, 0, 2}), LaneSide::theirs);  // but at least one
  EXPECT_EQ(lane_side({0, 1, 1, 1}), LaneSide::mine);    // as many, and fewer men
  EXPECT_EQ(lane_side({1, 1, 0, 1}), LaneSide::theirs);
  EXPECT_EQ(lane_side({0, 1, 0, 1}), LaneSide::theirs);
}

TEST(LaneSide, IsTheSameSideSeenFromBothSlicesOfAPair) {
  for (int pieces = 2; pieces <= 7; ++pieces)
    for (const Material& m : slices_of(pieces)) {
      if (m == m.flipped() || m.kings() == 0) continue;
      EXPECT_NE(lane_side(m), lane_side(m.flipped())) << name(m);
    }
}

TEST(StepsToGo, FallByOneWithEveryManMove) {
  const Men men{Bitboard::of(Square{24}), Bitboard::of(Square{3})};
  EXPECT_EQ(steps_to_go<english>(men), 6 + 7);
  EXPECT_EQ(steps_to_go<english>(flipped<english>(men)), 6 + 7);
}

}  // namespace
}  // namespace damiera
