// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/task_arena.h>

#include <atomic>
#include <functional>

#include "generator/block_solver.h"
#include "generator/parallel.h"
#include "rules/ending.h"
#include "rules/unmoves.h"

namespace damiera {

/// The plain solver: retrograde analysis of one block, one position at a time. Pass n decides the
/// positions with distance n. It marks the predecessors of the positions that pass n - 1 decided,
/// and the positions to which a conversion gives distance n. Then it looks at every successor of
/// each marked position. Threads share the work on a large block.
template <Rules R>
class PlainSolver {
  using Side = typename BlockPair<R>::Side;

 public:
  /// Gives the Ending of any position that a conversion leads to. If its plies are always 0,
  /// distances are to conversion; else they are to the end of the game.
  using AfterConversion = std::function<Ending(const Position&)>;

  /// `at_end`: the value of a position without a legal move. Distances beyond `max_plies`, which is
  /// 1 or more, are draws.
  PlainSolver(const BlockPair<R>& block, AfterConversion ending, Value at_end, int max_plies)
      : block_{block}, ending_{std::move(ending)}, at_end_{at_end}, max_plies_{max_plies} {
    for (int s = 0; s < block.count; ++s)
      marks_[s].resize((block.sides[s].outcomes.size() + 63) / 64);
  }

  void solve() {
    for (int s = 0; s < block_.count; ++s) seed(s);
    // Beyond the longest seed, distances have no gaps: there an empty pass is the last one.
    last_seed_ = longest_seed();
    for (int ply = 1; ply <= max_plies_; ++ply)
      if (!advance(ply) && ply > last_seed_) break;
    for (int s = 0; s < block_.count; ++s) finish(s);
  }

 private:
  static constexpr std::uint64_t parallel_from = 1 << 16;  // positions in a block

  template <class Body>
  static void for_each(std::uint64_t count, const Body& body) {
    if (count < parallel_from) {
      for (std::uint64_t i = 0; i < count; ++i) body(i);
    } else {
      // A thread that waits must not begin another block: it might put the outcomes of that block
      // where the outcomes of this one lie.
      tbb::this_task_arena::isolate([&] {
        for_each_part(count, 4096, [&](std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t i = begin; i < end; ++i) body(i);
        });
      });
    }
  }

  // Within a pass one thread writes an outcome while others may read it. They read either the old
  // outcome or a distance too large to matter in this pass.
  static Outcome load(Outcome& o) { return std::atomic_ref{o}.load(std::memory_order_relaxed); }
  static void store(Outcome& o, Outcome value) {
    std::atomic_ref{o}.store(value, std::memory_order_relaxed);
  }

  static Position position(const Side& side, std::uint64_t placement) {
    return side.slice->position(side.men, placement);
  }
  static std::uint64_t placement(const Side& side, const Position& pos) {
    return side.slice->placement(pos);
  }

  // Decides the positions whose outcome does not depend on this block: those with a capture, and
  // those without king moves.
  void seed(int s) {
    const Side& side = block_.sides[s];
    for_each(side.outcomes.size(),
             [&](std::uint64_t i) { side.outcomes[i] = seeded(position(side, i)); });
  }

  Outcome seeded(const Position& pos) const {
    Ending best;
    const auto consider = [&](const Move& m) {
      if (best < Ending{Value::win, 1}) best = std::max(best, ending_(after<R>(pos, m)).before());
    };
    bool has_man_move = false;
    const bool captures = visit_captures<R>(pos, [&](const CaptureLine& c) { consider(c.move); });
    if (!captures)
      for_each_man_move<R>(pos, [&](const Move& m) {
        has_man_move = true;
        consider(m);
      });
    if (best.plies > max_plies_) best = {Value::draw, 0};
    if (captures) return Outcome::capture(best.value, best.plies);
    bool has_king_move = false;
    for_each_king_move<R>(pos, [&](const Move&) { has_king_move = true; });
    if (!has_man_move && !has_king_move) return Outcome::at_end(at_end_);
    if (best.value == Value::win && (best.plies == 1 || !has_king_move))
      return Outcome::win(best.plies);
    if (best.value == Value::win) return Outcome::wins_within(best.plies);
    if (best.value == Value::draw) return has_king_move ? Outcome::holding() : Outcome::draw();
    return has_king_move ? Outcome::lasts(best.plies) : Outcome::loss(best.plies);
  }

  int longest_seed() const {
    int longest = 0;
    for (int s = 0; s < block_.count; ++s)
      for (const Outcome o : block_.sides[s].outcomes) longest = std::max(longest, o.plies());
    return longest;
  }

  // Decides the positions with this distance; returns whether there were any.
  bool advance(int ply) {
    for (int s = 0; s < block_.count; ++s) {
      mark_predecessors(s, ply);
      if (ply <= last_seed_) mark_due(s, ply);
    }
    std::atomic<bool> any = false;
    for (int s = 0; s < block_.count; ++s) decide_marked(s, ply, any);
    return any;
  }

  // Marks the undecided positions to which a conversion gives this distance.
  void mark_due(int s, int ply) {
    const auto outcomes = block_.sides[s].outcomes;
    for_each(outcomes.size(), [&](std::uint64_t i) {
      if (!outcomes[i].decided() && outcomes[i].plies() == ply) mark(s, i);
    });
  }

  // Marks the undecided positions with side s to move from which a king move leads to a position
  // that the pass before decided.
  void mark_predecessors(int s, int ply) {
    const Side& side = block_.sides[s];
    const Side& next = block_.other(s);
    for_each(next.outcomes.size(), [&](std::uint64_t i) {
      const Outcome o = next.outcomes[i];
      if (!o.decided() || o.value() == Value::draw || o.plies() != ply - 1) return;
      for_each_king_unmove<R>(position(next, i), [&](const Position& before) {
        const std::uint64_t p = placement(side, before);
        if (!side.outcomes[p].decided()) mark(s, p);
      });
    });
  }

  void mark(int s, std::uint64_t p) {
    std::atomic_ref word{marks_[s][p / 64]};
    const std::uint64_t bit = std::uint64_t{1} << p % 64;
    // relaxed: or-ing bits commutes, and the join orders the reads
    if ((word.load(std::memory_order_relaxed) & bit) == 0)
      word.fetch_or(bit, std::memory_order_relaxed);
  }

  void decide_marked(int s, int ply, std::atomic<bool>& any) {
    const Side& side = block_.sides[s];
    for_each(marks_[s].size(), [&](std::uint64_t w) {
      for (Square bit : Bitboard{std::exchange(marks_[s][w], 0)}) {
        Outcome& o = side.outcomes[w * 64 + static_cast<std::uint64_t>(bit)];
        const Outcome decided =
            decide(s, position(side, w * 64 + std::uint64_t(bit)), load(o), ply);
        if (!decided.decided()) continue;
        store(o, decided);
        any.store(true, std::memory_order_relaxed);
      }
    });
  }

  // The outcome of an undecided position, if its distance is `ply`.
  Outcome decide(int s, const Position& pos, Outcome before, int ply) const {
    const Side& next = block_.other(s);
    bool wins = before.is_holding() && before.plies() == ply;
    bool holds = before.is_holding() || before.plies() > ply;
    for_each_king_move<R>(pos, [&](const Move& m) {
      const Outcome o = load(next.outcomes[placement(next, after<R>(pos, m))]);
      const bool known = o.decided() && o.plies() < ply;
      if (known && o.value() == Value::loss) wins = true;
      if (!known || o.value() == Value::draw) holds = true;
    });
    if (wins) return Outcome::win(ply);
    return holds ? before : Outcome::loss(ply);
  }

  // Turns every position that no pass has decided into a draw.
  void finish(int s) {
    const auto outcomes = block_.sides[s].outcomes;
    for_each(outcomes.size(), [&](std::uint64_t i) {
      if (!outcomes[i].decided()) outcomes[i] = Outcome::draw();
    });
  }

  const BlockPair<R>& block_;
  AfterConversion ending_;
  Value at_end_;
  int max_plies_, last_seed_ = 0;
  std::array<std::vector<std::uint64_t>, 2> marks_;  // a bit for each position of a side
};

}  // namespace damiera
