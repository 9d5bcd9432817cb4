// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "generator/value_planes.h"
#include "indexing/slice_index.h"
#include "rules/resolve.h"

namespace damiera {

/// The values that a solver may look up: slices that are finished, and the pair in work, whose
/// men blocks become final one after the other. Positions with a capture have their true values
/// here, other than in tables. Reading is thread-safe.
template <Rules R>
class KnownValues {
 public:
  struct Slice {
    std::unique_ptr<SliceIndex<R>> index;
    ValuePlanes planes;

    explicit operator bool() const { return index != nullptr; }
    Value value(const Position& pos) const {
      return planes.value(index->block(men_of(pos)), index->placement(pos));
    }
  };

  static std::uint64_t bytes_for(const Material& m) {
    const std::uint64_t block_size = SliceIndex<R>::block_size(m);
    return ValuePlanes::bytes_for(count_positions(m, R) / block_size, block_size);
  }
  /// A slice of draws, to be filled. `memory`: zeroed, bytes_for(m) of it.
  Slice& add(const Material& m, Buffer memory) {
    Slice& s = slices_[key(m)];
    s.index = std::make_unique<SliceIndex<R>>(m);
    s.planes = ValuePlanes{std::move(memory), s.index->block_size()};
    return s;
  }
  void remove(const Material& m) { slices_[key(m)] = {}; }
  bool has(const Material& m) const { return static_cast<bool>(slices_[key(m)]); }

  /// Requires has(m).
  const Slice& slice(const Material& m) const { return slices_[key(m)]; }
  Slice& slice(const Material& m) { return slices_[key(m)]; }

  /// The stored value of any position that a conversion from the pair in work leads to.
  Value value(const Position& pos) const {
    if (is_decided<R>(pos)) return decided_ending<R>(pos).value;
    return slice(material_of(pos)).value(pos);
  }
  /// The same, but of positions with a capture nothing stored is believed: looks through them.
  Value resolved(const Position& pos) const {
    return resolve<R>(pos, [this](const Position& quiet) { return value(quiet); });
  }

 private:
  static constexpr int most = 13;  // pieces of one kind, and one
  static std::size_t key(const Material& m) {
    assert(std::max({m.my_men, m.my_kings, m.their_men, m.their_kings}) < most);
    return static_cast<std::size_t>(((m.my_men * most + m.my_kings) * most + m.their_men) * most +
                                    m.their_kings);
  }
  std::vector<Slice> slices_ = std::vector<Slice>(most * most * most * most);
};

}  // namespace damiera
