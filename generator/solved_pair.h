// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>

#include "generator/pair_work.h"
#include "generator/plan/stage.h"
#include "generator/solved.h"
#include "generator/write/for_each_value.h"

namespace damiera {

/// A solved pair, as the writer of its tables needs it.
template <Rules R>
class SolvedPair {
 public:
  /// `known` holds the pair's values, and must outlive what all() returns.
  SolvedPair(std::shared_ptr<const PairWork<R>> work, const KnownValues<R>& known)
      : work_{std::move(work)}, known_{known} {}

  Solved all() const {
    Solved solved{.slices = {}, .outcomes = work_};
    for (int s = 0; s < work_->pair().slices(); ++s) solved.slices.push_back(slice_of(s));
    return solved;
  }

 private:
  SolvedSlice slice_of(int s) const {
    const PairWork<R>& work = *work_;
    SolvedSlice slice{
        .material = work.slice(s).material(),
        .positions = work.slice(s).size(),
        .read = [&work, s, &known = known_](std::uint64_t first, std::span<Outcome> out) {
          work.read(s, first, out, known);
        }};
    if (work.keep() == Keep::values)
      slice.longest = {work.longest(s).plies(), Index{work.longest(s).index()}};
    else
      slice.is_stored_in = [&work, s](const Table& table) {
        return holds_values(table.info().id.metric)
                   ? holds<Value>(table, work.slice(s), work.outcomes(s))
                   : holds<std::uint16_t>(table, work.slice(s), work.outcomes(s));
      };
    return slice;
  }

  // Whether a table stores these outcomes, for every position whose value a probe reads.
  template <class T>
  static Result<bool> holds(const Table& other, const SliceIndex<R>& slice,
                            std::span<const Outcome> outcomes) {
    std::atomic<bool> same = true;
    const auto compare = [&](Index i, T stored) {
      const Outcome o = outcomes[static_cast<std::uint64_t>(i)];
      if (!o.is_capture() && !is_told(stored, o)) same.store(false, std::memory_order_relaxed);
    };
    if (auto read = for_each_value<R, T>(other, slice, compare); !read) return read.error();
    return same.load();
  }
  static bool is_told(Value stored, Outcome o) { return stored == o.value(); }
  static bool is_told(std::uint16_t plies, Outcome o) {
    return o.value() == Value::draw || plies == o.plies();
  }

  std::shared_ptr<const PairWork<R>> work_;
  const KnownValues<R>& known_;
};

}  // namespace damiera
