// SPDX-License-Identifier: MIT
// How pairs are solved, compiled for one game at a time: see jobs.cpp.in.
#pragma once

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>

#include "generator/levels/block_levels_of.h"
#include "generator/men_solver.h"
#include "generator/pair_solver.h"
#include "generator/parallel.h"
#include "generator/shared_bits.h"

namespace damiera {

/// How many batches of blocks each thread solves before planes are forgotten that were read on
/// demand: so many that waiting for the last thread costs little.
inline constexpr std::uint64_t batches_between_trims = 16;

template <Rules R>
PartOfLevels<R> PairWork<R>::all_levels() const {
  auto levels = std::make_shared<const BlockLevels<R>>(first_, pair_.is_one_slice());
  const std::uint64_t size = levels->blocks().size();
  return {std::move(levels), 0, size};
}

template <Rules R>
std::uint64_t PairWork<R>::make_known(const BlockLevels<R>& levels, std::uint64_t begin,
                                      std::uint64_t end, KnownValues<R>* known) {
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

template <Rules R>
void PairWork<R>::read(int s, std::uint64_t first, std::span<Outcome> out,
                       const KnownValues<R>& known) const {
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

template <Rules R>
bool PairWork<R>::solve(const BlockSolver<R>& solver, KnownValues<R>& known, const Solved& solved,
                        bool one_at_a_time) {
  const auto solve_and_store = [&](const BlockPair<R>& block) {
    solver(block, known);
    store(block, known);
  };
  return for_each_block(solve_and_store, solved, one_at_a_time, &known);
}

template <Rules R>
bool PairWork<R>::solve_batches(const BatchSolver<R>& solver, std::size_t most,
                                KnownValues<R>& known, const Solved& solved) {
  tbb::enumerable_thread_specific<std::array<std::vector<Outcome>, most_in_batch>> scratch;
  const auto visit = [&](std::span<const std::uint64_t> numbers) {
    auto& outcomes = scratch.local();
    std::array<BlockPair<R>, most_in_batch> batch;
    const auto blocks = std::span{batch}.first(numbers.size());
    int sides = 0;
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      blocks[n] = block_pair(numbers[n], first_.men(numbers[n]), outcomes[n]);
      sides += blocks[n].count;
    }
    solver(blocks, known);
    for (const BlockPair<R>& block : blocks) store(block, known);
    return sides;
  };
  return for_each_batch(visit, solved, most, false, &known);
}

template <Rules R>
bool PairWork<R>::solve_in_planes(const BlockSolver<R>& solver, KnownValues<R>& known,
                                  const Solved& solved) {
  assert(keep_ == Keep::values);
  const auto planes = [&](const typename BlockPair<R>::Side& side) {
    const std::uint64_t block = side.slice->block(side.men);
    return BlockPlanes{known.slice(side.slice->material()).planes, block,
                       captures(slice_number(side), block)};
  };
  const auto solve_block = [&](std::span<const std::uint64_t> numbers) {
    const std::uint64_t number = numbers[0];
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
  return for_each_batch(solve_block, solved, 1, true, &known);
}

template <Rules R>
bool PairWork<R>::solve_without_kings(KnownValues<R>& known, const Solved& solved) {
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
  return go_on;
}

template <Rules R>
bool PairWork<R>::for_each_block(const std::function<void(const BlockPair<R>&)>& solve_block,
                                 const Solved& solved, bool one_at_a_time, KnownValues<R>* known) {
  tbb::enumerable_thread_specific<std::vector<Outcome>> scratch;
  const auto visit = [&](std::span<const std::uint64_t> numbers) {
    const std::uint64_t number = numbers[0];
    const BlockPair<R> block = block_pair(number, first_.men(number), scratch.local());
    solve_block(block);
    return block.count;
  };
  return for_each_batch(visit, solved, 1, one_at_a_time, known);
}

template <Rules R>
std::uint64_t PairWork<R>::solve_even_steps(const std::vector<std::uint64_t>& level,
                                            std::uint64_t i, KnownValues<R>& known) {
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

template <Rules R>
std::uint64_t PairWork<R>::solve_row(std::uint64_t r, KnownValues<R>& known) {
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

template <Rules R>
void PairWork<R>::solve_single(int s, const Men& men, std::uint64_t number, KnownValues<R>& known) {
  const Outcome outcome = outcome_without_kings<R>({men.mine, {}, men.theirs, {}}, known);
  known.slice(slice(s).material()).planes.store(number, 0, outcome.value());
  if (pair_.is_one_slice()) s = 0;
  if (keep_ == Keep::distances)
    outcomes(s)[number] = outcome;
  else
    note_single(s, number, outcome);
}

template <Rules R>
bool PairWork<R>::for_each_batch(const Visit& visit_batch, const Solved& solved, std::size_t most,
                                 bool one_at_a_time, KnownValues<R>* known) {
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
    // Planes can be forgotten only between batches.
    const bool trims = known && known->cache().is_bounded();
    const std::uint64_t together = one_at_a_time ? 1
                                   : trims       ? batches_between_trims * threads
                                                 : batches;
    for (std::uint64_t i = 0; i < batches; i += together) {
      for_each_number(std::min(together, batches - i), [&](std::uint64_t n) { visit(i + n); });
      if (trims) known->cache().trim();
    }
    if (go_on) begin = end;
    if (levels_ && (!go_on || levels_->is_due())) levels_->keep(begin, parts_of, notes());
    if (!go_on) break;
  }
  return go_on;
}

template <Rules R>
SolvedLevels::Parts PairWork<R>::parts(std::uint64_t number, KnownValues<R>* known) const {
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

template <Rules R>
std::uint64_t PairWork<R>::restore(const BlockLevels<R>& levels,
                                   const SolvedLevels::PartsOf& parts_of, KnownValues<R>* known) {
  const auto restored = levels_->restore(levels.blocks().size(), parts_of);
  for (std::size_t s = 0; s < 2; ++s)
    longest_[s].set(static_cast<int>(restored.notes[2 * s]), restored.notes[2 * s + 1]);
  const std::uint64_t positions = make_known(levels, 0, restored.blocks, known);
  if (positions != 0) found_(positions);
  return restored.blocks;
}

template <Rules R>
void PairWork<R>::read_single(int s, std::uint64_t first, std::span<Outcome> out,
                              const ValuePlanes& planes) const {
  const auto plane = captures(s);
  while (!out.empty()) {
    const auto n = std::min<std::size_t>(28, out.size());
    ValuePlanes::decode(planes.run_of_blocks(first), ValuePlanes::bits(plane, first), out.first(n));
    out = out.subspan(n);
    first += n;
  }
}

template <Rules R>
void PairWork<R>::store(const BlockPair<R>& block, KnownValues<R>& known) {
  for (int s = 0; s < block.count; ++s) {
    const auto& side = block.sides[static_cast<std::size_t>(s)];
    known.slice(side.slice->material()).planes.store(side.slice->block(side.men), side.outcomes);
    if (keep_ == Keep::values) note(side);
  }
}

template <Rules R>
BlockPair<R> PairWork<R>::sides_of(std::uint64_t number, const Men& men) const {
  const Men men_flipped = flipped<R>(men);
  const bool one = pair_.is_one_slice() && number == second_.block(men_flipped);
  return {{{{&first_, men, {}}, {&second_, men_flipped, {}}}}, one ? 1 : 2};
}

template <Rules R>
BlockPair<R> PairWork<R>::block_pair(std::uint64_t number, const Men& men,
                                     std::vector<Outcome>& scratch) const {
  BlockPair<R> block = sides_of(number, men);
  const std::uint64_t size = first_.block_size();
  auto& [first, second] = block.sides;
  if (keep_ == Keep::values) {
    scratch.resize(2 * size);
    first.outcomes = std::span{scratch}.first(size);
    second.outcomes = block.count == 1 ? first.outcomes : std::span{scratch}.last(size);
  } else {
    first.outcomes = outcomes(0).subspan(number * size, size);
    second.outcomes =
        outcomes(slice_number(second)).subspan(second_.block(second.men) * size, size);
  }
  return block;
}

template <Rules R>
void PairWork<R>::note(const typename BlockPair<R>::Side& side) {
  const std::uint64_t block = side.slice->block(side.men);
  if (first_.block_size() == 1) return note_single(slice_number(side), block, side.outcomes[0]);
  put_bits<&FourOutcomes::captures>(side.outcomes, captures(slice_number(side), block).data());
  const int plies = longest_without_capture(side.outcomes);
  note_longest(side, plies, [&] {
    const auto has_longest = [&](Outcome o) { return !o.is_capture() && o.plies() == plies; };
    return std::ranges::find_if(side.outcomes, has_longest) - side.outcomes.begin();
  });
}

template <Rules R>
void PairWork<R>::note_single(int s, std::uint64_t block, Outcome outcome) {
  if (outcome.is_capture())
    set_shared_bit(captures(s).data(), block);
  else
    longest_[static_cast<std::size_t>(s)].add(outcome.plies(), block);
}

template <Rules R>
bool PairSolver<R>::operator()(PairWork<R>& work, KnownValues<R>& known,
                               const typename PairWork<R>::Solved& solved,
                               std::uint64_t batch_bytes) const {
  if (!lists_blocks(solver_, work.pair())) return work.solve_without_kings(known, solved);
  // One solver for each pair: it reuses the memory of a block for later blocks.
  const std::size_t most = batch(solver_, work.pair(), work.keep(), batch_bytes);
  if (most > 1) return work.solve_batches(batch_solver<R>(max_plies_), most, known, solved);
  const BlockSolver<R> blocks = block_solver<R>(solver_, max_plies_);
  if (needs_no_outcomes(solver_, work.pair(), work.keep()))
    return work.solve_in_planes(blocks, known, solved);
  return work.solve(blocks, known, solved, are_large(solver_, work.pair(), work.keep()));
}

}  // namespace damiera
