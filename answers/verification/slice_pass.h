// SPDX-License-Identifier: MIT
#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>

#include "answers/verification/run_best.h"
#include "answers/verification/slice_check.h"

namespace damiera {

/// Recomputes every position of a slice from the positions that its moves lead to.
template <Rules R>
class SlicePass {
 public:
  /// As for BlockBest.
  SlicePass(const SliceKeys<R>& slice, const SliceKeys<R>& flip, const Conversions<R>& conversions,
            const KingMoves& moves, const Measure& measure, Work& work)
      : slice_{slice},
        measure_{measure},
        work_{work},
        blocks_{slice, flip, conversions, moves, measure, work},
        runs_{slice, flip, conversions, measure, work} {}

  /// Bytes that two threads take in addition to the slices.
  static std::uint64_t bytes(const Material& m) {
    if (KingRuns{m, R.king_limit}.count() > 1)
      return 2 * sizeof(Key) * SliceIndex<R>::block_size(m);
    return 2 * BlockBest<R>::bytes(m);
  }

  /// Compares the stored keys with the moves, and counts positions. The result does not depend on
  /// the number of threads.
  SliceCheck check() {
    return over_rows(1, [&](std::uint64_t first, const Key* best, SliceCheck& found) {
      compare(first, best, found);
    });
  }

  /// Derives what the tables of `slice`, the slice of this pass, do not store: each position
  /// without a capture gets its value or its distance from its moves. `plies_of` turns a stored
  /// number into plies.
  template <class PliesOf>
  void derive(SliceKeys<R>& slice, const PliesOf& plies_of) {
    // A position counts as done only when it is checked, so these steps add none.
    over_rows(0, [&](std::uint64_t first, const Key* best, SliceCheck&) {
      for (std::uint64_t i = 0; i < slice.lanes(); ++i) {
        Key& key = slice.keys[first + i];
        if (slice.is_capture(first + i)) continue;
        const Key found = measure_.before(best[i]);
        const Value value = slice.has_values ? keys::value(key) : keys::value(found);
        const int plies = slice.has_plies ? plies_of(keys::plies(key), value) : keys::plies(found);
        key = keys::of(value, plies);
      }
    });
  }

 private:
  // Calls look(number of the row's first position, the best keys of its positions, the result so
  // far) for each row. Results are joined in the order of the positions. Each position adds `done`
  // to the progress.
  template <class Look>
  SliceCheck over_rows(std::uint64_t done, const Look& look) {
    const auto several = [&](std::uint64_t first, std::uint64_t last, SliceCheck& found) {
      Matrices& mine = matrices_.local();
      if (first == last) return;
      MenBlocks<R> blocks{slice_.index, first};
      for (std::uint64_t b = first; b < last && !work_.is_over(); ++b, blocks.next()) {
        over_block(b, blocks.men(), mine, look, found);
        if (blocks_.is_large()) work_.done(done * slice_.index.block_size());
      }
      if (!blocks_.is_large()) work_.done(done * (last - first) * slice_.index.block_size());
    };
    const std::uint64_t size = slice_.index.block_size(), blocks = slice_.index.blocks();
    if (!blocks_.is_large()) return check_ranges(blocks, 4096 / size + 1, several);
    SliceCheck found;
    several(0, blocks, found);
    return found;
  }

  template <class Look>
  void over_block(std::uint64_t block, const Men& men, Matrices& mine, const Look& look,
                  SliceCheck& found) {
    if (slice_.material().kings() == 0) {
      // Positions with captures are not compared.
      const Key best = slice_.is_capture(block) ? keys::none : blocks_.of_men(men);
      return look(block, &best, found);
    }
    const auto over = [&](const auto& each_row) {
      const auto rows = [&](std::uint64_t first, std::uint64_t last, SliceCheck& in_rows) {
        each_row(first, last, [&](std::uint64_t n, const Key* best) { look(n, best, in_rows); });
      };
      const std::uint64_t all = slice_.rows();
      if (!blocks_.is_large()) return rows(0, all, found);
      found = joined(std::move(found), check_ranges(all, 64, rows));
    };
    if constexpr (R.king_limit > 0)
      if (slice_.index.runs().count() > 1) {
        runs_.lay_out(block, men, mine.best, blocks_.is_large());
        return over([&](std::uint64_t first, std::uint64_t last, const auto& visit) {
          runs_.each_row(block, mine.best, first, last, visit);
        });
      }
    blocks_.lay_out(men, mine);
    over([&](std::uint64_t first, std::uint64_t last, const auto& visit) {
      blocks_.each_row(block, men, mine.best, first, last, matrices_.local().row, visit);
    });
  }

  // A row: positions that differ by the placement of the lane kings.
  void compare(std::uint64_t first, const Key* best, SliceCheck& found) const {
    const Key* stored = &slice_.keys[first];
    unsigned wins = 0, losses = 0, captures = 0, wrong = 0;
    int longest = 0;
    const auto n = static_cast<unsigned>(slice_.lanes());
    for (unsigned i = 0; i < n; ++i) {
      const Key key = stored[i];
      const bool capture = slice_.is_capture(first + i);
      wins += key < keys::draw;
      losses += key > keys::draw;
      captures += capture;
      longest = std::max(longest, capture ? 0 : keys::plies(key));
      wrong += !capture && key != measure_.before(best[i]);
    }
    found.counts.add({n, wins, n - wins - losses, losses, captures});
    if (longest > found.longest_plies) note_longest(first, longest, found);
    if (wrong > 0) note_wrong(first, best, found);
  }
  void note_longest(std::uint64_t first, int longest, SliceCheck& found) const {
    found.longest_plies = longest;
    while (slice_.is_capture(first) || keys::plies(slice_.keys[first]) != longest) ++first;
    found.longest = Index{first};
  }
  void note_wrong(std::uint64_t first, const Key* best, SliceCheck& found) const {
    for (std::uint64_t i = 0; i < slice_.lanes(); ++i) {
      const Key stored = slice_.keys[first + i], key = measure_.before(best[i]);
      if (slice_.is_capture(first + i) || stored == key) continue;
      ++found.wrong;
      if (found.examples.size() < SliceCheck::max_examples)
        found.examples.push_back(
            {slice_.index.position(Index{first + i}), told(stored), told(key)});
    }
  }
  Probe told(Key key) const {
    const Value value = keys::value(key);
    if (value == Value::draw || !measure_.distances) return {value, {}};
    return {value, keys::plies(key)};
  }

  const SliceKeys<R>& slice_;
  const Measure& measure_;
  Work& work_;
  BlockBest<R> blocks_;
  RunBest<R> runs_;
  oneapi::tbb::enumerable_thread_specific<Matrices> matrices_;
};

}  // namespace damiera
