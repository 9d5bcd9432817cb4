// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "generator/block_solver.h"
#include "generator/keep.h"
#include "generator/levels/block_levels.h"
#include "generator/longest_so_far.h"
#include "generator/plan/plan.h"
#include "generator/solved_levels.h"

namespace damiera {

/// A pair of slices while it is being solved. Holds their indices and the part of their outcomes
/// that `Keep` names, and solves their men blocks in the order of their steps to go. What takes
/// long to compile is in pair_work_of.h.
template <Rules R>
class PairWork {
  static_assert(
      std::ranges::all_of(forward_directions, is_up),
      "men blocks are solved in the order of their steps to go: where men move sideways, "
      "as in Turkish draughts, a move takes no step, and blocks of a level depend on each "
      "other");

 public:
  /// Called with a number of positions that are solved, from any thread. If it returns false, the
  /// rest is left undone, and the function that was called to solve returns false.
  using Solved = std::function<bool(std::uint64_t positions)>;

  static std::uint64_t positions_of(const SlicePair& pair) {
    return count_positions(pair.first, R) * static_cast<std::uint64_t>(pair.slices());
  }
  /// Bytes of memory for the part of a pair's outcomes that is kept.
  static std::uint64_t bytes_for(const SlicePair& pair, Keep keep) {
    const std::uint64_t positions = positions_of(pair);
    if (keep == Keep::distances) return positions * sizeof(Outcome);
    return static_cast<std::uint64_t>(pair.slices()) *
           capture_bytes(blocks_of(pair), block_size_of(pair));
  }
  /// Bytes of this memory that `blocks` men blocks of each slice touch. Requires kings.
  static std::uint64_t bytes_touched(const SlicePair& pair, Keep keep, std::uint64_t blocks) {
    const std::uint64_t size = block_size_of(pair);
    const std::uint64_t of_block =
        keep == Keep::distances ? size * sizeof(Outcome) : plane_bytes(size);
    return std::min(bytes_for(pair, keep), static_cast<std::uint64_t>(pair.slices()) *
                                               damiera::bytes_touched(blocks, of_block));
  }
  /// Men blocks of the pair's first slice.
  static std::uint64_t blocks_of(const SlicePair& pair) {
    return count_positions(pair.first, R) / block_size_of(pair);
  }
  /// Bytes that making the list of blocks takes, the list included.
  static std::uint64_t bytes_to_list_blocks(const SlicePair& pair) {
    return BlockLevels<R>::bytes_for(blocks_of(pair));
  }
  /// The same for a pair without kings: lists of the placements of its men, and their numbering.
  static std::uint64_t bytes_to_list_men(const SlicePair& pair) {
    return 3 * sizeof(std::uint64_t) *
           choose(Board<R>::size - Board<R>::row_squares, pair.first.my_men);
  }
  /// Bytes that each thread holds, in addition to bytes_for(), while it solves a block.
  static std::uint64_t bytes_to_solve_block(const SlicePair& pair, Keep keep) {
    return keep == Keep::distances ? 0 : 2 * block_size_of(pair) * sizeof(Outcome);
  }

  /// `memory` is zeroed and has bytes_for(pair, keep) bytes.
  PairWork(const SlicePair& pair, Keep keep, Buffer memory)
      : pair_{pair},
        keep_{keep},
        memory_{std::move(memory)},
        first_{pair.first},
        second_{pair.second} {}

  /// Keeps each level on disk once it is solved, and begins after the levels that are kept already.
  /// Calls `found` with the number of positions in those levels. Does nothing for a pair without
  /// kings if only values are kept: its blocks are in no list and share bytes.
  void keep_levels(SolvedLevels& levels, std::function<void(std::uint64_t)> found) {
    if (keep_ == Keep::values && first_.block_size() == 1) return;
    levels_ = &levels;
    found_ = std::move(found);
  }

  /// All men blocks of the pair.
  PartOfLevels<R> all_levels() const;
  /// Limits solving to the blocks of `part`. The blocks that they depend on must be known. Not for
  /// pairs without kings.
  void solve_only(PartOfLevels<R> part) { part_ = std::move(part); }

  /// The function that finds the parts in memory of a block of `levels`. `levels` must outlive the
  /// function.
  PartsOfBlock parts_in(const BlockLevels<R>& levels, KnownValues<R>* known) const {
    return [this, &levels, known](std::uint64_t place) {
      return parts(levels.blocks()[place], known);
    };
  }
  /// Marks the blocks at the places from `begin` to before `end` as solved. Their parts must be
  /// filled. Returns how many positions they have.
  std::uint64_t make_known(const BlockLevels<R>& levels, std::uint64_t begin, std::uint64_t end,
                           KnownValues<R>* known);
  /// What is kept in addition to the solved blocks. add_notes() adds it to another PairWork.
  PairNotes notes() const {
    const auto& [first, second] = longest_;
    return {static_cast<std::uint64_t>(first.plies()), first.index(),
            static_cast<std::uint64_t>(second.plies()), second.index()};
  }
  void add_notes(const PairNotes& notes) {
    for (std::size_t s = 0; s < 2; ++s)
      longest_[s].add(static_cast<int>(notes[2 * s]), notes[2 * s + 1]);
  }
  /// The most bytes that are kept of one block, for both sides to move together.
  std::uint64_t bytes_of_block() const {
    const std::uint64_t size = first_.block_size();
    return 2 * (keep_ == Keep::distances ? size * sizeof(Outcome) : 3 * plane_bytes(size));
  }

  const SlicePair& pair() const { return pair_; }
  Keep keep() const { return keep_; }
  const SliceIndex<R>& slice(int s) const { return s == 0 ? first_ : second_; }
  std::uint64_t positions() const {
    return first_.size() * static_cast<std::uint64_t>(pair_.slices());
  }
  /// Requires that distances are kept.
  std::span<Outcome> outcomes(int s) const {
    assert(keep_ == Keep::distances);
    return memory_.as<Outcome>().subspan(static_cast<std::size_t>(s) * first_.size(),
                                         first_.size());
  }
  /// Outcomes of a solved slice from position `first` on. If values are kept, `known` holds them,
  /// and positions without a capture have no distance.
  void read(int s, std::uint64_t first, std::span<Outcome> out, const KnownValues<R>& known) const;
  /// The longest distance of the solved positions without a capture, and its index. Requires that
  /// values are kept.
  const LongestSoFar& longest(int s) const { return longest_[static_cast<std::size_t>(s)]; }

  /// Solves all blocks, those with fewer steps to go first: a man move leads to one step less,
  /// so the blocks of a level are independent. The values go to the pair's slices in `known`, where
  /// later levels look them up. `one_at_a_time`: blocks are solved one after the other, each by all
  /// threads.
  bool solve(const BlockSolver<R>& solver, KnownValues<R>& known, const Solved& solved,
             bool one_at_a_time = false);

  /// Like solve(), with batches of up to `most` blocks of a level, at most most_in_batch.
  bool solve_batches(const BatchSolver<R>& solver, std::size_t most, KnownValues<R>& known,
                     const Solved& solved);

  /// Like solve(), for large blocks, one at a time, where only values are kept. The solver writes
  /// each value straight into its bit planes, because the outcomes of a block would take many times
  /// the memory.
  bool solve_in_planes(const BlockSolver<R>& solver, KnownValues<R>& known, const Solved& solved);

  /// Like solve(), for a pair without kings. There a block is a single position for each side to
  /// move, and finding it in a list of levels would take longer than solving it. The order is this
  /// instead. A move of my men leads to a placement of my men with fewer steps to go, so my
  /// placements are taken level by level, and the placements of a level are independent. A move of
  /// their men raises the number of their placement, so for each of mine, theirs are taken from the
  /// last to the first. In a slice that is its own flip, each of my placements, turned, is one of
  /// theirs. There a level begins with the positions in which both sides have equally many steps to
  /// go, and goes on with the positions in which I have fewer.
  bool solve_without_kings(KnownValues<R>& known, const Solved& solved);

  /// Like solve(), with solve_block() in place of a solver. solve_block() also makes the block
  /// known. `known` holds the values; null if none are kept.
  bool for_each_block(const std::function<void(const BlockPair<R>&)>& solve_block,
                      const Solved& solved, bool one_at_a_time = false,
                      KnownValues<R>* known = nullptr);

 private:
  static std::size_t steps_of(Bitboard my_men) {
    return static_cast<std::size_t>(steps_to_go<R>({my_men, {}}));
  }

  // For a slice without kings that is its own flip. Solves the positions in which one side has the
  // i-th placement of a level, and the other the i-th or a later one, turned. Returns how many.
  std::uint64_t solve_even_steps(const std::vector<std::uint64_t>& level, std::uint64_t i,
                                 KnownValues<R>& known);
  // Solves the positions without kings with the r-th placement of my men, either side to move; in a
  // slice that is its own flip, only those in which I have fewer steps to go. Returns how many. The
  // positions of the second slice lie far apart in memory, so each is fetched before it is solved.
  std::uint64_t solve_row(std::uint64_t r, KnownValues<R>& known);
  // Solves one position without kings of the s-th slice of the pair.
  void solve_single(int s, const Men& men, std::uint64_t number, KnownValues<R>& known);

  // Calls visit_batch() with the numbers of up to `most` blocks of the first slice, of one level.
  // It solves these blocks and returns how many sides they have in all. Where a level has few
  // blocks, batches are smaller, so that all threads have one. Returns false if `solved` did.
  using Visit = std::function<int(std::span<const std::uint64_t> numbers)>;
  bool for_each_batch(const Visit& visit_batch, const Solved& solved, std::size_t most,
                      bool one_at_a_time, KnownValues<R>* known);

  // The parts in memory of what is kept of a block, both sides to move.
  SolvedLevels::Parts parts(std::uint64_t number, KnownValues<R>* known) const;
  // Reads the kept levels back. Returns how many blocks of the list are solved.
  std::uint64_t restore(const BlockLevels<R>& levels, const SolvedLevels::PartsOf& parts_of,
                        KnownValues<R>* known);

  static std::uint64_t block_size_of(const SlicePair& pair) {
    return SliceIndex<R>::block_size(pair.first);
  }
  // Bytes of a plane with one bit for each position of a slice. A block begins at a byte, unless it
  // is a single position.
  static std::uint64_t capture_bytes(std::uint64_t blocks, std::uint64_t block_size) {
    return block_size == 1 ? plane_bytes(blocks) : blocks * plane_bytes(block_size);
  }
  static std::uint64_t plane_bytes(std::uint64_t bits) { return (bits + 7) / 8; }

  // read() where blocks are single positions and values are kept.
  void read_single(int s, std::uint64_t first, std::span<Outcome> out,
                   const ValuePlanes& planes) const;
  // Makes the values of a solved block known.
  void store(const BlockPair<R>& block, KnownValues<R>& known);

  // A block of the first slice, and its flip, without room for outcomes.
  BlockPair<R> sides_of(std::uint64_t number, const Men& men) const;
  // Like sides_of(), with room for outcomes, which is in `scratch` if outcomes are not kept.
  BlockPair<R> block_pair(std::uint64_t number, const Men& men,
                          std::vector<Outcome>& scratch) const;
  int slice_number(const typename BlockPair<R>::Side& side) const {
    return side.slice == &first_ || pair_.is_one_slice() ? 0 : 1;
  }

  // Which positions of a slice have a capture.
  std::span<std::uint8_t> captures(int s) const {
    const std::uint64_t bytes = capture_bytes(first_.blocks(), first_.block_size());
    return memory_.as<std::uint8_t>().subspan(static_cast<std::uint64_t>(s) * bytes, bytes);
  }
  // Which positions of a block have a capture. Requires blocks of more than one position.
  std::span<std::uint8_t> captures(int s, std::uint64_t block) const {
    const std::uint64_t bytes = plane_bytes(first_.block_size());
    return captures(s).subspan(block * bytes, bytes);
  }

  // Keeps what KnownValues does not hold: captures and the longest distance. Threads may note
  // different blocks at the same time.
  void note(const typename BlockPair<R>::Side& side);
  // Like note(), where a block is a single position: its bit shares a byte with bits of other
  // blocks.
  void note_single(int s, std::uint64_t block, Outcome outcome);
  // first() returns the number of the first placement of the block with the distance `plies`.
  template <class First>
  void note_longest(const typename BlockPair<R>::Side& side, int plies, const First& first) {
    const std::uint64_t begin = side.slice->block(side.men) * first_.block_size();
    LongestSoFar& longest = longest_[static_cast<std::size_t>(slice_number(side))];
    if (longest.is_changed_by(plies, begin))
      longest.add(plies, begin + static_cast<std::uint64_t>(first()));
  }

  SlicePair pair_;
  Keep keep_;
  Buffer memory_;
  SliceIndex<R> first_, second_;
  std::array<LongestSoFar, 2> longest_;
  std::optional<PartOfLevels<R>> part_;
  SolvedLevels* levels_ = nullptr;
  std::function<void(std::uint64_t)> found_;
};

}  // namespace damiera
