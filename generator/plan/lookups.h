// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "generator/buffer.h"
#include "generator/plan/plan.h"

namespace damiera {

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

  using Load = std::function<Result<void>(const Material&)>;

  /// Makes these slices known, and forgets others where there is no room for them and for `more`
  /// bytes. `load` reads a slice and calls add(); what captures lead to from it is known then.
  Result<void> make_known(const std::set<Material>& needed, std::uint64_t more, const Load& load) {
    std::multiset<Material> kept{needed.begin(), needed.end()};
    make_room(more + bytes_missing(needed), kept);
    for (const Material& m : needed)
      if (auto loaded = load_with_captures(m, kept, load); !loaded) return loaded;
    make_room(more, kept);
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

 private:
  // Reads a slice, and before it what captures lead to from it, as far as that is not known.
  Result<void> load_with_captures(const Material& m, std::multiset<Material>& kept,
                                  const Load& load) {
    if (known_.has(m)) return {};
    const auto below = captured_to(m, kings_);
    kept.insert(below.begin(), below.end());
    for (const Material& next : below)
      if (auto loaded = load_with_captures(next, kept, load); !loaded) return loaded;
    make_room(Known::bytes_for(m), kept);
    if (auto loaded = load(m); !loaded) return loaded;
    for (const Material& next : below) kept.erase(kept.find(next));
    return {};
  }

  // Forgets slices that are not kept until there is room.
  void make_room(std::uint64_t bytes, const std::multiset<Material>& kept) {
    for (auto it = held_.begin(); it != held_.end() && !memory_.fits(bytes);) {
      if (kept.contains(*it)) {
        ++it;
      } else {
        known_.remove(*it);
        it = held_.erase(it);
      }
    }
  }

  Memory memory_;
  bool kings_;
  Known known_;
  std::set<Material> held_;
};

}  // namespace damiera
