// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "data/file/outcome.h"
#include "data/memory/buffer.h"
#include "generator/by_slice.h"
#include "indexing/slice_index.h"
#include "rules/resolve.h"

namespace damiera {

/// Values and plies to the end of the game that a solver may look up: of finished slices, and of
/// the pair being solved, whose men blocks become final one after the other. In contrast to tables,
/// positions with a capture have their true endings here. Reading is thread-safe.
template <Rules R>
class KnownEndings {
 public:
  struct Slice {
    std::unique_ptr<SliceIndex<R>> index;
    std::span<Outcome> outcomes;        ///< by Index
    Buffer memory;                      ///< of the outcomes, unless somebody else owns them
    std::shared_ptr<const void> owner;  ///< keeps `outcomes` alive if `memory` does not hold them

    Outcome& outcome(Index i) const { return outcomes[static_cast<std::uint64_t>(i)]; }
    Outcome& outcome(const Position& pos) const { return outcome(index->index(pos)); }
  };

  /// `at_end`: the value of a position without a legal move, see value_at().
  explicit KnownEndings(Value at_end) : at_end_{at_end} {}
  Value at_end() const { return at_end_; }

  static std::uint64_t bytes_for(const Material& m) {
    return count_positions(m, R) * sizeof(Outcome);
  }
  /// Adds a slice to be filled. `memory` is zeroed and has bytes_for(m) bytes.
  void add(const Material& m, Buffer memory) {
    const auto outcomes = memory.as<Outcome>();
    slices_[m] = {std::make_unique<SliceIndex<R>>(m), outcomes, std::move(memory), {}};
  }
  /// Adds a slice without copying `outcomes`, which must stay valid until the slice is removed.
  void add(const Material& m, std::span<Outcome> outcomes, std::shared_ptr<const void> owner = {}) {
    slices_[m] = {std::make_unique<SliceIndex<R>>(m), outcomes, {}, std::move(owner)};
  }
  void remove(const Material& m) { slices_[m] = {}; }
  bool has(const Material& m) const { return slices_[m].index != nullptr; }
  /// Requires has(m).
  const Slice& slice(const Material& m) const { return slices_[m]; }

  /// The ending of any position that a conversion from the pair being solved leads to.
  Ending operator()(const Position& pos) const {
    if (is_decided<R>(pos)) return decided_ending<R>(pos, at_end_);
    const Outcome o = slice(material_of(pos)).outcome(pos);
    return {o.value(), o.plies()};
  }

 private:
  Value at_end_;
  BySlice<Slice> slices_;
};

}  // namespace damiera
