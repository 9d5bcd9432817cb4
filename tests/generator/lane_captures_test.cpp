#include "generator/lanes/lane_captures.h"

#include <utility>

#include "tests/generator/lane_positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

/// A way of capturing: the position after it, and its merit.
using Capture = std::pair<Position, std::uint64_t>;

template <Rules R>
std::set<Capture> captures_of(const Position& pos) {
  std::set<Capture> found;
  for_each_capture_path<R>(pos, capturers<R>(pos), [&](const CaptureLine& c) {
    found.insert({after<R>(pos, c.move), c.merit});
  });
  return found;
}

/// The captures of one of the lanes.
template <Rules R>
std::set<Capture> captures_of(const LanePosition& p, const std::vector<LaneCapture>& all,
                              Square lane) {
  std::set<Capture> found;
  for (const LaneCapture& c : all) {
    if (!c.lanes.contains(lane)) continue;
    Position next = c.after;
    Bitboard& kings = p.lane_is_mine ? next.their_kings : next.my_kings;
    if (!c.is_complete) kings = kings.with(Board<R>::turned(lane));
    if (c.landings.empty()) found.insert({next, c.merit});
    for (Square sq : c.landings) {
      Position landed = next;
      landed.their_kings = landed.their_kings.with(sq);
      found.insert({landed, c.merit});
    }
  }
  return found;
}

class LaneCapturesTest : public VariantTest {};

// Every way of capturing, precedence ignored: also captures that are not legal.
TEST_P(LaneCapturesTest, AreTheCapturesOfEachLane) {
  test::with_few_moves(GetParam(), []<Rules R>() {
    std::mt19937_64 random{1};
    int with_lane_king = 0, without = 0;
    for (int i = 0; i < (thorough ? 60'000 : 3'000); ++i) {
      const auto p = without_king<R>(test::random_position<R>(random, 2 + i % 9), random);
      if (!p) continue;
      std::vector<LaneCapture> all;
      LaneJumps<R> jumps;
      const Position seen = flipped<R>(p->rest);
      LaneCaptureWalk<R>{p->rest, seen, p->lane_is_mine, jumps, all}.walk(p->lanes);
      for (Square lane : p->lanes) {
        const Position pos = with_king(*p, lane);
        ASSERT_EQ(captures_of<R>(*p, all, lane), captures_of<R>(pos)) << text<R>(pos);
      }
      for (const LaneCapture& c : all) {
        ASSERT_TRUE((c.lanes & ~p->lanes).empty());
        ++(c.is_complete ? with_lane_king : without);
      }
    }
    EXPECT_GT(with_lane_king, thorough ? 1000 : 100);
    EXPECT_GT(without, thorough ? 1000 : 100);
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, LaneCapturesTest, testing::ValuesIn(test::few_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
