// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "generator/buffer.h"
#include "generator/plan/plan.h"

namespace damiera {

/// Reads finished slices, and is told which ones are forgotten.
class FinishedSlices {
 public:
  virtual ~FinishedSlices() = default;
  /// Reads a slice from where it is kept with the values of its captures, and adds it. Returns
  /// false, and adds nothing, if it is not kept.
  virtual Result<bool> load_whole(const Material&) { return false; }
  /// Reads a slice from its table, and adds it. Requires that the slices that its captures lead to
  /// are known.
  virtual Result<void> load(const Material& m) = 0;
  /// Is told of a slice before it is forgotten.
  virtual void forget(const Material&) {}
  /// When a slice is needed again. Slices with the greatest number are forgotten first.
  virtual std::size_t next_use(const Material&) const { return 0; }
};

/// Keeps the slices that solving looks up, within a bound of memory. `Known` has bytes_for(),
/// has(), add() and remove(), as KnownValues.
template <class Known>
class Lookups {
 public:
  /// `kings` as for looked_up().
  Lookups(std::uint64_t memory, std::filesystem::path folder, bool kings)
      : memory_{memory, std::move(folder)}, kings_{kings} {}

  Known& known() { return known_; }
  const Known& known() const { return known_; }
  Memory& memory() { return memory_; }

  /// Bytes that making these slices known would take.
  std::uint64_t bytes_missing(const std::set<Material>& needed) const {
    std::uint64_t bytes = 0;
    for (const Material& m : needed)
      if (!known_.has(m)) bytes += Known::bytes_for(m);
    return bytes;
  }

  /// Makes these slices known, and forgets others where there is no room for them and for `more`
  /// bytes.
  Result<void> make_known(const std::set<Material>& needed, std::uint64_t more,
                          FinishedSlices& finished) {
    std::multiset<Material> kept{needed.begin(), needed.end()};
    make_room(more + bytes_missing(needed), kept, finished);
    for (const Material& m : needed)
      if (auto loaded = load_with_captures(m, kept, finished); !loaded) return loaded;
    make_room(more, kept, finished);
    return {};
  }

  /// Makes room for a slice that is to be filled.
  Result<void> add(const Material& m) {
    auto memory = memory_.allocate(Known::bytes_for(m));
    if (!memory) return memory.error();
    known_.add(m, std::move(*memory));
    held_.insert(m);
    return {};
  }
  void remove(const Material& m) {
    known_.remove(m);
    held_.erase(m);
  }

  /// Keeps a slice that is in memory already. It is forgotten like others where there is no room.
  template <class... Values>
  void keep(const Material& m, Values&&... values) {
    known_.add(m, std::forward<Values>(values)...);
    held_.insert(m);
  }

 private:
  // Reads a slice. If it is read from its table, the slices that its captures lead to come first.
  Result<void> load_with_captures(const Material& m, std::multiset<Material>& kept,
                                  FinishedSlices& finished) {
    if (known_.has(m)) return {};
    make_room(Known::bytes_for(m), kept, finished);
    const auto is_there = finished.load_whole(m);
    if (!is_there) return is_there.error();
    if (*is_there) return {};
    const auto below = captured_to(m, kings_);
    kept.insert(below.begin(), below.end());
    for (const Material& next : below)
      if (auto loaded = load_with_captures(next, kept, finished); !loaded) return loaded;
    make_room(Known::bytes_for(m), kept, finished);
    if (auto loaded = finished.load(m); !loaded) return loaded;
    for (const Material& next : below) kept.erase(kept.find(next));
    return {};
  }

  // Forgets slices that are not kept until there is room.
  void make_room(std::uint64_t bytes, const std::multiset<Material>& kept,
                 FinishedSlices& finished) {
    if (memory_.fits(bytes)) return;
    std::vector<Material> others;
    for (const Material& m : held_)
      if (!kept.contains(m)) others.push_back(m);
    std::ranges::stable_sort(others, std::greater{},
                             [&](const Material& m) { return finished.next_use(m); });
    for (const Material& m : others) {
      if (memory_.fits(bytes)) return;
      finished.forget(m);
      remove(m);
    }
  }

  Memory memory_;
  bool kings_;
  Known known_;
  std::set<Material> held_;
};

}  // namespace damiera
