// Positions counted by distance: sums, longest distances, and the picture.

#include "answers/find/histogram.h"

#include <gtest/gtest.h>

#include "data/file/table.h"
#include "indexing/slice_index.h"

namespace damiera {
namespace {

constexpr std::uint64_t enough = std::uint64_t{1} << 30;

Histogram made(const Tablebase& tables, const char* slice, const HistogramKind& kind,
               std::uint64_t memory = enough) {
  const auto slices = game_slices(tables, memory);
  auto found =
      histogram(tables, *slices, *parse_material(slice), kind, [](std::uint64_t) { return true; });
  EXPECT_TRUE(found) << found.error().message;
  return *std::move(found);
}

TableInfo info_of(const Tablebase& tables, const Material& m, Metric metric) {
  return tables.table({tables.variant(), m, metric})->info();
}

class HistogramTest : public testing::TestWithParam<Variant> {
 protected:
  Tablebase tables_ = *Tablebase::open(GetParam(), {});
};

// The headers of tables have the sums and the longest distances.
TEST_P(HistogramTest, AgreesWithHeaders) {
  for (const char* slice : {"KMvK", "KKvM", "MvM", "KvK"})
    for (const Metric metric : {Metric::dtc, Metric::dtw}) {
      const Material m = *parse_material(slice);
      const TableInfo info = info_of(tables_, m, metric);
      const Tally all = made(tables_, slice, {metric}).white;
      EXPECT_EQ(Tally::sum(all.wins), info.wins);
      EXPECT_EQ(Tally::sum(all.losses), info.losses);
      EXPECT_EQ(all.draws, info.draws);
      const Histogram quiet = made(tables_, slice, {metric, 0, CaptureFilter::none});
      const Tally& t = quiet.white;
      EXPECT_EQ(Tally::sum(t.wins) + Tally::sum(t.losses) + t.draws,
                info.positions - info.captures);
      const int longest = static_cast<int>(std::max(t.wins.size(), t.losses.size())) - 1;
      EXPECT_EQ(longest, info.longest_plies) << slice;
      const auto& fen_of_longest =
          t.wins.size() >= t.losses.size() ? quiet.longest_win[0] : quiet.longest_loss[0];
      const Position pos = *tables_.position(m, info.longest);
      if (t.wins.size() != t.losses.size()) {
        EXPECT_EQ(fen_of_longest, fen(GetParam(), {pos, Color::white}));
      }
    }
}

TEST_P(HistogramTest, IsTheSamePositionByPosition) {
  for (const Metric metric : {Metric::dtc, Metric::dtw}) {
    const Histogram whole = made(tables_, "KMvM", {metric});
    const Histogram single = made(tables_, "KMvM", {metric}, 0);
    EXPECT_EQ(to_json(whole), to_json(single));
  }
}

INSTANTIATE_TEST_SUITE_P(Games, HistogramTest,
                         testing::Values(Variant::italian, Variant::english, Variant::russian,
                                         Variant::antidraughts),
                         [](const auto& game) { return std::string{name(game.param)}; });

TEST(Histogram, CountsKnownLongestWins) {
  const Tablebase tables = *Tablebase::open(Variant::italian, {});
  const HistogramKind kind{Metric::dtc, 0, CaptureFilter::none};
  const auto longest = [&](const char* slice) {
    const Tally t = made(tables, slice, kind).white;
    return std::pair{t.wins.size() - 1, t.wins.back()};
  };
  EXPECT_EQ(longest("KKvKM"), std::pair(std::size_t{43}, std::uint64_t{3}));
  EXPECT_EQ(longest("KKvK"), std::pair(std::size_t{33}, std::uint64_t{220}));
  EXPECT_EQ(longest("KMvKM"), std::pair(std::size_t{15}, std::uint64_t{3}));
}

TEST(Histogram, BlackHasTheFlippedSlice) {
  const Tablebase tables = *Tablebase::open(Variant::english, {});
  const Histogram one = made(tables, "KMvK", {Metric::dtw});
  const Histogram other = made(tables, "KvKM", {Metric::dtw});
  EXPECT_EQ(one.white.wins, other.black.wins);
  EXPECT_EQ(one.black.losses, other.white.losses);
  EXPECT_TRUE(one.longest_loss[1].starts_with("B:")) << one.longest_loss[1];
}

TEST(Histogram, CountsValuesUnderACount) {
  const Tablebase tables = *Tablebase::open(Variant::italian, {});
  const Histogram plain = made(tables, "KKvK", {Metric::dtc});
  const Histogram counted = made(tables, "KKvK", {Metric::counted_dtc, 40});
  EXPECT_EQ(counted.white.wins, plain.white.wins) << "40 moves are enough";
  EXPECT_EQ(counted.white.cursed_wins, 0u);
}

TEST(Tally, JoinsInTheOrderOfNumbers) {
  Tally all, later;
  all.add(RuleValue::win, 5, 10);
  later.add(RuleValue::win, 5, 20);
  later.add(RuleValue::win, 7, 30);
  later.add(RuleValue::win, 7, 40);
  later.add(RuleValue::cursed_win, 0, 41);
  later.add(RuleValue::draw, 0, 42);
  all.add(later);
  EXPECT_EQ(all.wins, (std::vector<std::uint64_t>{0, 0, 0, 0, 0, 2, 0, 2}));
  EXPECT_EQ(all.longest_win, 30u);
  EXPECT_EQ(all.longest_loss, std::nullopt);
  EXPECT_EQ(all.draws, 1u);
  EXPECT_EQ(all.cursed_wins, 1u);
}

TEST(Histogram, IsDrawnWithABarForEachDistance) {
  const Tablebase tables = *Tablebase::open(Variant::english, {});
  const Histogram h = made(tables, "KKvK", {Metric::dtw});
  std::size_t bars = 0;
  for (const Tally* t : {&h.white, &h.black})
    for (const auto* by_plies : {&t->wins, &t->losses})
      bars += static_cast<std::size_t>(
          std::ranges::count_if(*by_plies, [](std::uint64_t n) { return n > 0; }));
  const std::string svg = histogram_svg(h);
  std::size_t found = 0;
  for (auto at = svg.find("<title>"); at != svg.npos; at = svg.find("<title>", at + 1)) ++found;
  EXPECT_EQ(found, bars);
  EXPECT_NE(svg.find("english: KKvK, distance to the end of the game"), svg.npos) << svg;
}

}  // namespace
}  // namespace damiera
