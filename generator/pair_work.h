// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>

#include <functional>

#include "generator/block_solver.h"
#include "generator/keep.h"
#include "generator/levels/block_levels.h"
#include "generator/longest_so_far.h"
#include "generator/men_solver.h"
#include "generator/parallel.h"
#include "generator/plan/plan.h"
#include "generator/shared_bits.h"
#include "generator/solved_levels.h"

namespace damiera {

/// A pair of slices while it is being solved. Holds their indices and the part of their outcomes
/// that `Keep` names, and solves their men blocks in the order of their steps to go.
template <Rules R>
class PairWork {
  static_assert(
      std::ranges::all_of(forward_directions, is_up),
      "men blocks are solved in the order of their steps to go: where men move sideways, "
      "as in Turkish draughts, a move takes no step, and blocks of a level depend on each "
      "other");

 public:
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
  /// Men blocks of the pair's first slice.
  static std::uint64_t blocks_of(const SlicePair& pair) {
    return count_positions(pair.first, R) / block_size_of(pair);
  }
  /// Bytes that making the list of blocks takes, the list included.
  static std::uint64_t bytes_to_list_blocks(const SlicePair& pair) {
    return BlockLevels<R>::bytes_for(blocks_of(pair));
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

  /// Keeps each level on disk when it is solved, and begins after the levels that are kept already;
  /// `found` is called with the number of positions in these. Does nothing for pairs without kings
  /// of which values are kept: their blocks are in no list and share bytes.
  void keep_levels(SolvedLevels& levels, std::function<void(std::uint64_t)> found) {
    if (keep_ == Keep::values && first_.block_size() == 1) return;
    levels_ = &levels;
    found_ = std::move(found);
  }

  /// All men blocks of the pair.
  PartOfLevels<R> all_levels() const {
    auto levels = std::make_shared<const BlockLevels<R>>(first_, pair_.is_one_slice());
    const std::uint64_t size = levels->blocks().size();
    return {std::move(levels), 0, size};
  }
  /// Limits solving to the blocks of `part`. The blocks that they depend on must be known. Not for
  /// pairs without kings.
  void solve_only(PartOfLevels<R> part) { part_ = std::move(part); }

  /// The function that finds the parts in memory of a block of `levels`, which must outlive it.
  PartsOfBlock parts_in(const BlockLevels<R>& levels, KnownValues<R>* known) const {
    return [this, &levels, known](std::uint64_t place) {
      return parts(levels.blocks()[place], known);
    };
  }
  /// Marks the blocks at the places from `begin` to before `end` as solved. Their parts must be
  /// filled. Returns how many positions they have.
  std::uint64_t make_known(const BlockLevels<R>& levels, std::uint64_t begin, std::uint64_t end,
                           KnownValues<R>* known) {
    std::atomic<std::uint64_t> positions = 0;
    for_each_number(end - begin, [&](std::uint64_t i) {
      const std::uint64_t number = levels.blocks()[begin + i];
      std::vector<Outcome> none;
      const BlockPair<R> block = keep_ == Keep::distances
                                     ? block_pair(number, first_.men(number), none)
                                     : sides_of(number, first_.men(number));
      if (known && keep_ == Keep::distances) store(block, *known);
      positions.fetch_add(first_.block_size() * static_cast<std::uint64_t>(block.count),
                          std::memory_order_relaxed);
    });
    return positions;
  }
  /// What is kept in addition to the solved blocks. add_notes() of another PairWork takes it over.
  PairNotes notes() const {
    const auto& [first, second] = longest_;
    return {static_cast<std::uint64_t>(first.plies()), first.index(),
            static_cast<std::uint64_t>(second.plies()), second.index()};
  }
  void add_notes(const PairNotes& notes) {
    for (std::size_t s = 0; s < 2; ++s)
      longest_[s].add(static_cast<int>(notes[2 * s]), notes[2 * s + 1]);
  }
  /// At most how many bytes are kept of one block, both sides to move together.
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
  /// Outcomes of a solved slice from position `first` on. If values are kept, `known` holds them
  /// and all distances are 0.
  void read(int s, std::uint64_t first, std::span<Outcome> out, const KnownValues<R>& known) const {
    if (keep_ == Keep::distances) {
      std::ranges::copy(outcomes(s).subspan(first, out.size()), out.begin());
      return;
    }
    const ValuePlanes& planes = known.slice(slice(s).material()).planes;
    const std::uint64_t size = first_.block_size();
    if (size == 1) return read_single(s, first, out, planes);
    std::uint64_t block = first / size, placement = first % size;
    while (!out.empty()) {
      const std::uint64_t n = std::min<std::uint64_t>({56, size - placement, out.size()});
      ValuePlanes::decode(planes.run(block, placement),
                          ValuePlanes::bits(captures(s, block), placement), out.first(n));
      out = out.subspan(n);
      if ((placement += n) == size) ++block, placement = 0;
    }
  }
  /// The longest distance of the solved positions without a capture, and its index. Requires that
  /// values are kept.
  const LongestSoFar& longest(int s) const { return longest_[static_cast<std::size_t>(s)]; }

  /// Solves all blocks, those with fewer steps to go first: a man move leads to one step less,
  /// so the blocks of a level are independent. The values go to the pair's slices in
  /// `known`, where later levels look them up. `solved` is called with the number of positions of
  /// each block, from any thread; if it returns false, the rest is left undone.
  /// `one_at_a_time`: blocks are solved one after the other, each by all threads.
  void solve(const BlockSolver<R>& solver, KnownValues<R>& known,
             const std::function<bool(std::uint64_t)>& solved, bool one_at_a_time = false) {
    const auto solve_and_store = [&](const BlockPair<R>& block) {
      solver(block, known);
      store(block, known);
    };
    for_each_block(solve_and_store, solved, one_at_a_time, &known);
  }

  /// The same with batches of up to `most` blocks of a level, at most most_in_batch.
  void solve_batches(const BatchSolver<R>& solver, std::size_t most, KnownValues<R>& known,
                     const std::function<bool(std::uint64_t)>& solved) {
    struct Batch {
      std::vector<BlockPair<R>> blocks;
      std::array<std::vector<Outcome>, most_in_batch> scratch;
    };
    tbb::enumerable_thread_specific<Batch> batches;
    const auto visit = [&](std::span<const std::uint64_t> numbers) {
      auto& [blocks, scratch] = batches.local();
      blocks.clear();
      int sides = 0;
      for (const std::uint64_t number : numbers) {
        blocks.push_back(block_pair(number, first_.men(number), scratch[blocks.size()]));
        sides += blocks.back().count;
      }
      solver(blocks, known);
      for (const BlockPair<R>& block : blocks) store(block, known);
      return sides;
    };
    for_each_batch(visit, solved, most, false, &known);
  }

  /// The same for large blocks, one at a time, where only values are kept. The solver writes each
  /// value straight into its bit planes, because the outcomes of a block would take many times the
  /// memory.
  void solve_in_planes(const BlockSolver<R>& solver, KnownValues<R>& known,
                       const std::function<bool(std::uint64_t)>& solved) {
    assert(keep_ == Keep::values);
    const auto planes = [&](const typename BlockPair<R>::Side& side) {
      const std::uint64_t block = side.slice->block(side.men);
      return BlockPlanes{known.slice(side.slice->material()).planes, block,
                         captures(slice_number(side), block)};
    };
    const auto solve_block = [&](std::uint64_t number) {
      BlockPair<R> block = sides_of(number, first_.men(number));
      BlockPlanes first = planes(block.sides[0]), second = planes(block.sides[1]);
      block.sides[0].planes = &first;
      block.sides[1].planes = &second;
      solver(block, known);
      for (int s = 0; s < block.count; ++s) {
        const BlockPlanes& side = s == 0 ? first : second;
        note_longest(block.sides[static_cast<std::size_t>(s)], side.longest().plies(),
                     [&] { return side.longest().index(); });
      }
      return block.count;
    };
    for_each_block_number(solve_block, solved, true, &known);
  }

  /// The same for a pair without kings. There a block is a single position for each side to move,
  /// and finding it in a list of levels would take longer than solving it. The order is this
  /// instead. A move of my men leads to a placement of my men with fewer steps to go, so my
  /// placements are taken level by level, and the placements of a level are independent. A move of
  /// their men raises the number of their placement, so for each of mine, theirs are taken from the
  /// last to the first. In a slice that is its own flip, each of my placements, turned, is one of
  /// theirs. There a level begins with the positions in which both sides have equally many steps to
  /// go, and goes on with the positions in which I have fewer.
  void solve_without_kings(KnownValues<R>& known,
                           const std::function<bool(std::uint64_t)>& solved) {
    std::vector<std::vector<std::uint64_t>> levels(R.width * pair_.first.my_men);
    for (std::uint64_t r = 0; r < first_.my_placements(); ++r)
      levels[steps_of(first_.my_men(r))].push_back(r);
    std::atomic<bool> go_on = true;
    const auto for_each_of = [&](const std::vector<std::uint64_t>& level, const auto& solve) {
      for_each_number(level.size(), [&](std::uint64_t i) {
        if (go_on && !solved(solve(i))) go_on = false;
      });
    };
    for (const auto& level : levels) {
      if (pair_.is_one_slice())
        for_each_of(level, [&](std::uint64_t i) { return solve_even_steps(level, i, known); });
      for_each_of(level, [&](std::uint64_t i) { return solve_row(level[i], known); });
    }
  }

  /// The same as solve() with solve_block(const BlockPair<R>&) in place of a solver. solve_block()
  /// also makes the block known. `known` holds the values; null if none are kept.
  template <class SolveBlock>
  void for_each_block(const SolveBlock& solve_block,
                      const std::function<bool(std::uint64_t)>& solved, bool one_at_a_time = false,
                      KnownValues<R>* known = nullptr) {
    tbb::enumerable_thread_specific<std::vector<Outcome>> scratch;
    const auto visit = [&](std::uint64_t number) {
      const BlockPair<R> block = block_pair(number, first_.men(number), scratch.local());
      solve_block(block);
      return block.count;
    };
    for_each_block_number(visit, solved, one_at_a_time, known);
  }

 private:
  static std::size_t steps_of(Bitboard my_men) {
    return static_cast<std::size_t>(steps_to_go<R>({my_men, {}}));
  }

  // For a slice without kings that is its own flip. Solves the positions in which one side has the
  // i-th placement of a level, and the other the i-th or a later one, turned. Returns how many.
  std::uint64_t solve_even_steps(const std::vector<std::uint64_t>& level, std::uint64_t i,
                                 KnownValues<R>& known) {
    const Bitboard mine = first_.my_men(level[i]);
    std::uint64_t positions = 0;
    for (std::uint64_t k = i; k < level.size(); ++k) {
      const Men men{mine, Board<R>::turned(first_.my_men(level[k]))};
      if ((men.mine & men.theirs).any()) continue;
      const Men turned = flipped<R>(men);
      solve_single(0, men, first_.block(men), known);
      if (k != i) solve_single(0, turned, first_.block(turned), known);
      positions += k == i ? 1 : 2;
    }
    return positions;
  }
  // Solves the positions without kings with the r-th placement of my men, either side to move; in a
  // slice that is its own flip, only those in which I have fewer steps to go. Returns how many. The
  // positions of the second slice lie far apart in memory, so each is fetched before it is solved.
  std::uint64_t solve_row(std::uint64_t r, KnownValues<R>& known) {
    struct Next {
      Men men, turned;
      std::uint64_t number, number_turned;
    };
    constexpr std::uint64_t ahead = 16;
    std::array<Next, ahead> ring{};
    const auto& second = known.slice(second_.material()).planes;
    const Bitboard mine = first_.my_men(r);
    const std::size_t my_steps = steps_of(mine);
    const std::uint64_t end = first_.first_block(r + 1), count = end - first_.first_block(r);
    Subsets theirs = first_.their_men_from(mine, count - 1);
    std::uint64_t positions = 0;
    for (std::uint64_t i = 0; i < count + ahead; ++i) {
      Next& next = ring[i % ahead];
      if (i >= ahead && (!pair_.is_one_slice() || steps_of(next.turned.mine) > my_steps)) {
        solve_single(0, next.men, next.number, known);
        solve_single(1, next.turned, next.number_turned, known);
        positions += 2;
      }
      if (i >= count) continue;
      next.men = {mine, theirs.set()};
      next.turned = flipped<R>(next.men);
      next.number = end - 1 - i;
      next.number_turned = second_.block(next.turned);
      second.prefetch(next.number_turned);
      theirs.previous();
    }
    return positions;
  }
  // Solves one position without kings of the s-th slice of the pair.
  void solve_single(int s, const Men& men, std::uint64_t number, KnownValues<R>& known) {
    const Outcome outcome = outcome_without_kings<R>({men.mine, {}, men.theirs, {}}, known);
    known.slice(slice(s).material()).planes.store(number, 0, outcome.value());
    if (pair_.is_one_slice()) s = 0;
    if (keep_ == Keep::distances)
      outcomes(s)[number] = outcome;
    else
      note_single(s, number, outcome);
  }

  // Calls visit_block() with the number of each block of the first slice. It solves the block and
  // returns how many sides the block has.
  template <class Visit>
  void for_each_block_number(const Visit& visit_block,
                             const std::function<bool(std::uint64_t)>& solved, bool one_at_a_time,
                             KnownValues<R>* known) {
    for_each_batch([&](std::span<const std::uint64_t> numbers) { return visit_block(numbers[0]); },
                   solved, 1, one_at_a_time, known);
  }
  // The same with the numbers of up to `most` blocks of a level at a time. Where a level has few
  // blocks, batches are smaller, so that all threads have one.
  template <class Visit>
  void for_each_batch(const Visit& visit_batch, const std::function<bool(std::uint64_t)>& solved,
                      std::size_t most, bool one_at_a_time, KnownValues<R>* known) {
    assert(most <= most_in_batch);
    const auto threads = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    std::atomic<bool> go_on = true;
    const PartOfLevels<R> part = part_ ? *part_ : all_levels();
    const BlockLevels<R>& levels = *part.levels;
    const PartsOfBlock parts_of = parts_in(levels, known);
    std::uint64_t begin = levels_ ? restore(levels, parts_of, known) : part.begin;
    for (const std::uint64_t end_of_level : levels.ends()) {
      const std::uint64_t end = std::min(end_of_level, part.end);
      if (end <= begin) continue;
      const auto size = std::clamp<std::uint64_t>((end - begin) / threads, 1, most);
      const auto visit = [&](std::uint64_t i) {
        if (!go_on.load(std::memory_order_relaxed)) return;
        std::array<std::uint64_t, most_in_batch> numbers;
        const std::uint64_t first = begin + i * size;
        const auto count = static_cast<std::size_t>(std::min(size, end - first));
        for (std::size_t n = 0; n < count; ++n) numbers[n] = levels.blocks()[first + n];
        const int sides = visit_batch(std::span{numbers}.first(count));
        if (!solved(first_.block_size() * static_cast<std::uint64_t>(sides))) go_on = false;
      };
      const std::uint64_t batches = (end - begin + size - 1) / size;
      if (one_at_a_time)
        for (std::uint64_t i = 0; i < batches; ++i) visit(i);
      else
        for_each_number(batches, visit);
      if (go_on) begin = end;
      if (levels_ && (!go_on || levels_->is_due())) levels_->keep(begin, parts_of, notes());
      if (!go_on) return;
    }
  }

  // The parts in memory of what is kept of a block, both sides to move.
  SolvedLevels::Parts parts(std::uint64_t number, KnownValues<R>* known) const {
    const BlockPair<R> block = sides_of(number, first_.men(number));
    SolvedLevels::Parts parts;
    for (std::size_t s = 0; s < static_cast<std::size_t>(block.count); ++s) {
      const auto& side = block.sides[s];
      const std::uint64_t n = side.slice->block(side.men), size = first_.block_size();
      if (keep_ == Keep::distances) {
        parts[s] = std::as_writable_bytes(outcomes(slice_number(side)).subspan(n * size, size));
      } else {
        auto& planes = known->slice(side.slice->material()).planes;
        parts[2 * s] = std::as_writable_bytes(planes.bytes(n));
        parts[2 * s + 1] = std::as_writable_bytes(captures(slice_number(side), n));
      }
    }
    return parts;
  }
  // Reads the kept levels back. Returns how many blocks of the list are solved.
  std::uint64_t restore(const BlockLevels<R>& levels, const SolvedLevels::PartsOf& parts_of,
                        KnownValues<R>* known) {
    const auto restored = levels_->restore(levels.blocks().size(), parts_of);
    for (std::size_t s = 0; s < 2; ++s)
      longest_[s].set(static_cast<int>(restored.notes[2 * s]), restored.notes[2 * s + 1]);
    const std::uint64_t positions = make_known(levels, 0, restored.blocks, known);
    if (positions != 0) found_(positions);
    return restored.blocks;
  }

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
                   const ValuePlanes& planes) const {
    const auto plane = captures(s);
    while (!out.empty()) {
      const auto n = std::min<std::size_t>(28, out.size());
      ValuePlanes::decode(planes.run_of_blocks(first), ValuePlanes::bits(plane, first),
                          out.first(n));
      out = out.subspan(n);
      first += n;
    }
  }

  void store(const BlockPair<R>& block, KnownValues<R>& known) {
    for (int s = 0; s < block.count; ++s) {
      const auto& side = block.sides[static_cast<std::size_t>(s)];
      known.slice(side.slice->material()).planes.store(side.slice->block(side.men), side.outcomes);
      if (keep_ == Keep::values) note(side);
    }
  }

  // A block of the first slice, and its flip, without room for outcomes.
  BlockPair<R> sides_of(std::uint64_t number, const Men& men) const {
    const Men men_flipped = flipped<R>(men);
    const bool one = pair_.is_one_slice() && number == second_.block(men_flipped);
    return {{{{&first_, men, {}}, {&second_, men_flipped, {}}}}, one ? 1 : 2};
  }
  // The same with room for outcomes, which is in `scratch` if outcomes are not kept.
  BlockPair<R> block_pair(std::uint64_t number, const Men& men,
                          std::vector<Outcome>& scratch) const {
    BlockPair<R> block = sides_of(number, men);
    const std::uint64_t size = first_.block_size();
    auto& [first, second] = block.sides;
    if (keep_ == Keep::values) {
      scratch.assign(2 * size, Outcome{});
      first.outcomes = std::span{scratch}.first(size);
      second.outcomes = block.count == 1 ? first.outcomes : std::span{scratch}.last(size);
    } else {
      first.outcomes = outcomes(0).subspan(number * size, size);
      second.outcomes =
          outcomes(slice_number(second)).subspan(second_.block(second.men) * size, size);
    }
    return block;
  }
  int slice_number(const typename BlockPair<R>::Side& side) const {
    return side.slice == &first_ || pair_.is_one_slice() ? 0 : 1;
  }

  // Which positions of a slice have a capture.
  std::span<std::uint8_t> captures(int s) const {
    const std::uint64_t bytes = capture_bytes(first_.blocks(), first_.block_size());
    return memory_.as<std::uint8_t>().subspan(static_cast<std::uint64_t>(s) * bytes, bytes);
  }
  // The same of a block of more than one position.
  std::span<std::uint8_t> captures(int s, std::uint64_t block) const {
    const std::uint64_t bytes = plane_bytes(first_.block_size());
    return captures(s).subspan(block * bytes, bytes);
  }

  // Keeps what KnownValues does not hold: captures and the longest distance. Threads may note
  // different blocks at the same time.
  void note(const typename BlockPair<R>::Side& side) {
    const std::uint64_t block = side.slice->block(side.men), size = first_.block_size();
    if (size == 1) return note_single(slice_number(side), block, side.outcomes[0]);
    const auto plane = captures(slice_number(side), block);
    std::ranges::fill(plane, std::uint8_t{0});
    int plies = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const bool capture = side.outcomes[i].is_capture();
      plane[i / 8] |= static_cast<std::uint8_t>(capture << i % 8);
      plies = std::max(plies, capture ? 0 : side.outcomes[i].plies());
    }
    note_longest(side, plies, [&] {
      const auto has_longest = [&](Outcome o) { return !o.is_capture() && o.plies() == plies; };
      return std::ranges::find_if(side.outcomes, has_longest) - side.outcomes.begin();
    });
  }
  // The same where a block is a single position: its bit shares a byte with bits of other blocks.
  void note_single(int s, std::uint64_t block, Outcome outcome) {
    if (outcome.is_capture())
      set_shared_bit(captures(s).data(), block);
    else
      longest_[static_cast<std::size_t>(s)].add(outcome.plies(), block);
  }
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
