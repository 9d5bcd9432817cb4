// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <set>

#include "data/memory/buffer.h"
#include "generator/plan/plan.h"
#include "rules/value.h"

namespace damiera {

/// Reads finished slices for HeldSlices, which also reports the slices that it forgets.
class FinishedSlices {
 public:
  virtual ~FinishedSlices() = default;
  /// Reads a slice from where it is kept with the values of its captures, and adds it. Returns
  /// false, and adds nothing, if it is not kept.
  virtual Result<bool> load_whole(const Material&) { return false; }
  /// Reads a slice from its table, and adds it. Requires that the slices that its captures lead to
  /// are known.
  virtual Result<void> load(const Material& m) = 0;
  /// Called with a slice before it is forgotten.
  virtual void forget(const Material&) {}
  /// When a slice is needed again. Slices with the greatest number are forgotten first.
  virtual std::size_t next_use(const Material&) const { return 0; }
};

/// Holds in memory the slices that solving looks up, within a bound.
class HeldSlices {
 public:
  /// `kings` as for looked_up().
  HeldSlices(std::uint64_t memory, std::filesystem::path folder, bool kings)
      : memory_{memory, std::move(folder)}, kings_{kings} {}
  virtual ~HeldSlices() = default;

  Memory& memory() { return memory_; }

  /// Bytes that making these slices known would take.
  std::uint64_t bytes_missing(const std::set<Material>& needed) const;

  /// Makes these slices known, and forgets others where there is no room for them and for `more`
  /// bytes.
  Result<void> make_known(const std::set<Material>& needed, std::uint64_t more,
                          FinishedSlices& finished);

  /// Adds a slice that is to be filled, in zeroed memory. Errors: out_of_memory; io.
  Result<void> add(const Material& m) { return add_sparse(m, bytes_for(m)); }
  /// The same for a slice of which at most `used` bytes of memory will be touched.
  Result<void> add_sparse(const Material& m, std::uint64_t used);
  /// Forgets a slice.
  void remove(const Material& m);

 protected:
  virtual std::uint64_t bytes_for(const Material& m) const = 0;
  virtual bool has(const Material& m) const = 0;
  /// Adds a slice in memory of bytes_for(m) bytes.
  virtual void put(const Material& m, Buffer memory) = 0;
  virtual void drop(const Material& m) = 0;
  /// Notes a slice that was added in another way, so that it is forgotten like the others.
  void hold(const Material& m) { held_.insert(m); }

 private:
  Result<void> load_with_captures(const Material& m, std::multiset<Material>& kept,
                                  FinishedSlices& finished);
  void make_room(std::uint64_t bytes, const std::multiset<Material>& kept,
                 FinishedSlices& finished);

  Memory memory_;
  bool kings_;
  std::set<Material> held_;
};

/// Keeps the slices that solving looks up, within a bound of memory. `Known` has bytes_for(),
/// has(), add() and remove(), as KnownValues.
template <class Known>
class Lookups final : public HeldSlices {
 public:
  /// `at_end` as for `Known`; the other arguments as for HeldSlices.
  Lookups(Value at_end, std::uint64_t memory, std::filesystem::path folder, bool kings)
      : HeldSlices{memory, std::move(folder), kings}, known_{at_end} {}

  Known& known() { return known_; }
  const Known& known() const { return known_; }

  /// Keeps a slice that is in memory already. It is forgotten like others where there is no room.
  template <class... Values>
  void keep(const Material& m, Values&&... values) {
    known_.add(m, std::forward<Values>(values)...);
    hold(m);
  }

 private:
  std::uint64_t bytes_for(const Material& m) const override { return Known::bytes_for(m); }
  bool has(const Material& m) const override { return known_.has(m); }
  void put(const Material& m, Buffer memory) override { known_.add(m, std::move(memory)); }
  void drop(const Material& m) override { known_.remove(m); }

  Known known_;
};

}  // namespace damiera
