// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "generator/by_slice.h"
#include "generator/planes/planes_on_demand.h"
#include "generator/value_planes.h"
#include "indexing/slice_index.h"
#include "rules/resolve.h"

namespace damiera {

/// The values that a solver may look up: of finished slices, and of the pair being solved, whose
/// men blocks become final one after the other. Unlike in tables, positions with a capture have
/// their true values here. Reading is thread-safe.
template <Rules R>
class KnownValues {
 public:
  struct Slice {
    std::unique_ptr<SliceIndex<R>> index;
    ValuePlanes planes;
    std::unique_ptr<PlanesOnDemand> on_demand;  ///< none if all values are in memory

    explicit operator bool() const { return index != nullptr; }
    /// Reads the values of a men block, if they are not in memory yet.
    void need(std::uint64_t block) const {
      if (on_demand) on_demand->need(planes.begin_of(block), planes.begin_of(block + 1));
    }
    Value value(const Position& pos) const {
      const std::uint64_t block = index->block(men_of(pos));
      need(block);
      return planes.value(block, index->placement(pos));
    }
  };

  /// `at_end`: the value of a position without a legal move, see value_at().
  explicit KnownValues(Value at_end) : at_end_{at_end} {}
  Value at_end() const { return at_end_; }
  /// Of the slices that are read on demand.
  PlanesCache& cache() { return cache_; }

  static std::uint64_t bytes_for(const Material& m) {
    const std::uint64_t block_size = SliceIndex<R>::block_size(m);
    return ValuePlanes::bytes_for(count_positions(m, R) / block_size, block_size);
  }
  /// The bytes of memory that `blocks` men blocks of a slice touch. Requires blocks of more than
  /// one position.
  static std::uint64_t bytes_touched(const Material& m, std::uint64_t blocks) {
    const std::uint64_t of_block = ValuePlanes::bytes_for(1, SliceIndex<R>::block_size(m));
    return std::min(bytes_for(m), damiera::bytes_touched(blocks, of_block));
  }
  /// Adds a slice of draws, to be filled. `memory` is zeroed and has bytes_for(m) bytes.
  Slice& add(const Material& m, Buffer memory) {
    Slice& s = slices_[m];
    s.index = std::make_unique<SliceIndex<R>>(m);
    s.on_demand.reset();
    s.planes = ValuePlanes{std::move(memory), s.index->block_size()};
    return s;
  }
  void remove(const Material& m) { slices_[m] = {}; }
  bool has(const Material& m) const { return static_cast<bool>(slices_[m]); }

  /// Requires has(m).
  const Slice& slice(const Material& m) const { return slices_[m]; }
  Slice& slice(const Material& m) { return slices_[m]; }

  /// The stored value of any position that a conversion from the pair being solved leads to.
  Value value(const Position& pos) const {
    if (is_decided<R>(pos)) return decided_ending<R>(pos, at_end_).value;
    return slice(material_of(pos)).value(pos);
  }
  /// Like value(), but ignores the stored values of positions with a capture, and looks through
  /// these positions.
  Value resolved(const Position& pos) const {
    return resolve<R>(pos, at_end_, [this](const Position& quiet) { return value(quiet); });
  }

 private:
  PlanesCache cache_;
  Value at_end_;
  BySlice<Slice> slices_;
};

}  // namespace damiera
