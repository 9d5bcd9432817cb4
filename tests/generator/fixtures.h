// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "generator/pair_solver.h"
#include "rules/notation/fen.h"
#include "tests/support/positions.h"
#include "tests/support/thorough.h"

namespace damiera {

class VariantTest : public testing::TestWithParam<Variant> {};

inline std::string variant_name(const testing::TestParamInfo<Variant>& info) {
  return std::string{name(info.param)};
}

/// For messages: the position as if White were to move.
template <Rules R>
std::string text(const Position& pos) {
  return fen(R.id, {pos, Color::white});
}

/// Compares outcomes one by one; `where(i)` names the position of the first that differ.
inline void expect_same_outcomes(std::span<const Outcome> found, std::span<const Outcome> expected,
                                 const std::function<std::string(std::uint64_t)>& where) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::uint64_t i = 0; i < found.size(); ++i)
    ASSERT_EQ(found[i], expected[i])
        << where(i) << ": " << found[i].plies() << " plies, expected " << expected[i].plies();
}

inline Buffer zeroed(std::uint64_t bytes) {
  static Memory unbounded{0, {}};
  return std::move(*unbounded.allocate(bytes));
}

/// The pairs of all slices with `pieces` pieces of which a game has tables.
inline std::set<SlicePair> pairs_of(int pieces, const Rules& rules = english) {
  std::set<SlicePair> pairs;
  for (const Material& m : slices_of(pieces, rules)) pairs.insert(pair_of(m));
  return pairs;
}

inline SlicePair pair_named(std::string_view slice) { return pair_of(*parse_material(slice)); }
inline std::set<SlicePair> pairs_named(const std::vector<std::string_view>& slices) {
  std::set<SlicePair> pairs;
  for (const std::string_view slice : slices) pairs.insert(pair_named(slice));
  return pairs;
}

/// Makes a slice known, with the value that `value(block, placement)` gives each position.
template <Rules R, class ValueOf>
void add_slice(KnownValues<R>& known, const Material& m, const ValueOf& value) {
  auto& slice = known.add(m, zeroed(KnownValues<R>::bytes_for(m)));
  for (std::uint64_t b = 0; b < slice.index->blocks(); ++b)
    for (std::uint64_t p = 0; p < slice.index->block_size(); ++p)
      slice.planes.store(b, p, value(b, p));
}

/// Adds the slices that solving a pair looks up, with the values in `solved`, and room for the
/// pair's own values.
template <Rules R>
void add_for_pair(KnownValues<R>& known, const SlicePair& pair, const KnownValues<R>& solved) {
  for (const Material& m : looked_up(pair, R.kings_play()))
    add_slice<R>(known, m, [&](std::uint64_t b, std::uint64_t p) {
      return solved.slice(m).planes.value(b, p);
    });
  for (const Material& m : std::set{pair.first, pair.second})
    known.add(m, zeroed(KnownValues<R>::bytes_for(m)));
}

/// add_slice() with random values. Lookups can be tested on such values: they must find the stored
/// values, whether these are true or not.
template <Rules R>
void add_random(KnownValues<R>& known, const Material& m) {
  std::mt19937 random{1};
  add_slice<R>(known, m, [&](std::uint64_t, std::uint64_t) {
    return Value(static_cast<int>(random() % 3) - 1);
  });
}

/// Slices solved in memory, one pair after the other.
template <Rules R>
class SolvedSlices {
 public:
  explicit SolvedSlices(Value at_end = value_at(R.goal)) : known_{at_end} {}
  /// Solves a pair, again if it was solved before. Requires that all pairs that its positions lead
  /// to are solved. Positions are numbered as in PairWork.
  const PairWork<R>& solve(const SlicePair& pair, Solver solver) {
    for (const Material& m : std::set{pair.first, pair.second})
      known_.add(m, zeroed(KnownValues<R>::bytes_for(m)));
    auto work = std::make_unique<PairWork<R>>(
        pair, Keep::distances, zeroed(PairWork<R>::bytes_for(pair, Keep::distances)));
    // A solver writes every outcome, whatever was there before.
    for (int s = 0; s < pair.slices(); ++s)
      std::ranges::fill(work->outcomes(s), Outcome::capture(Value::win));
    PairSolver<R>{solver}(*work, known_, [](std::uint64_t) { return true; });
    return *(work_ = std::move(work));
  }
  const KnownValues<R>& known() const { return known_; }

 private:
  KnownValues<R> known_;
  std::unique_ptr<PairWork<R>> work_;  // the pair solved last
};

}  // namespace damiera
