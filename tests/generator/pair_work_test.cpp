#include "generator/pair_work.h"

#include <tbb/task_arena.h>

#include <atomic>

#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

template <Rules R>
struct Work {
  explicit Work(const SlicePair& p, Keep keep = Keep::distances)
      : pair{p}, work{p, keep, zeroed(PairWork<R>::bytes_for(p, keep))} {
    for (const Material& m : std::set{p.first, p.second})
      known.add(m, zeroed(KnownValues<R>::bytes_for(m)));
  }
  SlicePair pair;
  PairWork<R> work;
  KnownValues<R> known{value_at(R.goal)};
};

/// With men on both sides, on one, and without; slices that are their own flip, and others.
constexpr const char* small_pairs[] = {"KvK",  "MvM",  "KvM",   "KKvM",
                                       "KMvM", "MMvM", "KMvKM", "MMvMM"};

class PairWorkTest : public VariantTest {
 protected:
  template <class Visit>
  void for_each_pair(const Visit& visit) {
    test::with_board_moves(GetParam(), [&]<Rules R>() {
      for (const char* pair : small_pairs) {
        if (parse_material(pair)->total() == 4 && !(thorough && R.width == 8)) continue;
        Work<R> work{pair_named(pair)};
        visit.template operator()<R>(work);
      }
    });
  }
};

TEST_P(PairWorkTest, HasAnOutcomeForEachPosition) {
  for_each_pair([]<Rules R>(Work<R>& w) {
    EXPECT_EQ(w.work.slice(0).material(), w.pair.first);
    std::uint64_t positions = 0;
    for (int s = 0; s < w.pair.slices(); ++s) {
      EXPECT_EQ(w.work.outcomes(s).size(), w.work.slice(s).size());
      positions += w.work.slice(s).size();
    }
    EXPECT_EQ(w.work.positions(), positions);
    EXPECT_EQ(PairWork<R>::positions_of(w.pair), positions);
    EXPECT_EQ(PairWork<R>::bytes_for(w.pair, Keep::distances), positions * sizeof(Outcome));
    if (!w.pair.is_one_slice()) {
      EXPECT_EQ(w.work.slice(1).material(), w.pair.second);
    }
  });
}

// The outcomes that a block comes with belong to its positions only.
TEST_P(PairWorkTest, GivesEachBlockOnceWithItsOwnOutcomes) {
  for_each_pair([]<Rules R>(Work<R>& w) {
    const BlockSolver<R> number = [](const BlockPair<R>& block, const KnownValues<R>&) {
      for (int s = 0; s < block.count; ++s) {
        const auto& side = block.sides[std::size_t(s)];
        EXPECT_EQ(side.outcomes.size(), side.slice->block_size());
        for (std::size_t p = 0; p < side.outcomes.size(); ++p) {
          EXPECT_FALSE(side.outcomes[p].decided());  // or it was here before
          const auto i = side.slice->block(side.men) * side.slice->block_size() + p;
          side.outcomes[p] = Outcome::win(1 + int(i % 8191));
        }
      }
    };
    w.work.solve(number, w.known, [](std::uint64_t) { return true; });
    for (int s = 0; s < w.pair.slices(); ++s)
      for (std::uint64_t i = 0; i < w.work.slice(s).size(); ++i)
        ASSERT_EQ(w.work.outcomes(s)[i], Outcome::win(1 + int(i % 8191)));
  });
}

// The same holds for several blocks at a time, all of one level.
TEST_P(PairWorkTest, GivesEachBlockOnceInBatchesOfALevel) {
  for_each_pair([]<Rules R>(Work<R>& w) {
    if (w.pair.first.kings() == 0) return;
    for (const int threads : {1, 2, 1000})
      for (const std::size_t most : {std::size_t{1}, std::size_t{3}, most_in_batch}) {
        std::atomic<std::size_t> largest = 0;
        for (int s = 0; s < w.pair.slices(); ++s) std::ranges::fill(w.work.outcomes(s), Outcome{});
        const BatchSolver<R> number = [&](std::span<const BlockPair<R>> blocks,
                                          const KnownValues<R>&) {
          ASSERT_FALSE(blocks.empty());
          ASSERT_LE(blocks.size(), most);
          largest = std::max(largest.load(), blocks.size());
          for (const BlockPair<R>& block : blocks) {
            EXPECT_EQ(steps_to_go<R>(block.sides[0].men), steps_to_go<R>(blocks[0].sides[0].men));
            for (int s = 0; s < block.count; ++s) {
              const auto& side = block.sides[std::size_t(s)];
              EXPECT_EQ(side.outcomes.size(), side.slice->block_size());
              for (Outcome& o : side.outcomes) {
                o = Outcome::win(1 + int(side.slice->block(side.men) % 8191));
              }
            }
          }
        };
        std::atomic<std::uint64_t> positions = 0;
        tbb::task_arena{threads}.execute([&] {
          w.work.solve_batches(number, most, w.known, [&](std::uint64_t n) {
            positions += n;
            return true;
          });
        });
        EXPECT_EQ(positions, w.work.positions());
        // Where all blocks together are fewer than the threads, each has one.
        if (threads == 1000) {
          EXPECT_EQ(largest, 1U);
        } else if (threads == 1 && w.work.slice(0).blocks() >= 20U * most) {
          EXPECT_EQ(largest, most);
        }
        for (int s = 0; s < w.pair.slices(); ++s)
          for (std::uint64_t i = 0; i < w.work.slice(s).size(); ++i)
            ASSERT_EQ(w.work.outcomes(s)[i],
                      Outcome::win(1 + int(i / w.work.slice(s).block_size() % 8191)));
      }
  });
}

TEST_P(PairWorkTest, JoinsBlocksWithTheirFlips) {
  for_each_pair([]<Rules R>(Work<R>& w) {
    const BlockSolver<R> check = [&](const BlockPair<R>& block, const KnownValues<R>&) {
      const auto& [first, second] = block.sides;
      EXPECT_EQ(second.men, flipped<R>(first.men));
      EXPECT_EQ(second.slice->material(), first.slice->material().flipped());
      const bool own_flip = w.pair.is_one_slice() && first.men == second.men;
      EXPECT_EQ(block.count, own_flip ? 1 : 2);
      EXPECT_EQ(first.outcomes.data() == second.outcomes.data(), own_flip);
      for (const auto& side : block.sides) std::ranges::fill(side.outcomes, Outcome::draw());
    };
    w.work.solve(check, w.known, [](std::uint64_t) { return true; });
  });
}

// The bound of memory counts 5 bytes for each block in the list of blocks.
TEST_P(PairWorkTest, CountsItsBlocks) {
  for_each_pair([]<Rules R>(Work<R>& w) {
    EXPECT_EQ(PairWork<R>::blocks_of(w.pair), w.work.slice(0).blocks());
    EXPECT_EQ(PairWork<R>::bytes_to_list_blocks(w.pair), 5 * w.work.slice(0).blocks());
  });
}

// A man move leads to a block that is known by then: with fewer steps to go.
TEST_P(PairWorkTest, SolvesBlocksWithFewerStepsToGoBefore) {
  for_each_pair([]<Rules R>(Work<R>& w) {
    std::atomic<int> most = 0;
    const BlockSolver<R> check = [&](const BlockPair<R>& block, const KnownValues<R>&) {
      const int steps = steps_to_go<R>(block.sides[0].men);
      EXPECT_GE(steps, most.load());
      most = steps;
      for (const auto& side : block.sides) std::ranges::fill(side.outcomes, Outcome::loss(0));
    };
    w.work.solve(check, w.known, [](std::uint64_t) { return true; });
  });
}

TEST_P(PairWorkTest, MakesSolvedBlocksKnown) {
  for_each_pair([]<Rules R>(Work<R>& w) {
    const BlockSolver<R> solve = [](const BlockPair<R>& block, const KnownValues<R>&) {
      for (int s = 0; s < block.count; ++s) {
        const auto& side = block.sides[std::size_t(s)];
        for (std::size_t p = 0; p < side.outcomes.size(); ++p)
          side.outcomes[p] = Outcome::capture(Value(int((p + side.men.mine.bits()) % 3) - 1));
      }
    };
    w.work.solve(solve, w.known, [](std::uint64_t) { return true; });
    for (int s = 0; s < w.pair.slices(); ++s) {
      const SliceIndex<R>& slice = w.work.slice(s);
      for (std::uint64_t i = 0; i < slice.size(); i += 7)
        ASSERT_EQ(w.known.value(slice.position(Index{i})), w.work.outcomes(s)[i].value());
    }
  });
}

/// Random outcomes of each block, the same whenever it is solved.
template <Rules R>
void solve_at_random(const BlockPair<R>& block, const KnownValues<R>&) {
  for (int s = 0; s < block.count; ++s) {
    const auto& side = block.sides[std::size_t(s)];
    std::mt19937_64 random{side.slice->block(side.men) + 1000 * side.slice->material().my_kings};
    for (Outcome& o : side.outcomes) {
      const Value v = Value(int(random() % 3) - 1);
      const int plies = 1 + int(random() % 50);
      o = random() % 3 == 0  ? Outcome::capture(v)
          : v == Value::draw ? Outcome::draw()
          : v == Value::win  ? Outcome::win(plies)
                             : Outcome::loss(plies);
    }
  }
}

// With only values kept, everything but the distances is the same as with all outcomes kept.
TEST_P(PairWorkTest, KeepsValuesAsItKeepsDistances) {
  for_each_pair([]<Rules R>(Work<R>& all) {
    Work<R> values{all.pair, Keep::values};
    for (Work<R>* w : {&all, &values})
      w->work.solve(solve_at_random<R>, w->known, [](std::uint64_t) { return true; });
    for (int s = 0; s < all.pair.slices(); ++s) {
      const auto expected = all.work.outcomes(s);
      struct {
        int plies = 0;
        std::uint64_t index = 0;
      } longest;
      for (std::uint64_t i = 0; i < expected.size(); ++i)
        if (!expected[i].is_capture() && expected[i].plies() > longest.plies)
          longest = {expected[i].plies(), i};
      EXPECT_EQ(values.work.longest(s).plies(), longest.plies);
      EXPECT_EQ(values.work.longest(s).index(), longest.index);
      constexpr std::uint64_t chunk = 1000;  // of no block's size
      std::vector<Outcome> found;
      for (std::uint64_t i = 0; i < expected.size(); i += chunk) {
        for (Work<R>* w : {&all, &values}) {
          found.resize(std::min<std::uint64_t>(chunk, expected.size() - i));
          w->work.read(s, i, found, w->known);
          for (std::uint64_t k = 0; k < found.size(); ++k) {
            ASSERT_EQ(found[k].value(), expected[i + k].value());
            ASSERT_EQ(found[k].is_capture(), expected[i + k].is_capture());
          }
        }
      }
    }
  });
}

// Such pairs are solved in their own order; all outcomes are kept, or values only.
TEST_P(PairWorkTest, SolvesPairsWithoutKingsAsBlockByBlock) {
  test::with_board_moves(GetParam(), [&]<Rules R>() {
    const auto solve = [&](const SlicePair& pair, bool in_own_order, Keep keep) {
      auto w = std::make_unique<Work<R>>(pair, keep);
      for (const Material& m : looked_up(pair, R.kings_play())) add_random<R>(w->known, m);
      std::atomic<std::uint64_t> positions = 0;
      const auto count = [&](std::uint64_t n) {
        positions += n;
        return true;
      };
      if (in_own_order)
        w->work.solve_without_kings(w->known, count);
      else
        w->work.solve(block_solver<R>(Solver::lanes), w->known, count);
      EXPECT_EQ(positions, w->work.positions());
      return w;
    };
    for (const char* name : {"MvM", "MMvM", "MMvMM"}) {
      const SlicePair pair = pair_named(name);
      if (pair.first.total() == 4 && !(thorough && R.width == 8)) continue;
      for (const Keep keep : {Keep::distances, Keep::values}) {
        const auto expected = solve(pair, false, keep), found = solve(pair, true, keep);
        for (int s = 0; s < pair.slices(); ++s) {
          std::vector<Outcome> a(expected->work.slice(s).size()), b = a;
          expected->work.read(s, 0, a, expected->known);
          found->work.read(s, 0, b, found->known);
          EXPECT_EQ(a, b) << name;
          EXPECT_EQ(expected->work.longest(s).index(), found->work.longest(s).index());
        }
      }
      Work<R> stopped{pair};
      for (const Material& m : looked_up(pair, R.kings_play())) add_random<R>(stopped.known, m);
      std::atomic<int> calls = 0;
      stopped.work.solve_without_kings(stopped.known, [&](std::uint64_t) {
        ++calls;
        return false;
      });
      EXPECT_LE(calls, tbb::this_task_arena::max_concurrency());
    }
  });
}

TEST_P(PairWorkTest, CountsPositionsAndStopsWhenTold) {
  for_each_pair([]<Rules R>(Work<R>& w) {
    std::atomic<int> blocks = 0;
    const BlockSolver<R> solve = [&](const BlockPair<R>& block, const KnownValues<R>&) {
      ++blocks;
      for (const auto& side : block.sides) std::ranges::fill(side.outcomes, Outcome::draw());
    };
    std::atomic<std::uint64_t> positions = 0;
    w.work.solve(solve, w.known, [&](std::uint64_t n) {
      positions += n;
      return true;
    });
    EXPECT_EQ(positions, w.work.positions());
    const int all = blocks.exchange(0);
    w.work.solve(solve, w.known, [](std::uint64_t) { return false; });
    EXPECT_GE(blocks, 1);
    EXPECT_LE(blocks, std::min(all, tbb::this_task_arena::max_concurrency()));  // under way
  });
}

TEST_P(PairWorkTest, SolvesBlocksOneAtATimeWhenTold) {
  for_each_pair([]<Rules R>(Work<R>& w) {
    std::atomic<int> blocks = 0;
    const BlockSolver<R> solve = [&](const BlockPair<R>& block, const KnownValues<R>&) {
      EXPECT_EQ(++blocks, 1);
      for (const auto& side : block.sides) std::ranges::fill(side.outcomes, Outcome::draw());
      --blocks;
    };
    std::uint64_t positions = 0;
    w.work.solve(
        solve, w.known,
        [&](std::uint64_t n) {
          positions += n;
          return true;
        },
        true);
    EXPECT_EQ(positions, w.work.positions());
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, PairWorkTest, testing::ValuesIn(test::board_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
