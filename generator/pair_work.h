#pragma once

#include <tbb/parallel_for.h>

#include <functional>

#include "generator/block_solver.h"
#include "generator/plan.h"

namespace damiera {

/// A pair of slices while it is being solved: their indices, outcomes, and men blocks by steps to
/// go. Holds two bytes for each position.
template <Rules R>
class PairWork {
 public:
  static std::uint64_t bytes_for(const SlicePair& pair) {
    return count_positions(pair.first, R.row_squares()) *
           static_cast<std::uint64_t>(pair.slices()) * sizeof(Outcome);
  }

  /// `memory`: zeroed, bytes_for(pair) of it.
  PairWork(const SlicePair& pair, Buffer memory)
      : pair_{pair}, memory_{std::move(memory)}, first_{pair.first}, second_{pair.second} {
    sort_blocks();
  }

  const SlicePair& pair() const { return pair_; }
  const SliceIndex<R>& slice(int s) const { return s == 0 ? first_ : second_; }
  std::uint64_t positions() const {
    return first_.size() * static_cast<std::uint64_t>(pair_.slices());
  }
  std::span<Outcome> outcomes(int s) const {
    return memory_.as<Outcome>().subspan(static_cast<std::size_t>(s) * first_.size(),
                                         first_.size());
  }

  /// Solves all blocks, those with fewer steps to go first: a man move leads to one step less,
  /// so the blocks of a level are independent. The values go to the pair's slices in
  /// `known`, where later levels look them up. `solved` hears the number of positions of each
  /// block, from any thread; if it returns false, the rest is left undone.
  void solve(const BlockSolver<R>& solver, KnownValues<R>& known,
             const std::function<bool(std::uint64_t)>& solved) const {
    const auto solve_and_store = [&](const BlockPair<R>& block) {
      solver(block, known);
      for (int s = 0; s < block.count; ++s) store(block.sides[s], known);
    };
    for_each_block(solve_and_store, solved);
  }

  /// The same with solve_block(const BlockPair<R>&) in place of a solver; nothing becomes known.
  template <class SolveBlock>
  void for_each_block(const SolveBlock& solve_block,
                      const std::function<bool(std::uint64_t)>& solved) const {
    std::atomic<bool> go_on = true;
    for (const auto& level : levels_)
      tbb::parallel_for(std::size_t{0}, level.size(), [&](std::size_t i) {
        if (!go_on.load(std::memory_order_relaxed)) return;
        const BlockPair<R> block = block_pair(level[i]);
        solve_block(block);
        if (!solved(block.sides[0].outcomes.size() * static_cast<std::uint64_t>(block.count)))
          go_on = false;
      });
  }

 private:
  using BlockNumber = std::uint32_t;

  // The blocks of the first slice by steps to go; of a slice that is its own flip, only one of
  // each two blocks that are flips of each other.
  void sort_blocks() {
    std::vector<std::uint8_t> steps(first_.blocks());
    constexpr std::uint8_t not_here = 255;
    tbb::parallel_for(std::size_t{0}, steps.size(), [&](std::size_t b) {
      const Men men = first_.men(b);
      const bool twin = pair_.is_one_slice() && first_.block(flipped<R>(men)) < b;
      steps[b] = twin ? not_here : static_cast<std::uint8_t>(steps_to_go<R>(men));
    });
    for (std::size_t b = 0; b < steps.size(); ++b) {
      if (steps[b] == not_here) continue;
      if (levels_.size() <= steps[b]) levels_.resize(steps[b] + std::size_t{1});
      levels_[steps[b]].push_back(static_cast<BlockNumber>(b));
    }
  }

  static void store(const typename BlockPair<R>::Side& side, KnownValues<R>& known) {
    known.slice(side.slice->material()).planes.store(side.slice->block(side.men), side.outcomes);
  }

  BlockPair<R> block_pair(BlockNumber number) const {
    const Men men = first_.men(number);
    const Men men_flipped = flipped<R>(men);
    const std::uint64_t number_flipped = second_.block(men_flipped);
    const bool one = pair_.is_one_slice() && number == number_flipped;
    const int second = pair_.is_one_slice() ? 0 : 1;
    return {{{{&first_, men, block_outcomes(0, number)},
              {&second_, men_flipped, block_outcomes(second, number_flipped)}}},
            one ? 1 : 2};
  }

  std::span<Outcome> block_outcomes(int s, std::uint64_t block) const {
    const std::uint64_t size = first_.block_size();
    return outcomes(s).subspan(block * size, size);
  }

  SlicePair pair_;
  Buffer memory_;
  SliceIndex<R> first_, second_;
  std::vector<std::vector<BlockNumber>> levels_;  // by steps to go
};

}  // namespace damiera
