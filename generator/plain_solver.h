#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <atomic>

#include "generator/block_solver.h"
#include "rules/unmoves.h"

namespace damiera {

/// The plain solver: retrograde analysis of one block, one position at a time. A pass decides the
/// positions with the distance of its number: it marks the predecessors of what the pass before
/// decided, and looks at every successor of those marked. Large blocks are worked on in parallel.
template <Rules R>
class PlainSolver {
  using Side = typename BlockPair<R>::Side;

 public:
  PlainSolver(const BlockPair<R>& block, const KnownValues<R>& known)
      : block_{block}, known_{known} {
    for (int s = 0; s < block.count; ++s)
      marks_[s].resize((block.sides[s].outcomes.size() + 63) / 64);
  }

  void solve() {
    for (int s = 0; s < block_.count; ++s) seed(s);
    // Distances have no gaps from 1 on: an empty pass is the last.
    for (int ply = 1; advance(ply) || ply == 1; ++ply) {
    }
    for (int s = 0; s < block_.count; ++s) finish(s);
  }

 private:
  static constexpr std::uint64_t parallel_from = 1 << 16;  // positions in a block

  template <class Body>
  static void for_each(std::uint64_t count, const Body& body) {
    if (count < parallel_from) {
      for (std::uint64_t i = 0; i < count; ++i) body(i);
    } else {
      tbb::parallel_for(tbb::blocked_range<std::uint64_t>{0, count, 4096}, [&](const auto& range) {
        for (std::uint64_t i = range.begin(); i < range.end(); ++i) body(i);
      });
    }
  }

  // Within a pass outcomes are written by one thread while others may look at them; those see
  // either what was there before or a distance too large to matter in this pass.
  static Outcome load(Outcome& o) { return std::atomic_ref{o}.load(std::memory_order_relaxed); }
  static void store(Outcome& o, Outcome value) {
    std::atomic_ref{o}.store(value, std::memory_order_relaxed);
  }

  static Position position(const Side& side, std::uint64_t placement) {
    const auto kings = side.slice->kings().unrank(placement, SliceIndex<R>::free_squares(side.men));
    return {side.men.mine, kings.mine, side.men.theirs, kings.theirs};
  }
  static std::uint64_t placement(const Side& side, const Position& pos) {
    return side.slice->kings().rank({pos.my_kings, pos.their_kings},
                                    SliceIndex<R>::free_squares(side.men));
  }

  // Decides what needs no look at this block: captures, and positions without king moves.
  void seed(int s) {
    const Side& side = block_.sides[s];
    for_each(side.outcomes.size(),
             [&](std::uint64_t i) { side.outcomes[i] = seeded(position(side, i)); });
  }

  Outcome seeded(const Position& pos) const {
    if (has_capture<R>(pos)) return Outcome::capture(known_.resolved(pos));
    bool has_man_move = false, has_king_move = false;
    Value best = Value::loss;
    for_each_man_move<R>(pos, [&](const Move& m) {
      has_man_move = true;
      best = std::max(best, -known_.resolved(after<R>(pos, m)));
    });
    if (best == Value::win) return Outcome::win(1);
    for_each_king_move<R>(pos, [&](const Move&) { has_king_move = true; });
    if (has_king_move) return best == Value::draw ? Outcome::holding() : Outcome{};
    if (best == Value::draw) return Outcome::draw();
    return Outcome::loss(has_man_move ? 1 : 0);
  }

  // Decides the positions with this distance; returns whether there were any.
  bool advance(int ply) {
    for (int s = 0; s < block_.count; ++s) mark_predecessors(s, ply);
    std::atomic<bool> any = false;
    for (int s = 0; s < block_.count; ++s) decide_marked(s, ply, any);
    // What seeding decided at one ply counts for the second pass, whatever the first found.
    return any;
  }

  // Marks the undecided positions, of the side to move in `s`, that a king move joins to what the
  // pass before decided.
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
    bool wins = false, holds = before.is_holding();
    for_each_king_move<R>(pos, [&](const Move& m) {
      const Outcome o = load(next.outcomes[placement(next, after<R>(pos, m))]);
      const bool known = o.decided() && o.plies() < ply;
      if (known && o.value() == Value::loss) wins = true;
      if (!known || o.value() == Value::draw) holds = true;
    });
    if (wins) return Outcome::win(ply);
    return holds ? before : Outcome::loss(ply);
  }

  // What no pass reached is a draw.
  void finish(int s) {
    const auto outcomes = block_.sides[s].outcomes;
    for_each(outcomes.size(), [&](std::uint64_t i) {
      if (!outcomes[i].decided()) outcomes[i] = Outcome::draw();
    });
  }

  const BlockPair<R>& block_;
  const KnownValues<R>& known_;
  std::array<std::vector<std::uint64_t>, 2> marks_;  // a bit for each position of a side
};

}  // namespace damiera
