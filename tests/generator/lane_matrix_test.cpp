#include "generator/lanes/lane_matrix.h"

#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

class LaneMatrixTest : public VariantTest {};

/// The number of the run of a cell's lane side, with the king that has made it by its square.
template <Rules R>
std::pair<std::size_t, Square> run_in(std::size_t run, Bitboard beside, Square lane) {
  if (run == 0) return {};
  const std::size_t king = RunNumbers<R>::king(run);
  return {RunNumbers<R>::moves(run), king == 0 ? lane : beside.nth(static_cast<int>(king) - 1)};
}

/// A row of cells in which each placement of the lane side's kings, with each run, is set in at
/// most one cell: the cell whose lane king is the highest, or the cell whose lane king is the
/// lowest. `men`: the men of the lane side and of the other side, which has a king. There are cells
/// of N blocks, but only the last block is shared.
template <Rules R, std::size_t N = 1>
void expect_shared(int fellows, bool highest, std::array<int, 2> men, std::mt19937_64& random) {
  const Bitboard free = Board<R>::all & ~Bitboard{random() & random() & random()};
  const std::uint64_t columns = choose(free.count(), fellows);
  const int lane_of = static_cast<int>(random() % 2);
  std::array<RunNumbers<R>, 2> runs;
  runs[std::size_t(lane_of)] = {men[0], fellows + 1};
  runs[std::size_t(1 - lane_of)] = {men[1], 1};
  RowCells<R> cells;
  cells.reset(columns, runs);
  constexpr std::size_t last = N - 1;
  std::vector<LaneCell<R, N>> row(cells.size());
  std::vector<LaneArray<R, N>> holds(cells.size());
  std::set<std::tuple<Bitboard, std::pair<std::size_t, Square>, std::size_t>> told;
  const auto for_each_cell = [&](const auto& visit) {
    for (std::size_t n = 0; n < row.size(); ++n) {
      const auto at = cells[n];
      ASSERT_EQ(cells.number(at), n);
      const Bitboard beside = unrank(at.column, fellows, free);
      for (Square sq : Board<R>::all)
        visit(n, beside, sq,
              std::tuple{beside.with(sq), run_in<R>(at.runs[std::size_t(lane_of)], beside, sq),
                         std::size_t{at.runs[std::size_t(1 - lane_of)]}});
    }
  };
  for_each_cell([&](std::size_t n, Bitboard beside, Square sq, const auto& placement) {
    const Bitboard below = beside & Bitboard::first(int(sq));
    if (!(free & ~beside).contains(sq)) return;
    if (below != (highest ? beside : Bitboard{}) || random() % 2 == 0) return;
    row[n].open[last] |= LaneWord<R>{1} << int(sq);
    holds[n] = row[n].open;
    told.insert(placement);
  });
  LaneSharing<R, N>{free, fellows, cells, lane_of}.share(row, holds, last);
  for_each_cell([&](std::size_t n, Bitboard beside, Square sq, const auto& placement) {
    ASSERT_EQ(holds[n], row[n].open);
    for (std::size_t b = 0; b < last; ++b) ASSERT_EQ(row[n].open[b], 0);
    ASSERT_EQ(row[n].open[last] >> int(sq) & 1,
              !beside.contains(sq) && free.contains(sq) && told.contains(placement));
  });
}

TEST_P(LaneMatrixTest, SharingTellsAllCellsOfAPlacement) {
  test::with_board_moves(GetParam(), []<Rules R>() {
    std::mt19937_64 random{1};
    for (int fellows = 0; fellows <= (thorough ? 3 : 2); ++fellows)
      for (const bool highest : {false, true}) {
        expect_shared<R>(fellows, highest, {}, random);
        expect_shared<R, 4>(fellows, highest, {}, random);
      }
  });
}

TEST(LaneMatrix, SharingTellsTheRunsOfAllCells) {
  std::mt19937_64 random{1};
  for (int fellows = 0; fellows <= 2; ++fellows)
    for (const bool highest : {false, true})
      for (const auto men : {std::array{1, 0}, std::array{0, 1}, std::array{1, 1}})
        expect_shared<frisian>(fellows, highest, men, random);
}

/// Writes one lane after the other, and expects each outcome at its position's number.
template <Rules R>
void expect_written(const Material& m, int samples) {
  const SliceIndex<R> slice{m};
  std::mt19937_64 random{1};
  for (int k = 0; k < samples; ++k) {
    const Position pos = slice.position(Index{random() % slice.size()});
    const Men men = men_of(pos);
    const Bitboard free = SliceIndex<R>::free_squares(men);
    const bool lane_is_mine = pos.my_kings.any() && (pos.their_kings.empty() || random() % 2 == 0);
    const Bitboard side = lane_is_mine ? pos.my_kings : pos.their_kings;
    const Square lane = random() % 2 == 0 ? side.lowest() : side.nth(side.count() - 1);
    std::vector<Outcome> outcomes(slice.block_size());
    const typename BlockPair<R>::Side block{&slice, men, outcomes};
    Position rest = pos;
    rest.my_kings = pos.my_kings.without(lane);
    rest.their_kings = pos.their_kings.without(lane);
    if (lane_is_mine && pos.my_run.any() && pos.my_run.king == lane) rest.my_run.king = lane_king;
    if (!lane_is_mine && pos.their_run.any() && pos.their_run.king == lane)
      rest.their_run.king = lane_king;
    const Bitboard other = lane_is_mine ? pos.their_kings : pos.my_kings;
    const LaneWriter<R> writer{block, lane_is_mine, rest, free,
                               LaneWriter<R>::row_first(slice, lane_is_mine, other, free)};
    writer.write(Bitboard::of(lane), Outcome::win(7));
    ASSERT_EQ(outcomes[slice.placement(pos)], Outcome::win(7)) << text<R>(pos);
    ASSERT_EQ(std::ranges::count(outcomes, Outcome{}), std::ssize(outcomes) - 1);
  }
}

TEST_P(LaneMatrixTest, OutcomesAreWrittenWhereTheirPositionsAre) {
  test::with_board_moves(GetParam(), []<Rules R>() {
    for (const char* slice : {"KvK", "KMvK", "KvKK", "KKvK", "KKKvM", "KKvKK"})
      if (const Material m = *parse_material(slice); m.total() < 4 || R.width == 8)
        expect_written<R>(m, thorough ? 200 : 20);
  });
}

TEST(LaneMatrix, OutcomesWithRunsAreWrittenWhereTheirPositionsAre) {
  for (const char* slice : {"KMvKM", "KKMvM", "KKMvKM", "KMvKKM"})
    expect_written<frisian>(*parse_material(slice), thorough ? 500 : 20);
}

INSTANTIATE_TEST_SUITE_P(Variants, LaneMatrixTest, testing::ValuesIn(test::board_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
