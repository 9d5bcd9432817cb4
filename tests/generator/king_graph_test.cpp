#include "generator/lanes/king_graph.h"

#include <set>

#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

class KingGraphTest : public VariantTest {
 protected:
  /// Calls visit(graph, squares) for graphs of few kings on boards with a few men, all in one
  /// graph's memory.
  template <Rules R, class Visit>
  void for_each_graph(const Visit& visit) {
    std::mt19937_64 random{1};
    KingGraph<R> graph;
    for (int kings = 0; kings <= (thorough ? 3 : 2); ++kings)
      for (int men = 0; men <= 4; men += 2) {
        Bitboard squares = Board<R>::all;
        while (squares.count() > Board<R>::size - men)
          squares = squares.without(Square(random() % std::uint64_t(Board<R>::size)));
        graph.reset(squares, kings);
        visit(graph, squares);
      }
  }
};

TEST_P(KingGraphTest, NumbersAllPlacementsAsRankDoes) {
  test::with_board_moves(GetParam(), [&]<Rules R>() {
    for_each_graph<R>([](const KingGraph<R>& graph, Bitboard squares) {
      const int kings = graph.set(0).count();
      ASSERT_EQ(graph.size(), choose(squares.count(), kings));
      for (std::size_t n = 0; n < graph.size(); ++n) {
        ASSERT_EQ(graph.set(n).count(), kings);
        ASSERT_EQ(rank(graph.set(n), squares), n);
      }
    });
  });
}

TEST_P(KingGraphTest, StepsAreTheKingMoves) {
  test::with_board_moves(GetParam(), [&]<Rules R>() {
    for_each_graph<R>([](const KingGraph<R>& graph, Bitboard squares) {
      for (std::size_t n = 0; n < graph.size(); ++n) {
        const Bitboard set = graph.set(n);
        std::multiset<Bitboard> expected, found;
        for (Square from : set)
          for (Square to : king_reach<R>(from, squares & ~set))
            expected.insert(set.without(from).with(to));
        for (const auto& step : graph.steps(n)) found.insert(graph.set(step.to));
        ASSERT_EQ(found, expected);
      }
    });
  });
}

TEST_P(KingGraphTest, StepsTellWhichKingMoves) {
  test::with_board_moves(GetParam(), [&]<Rules R>() {
    for_each_graph<R>([](const KingGraph<R>& graph, Bitboard) {
      for (std::size_t n = 0; n < graph.size(); ++n)
        for (const auto& step : graph.steps(n)) {
          const Bitboard from = graph.set(n), to = graph.set(step.to);
          ASSERT_EQ(Bitboard::of(from.nth(step.king)), from & ~to);
          ASSERT_EQ(Bitboard::of(to.nth(step.becomes)), to & ~from);
        }
    });
  });
}

// With other pieces in the way, the graph has the moves that the rules allow.
TEST_P(KingGraphTest, BetweenIsWhatMustBeEmpty) {
  test::with_board_moves(GetParam(), [&]<Rules R>() {
    std::mt19937_64 random{2};
    for_each_graph<R>([&](const KingGraph<R>& graph, Bitboard squares) {
      for (std::size_t n = 0; n < graph.size(); ++n) {
        const Bitboard set = graph.set(n);
        const Bitboard others = squares & ~set & Bitboard{random() & random()};
        std::set<Bitboard> expected, found;
        for (Square from : set)
          for (Square to : king_reach<R>(from, squares & ~set & ~others))
            expected.insert(set.without(from).with(to));
        for (const auto& step : graph.steps(n))
          if (((step.between | graph.set(step.to)) & others).empty())
            found.insert(graph.set(step.to));
        ASSERT_EQ(found, expected);
      }
    });
  });
}

// Placements that are left out are images of kept ones, and a step to one of them names the kept
// one.
TEST_P(KingGraphTest, KeepsTheLeastOfTheImagesOfEachPlacement) {
  test::with_board_moves(GetParam(), [&]<Rules R>() {
    using Symmetry = BoardSymmetry<R>;
    for (int kings = 0; kings <= (thorough ? 3 : 2); ++kings) {
      KingGraph<R> all, least;
      all.reset(Board<R>::all, kings);
      least.reset(Board<R>::all, kings, true);
      EXPECT_EQ(least.size(), Symmetry::least_sets(kings));
      std::vector<std::size_t> number(all.size(), all.size());  // among the least
      for (std::size_t n = 0; n < least.size(); ++n) number[rank(least.set(n), Board<R>::all)] = n;
      for (std::size_t n = 0; n < all.size(); ++n) {
        std::set<Bitboard> images;
        for (int symmetry = 0; symmetry < Symmetry::count; ++symmetry)
          images.insert(Symmetry::image(symmetry, all.set(n)));
        ASSERT_EQ(number[n] != all.size(), *images.begin() == all.set(n));
        if (number[n] == all.size()) continue;
        const auto steps = all.steps(n), kept = least.steps(number[n]);
        ASSERT_EQ(steps.size(), kept.size());
        for (std::size_t k = 0; k < steps.size(); ++k) {
          ASSERT_EQ(Symmetry::image(kept[k].symmetry, least.set(kept[k].to)), all.set(steps[k].to));
          ASSERT_EQ(kept[k].between, steps[k].between);
        }
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, KingGraphTest, testing::ValuesIn(test::board_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
