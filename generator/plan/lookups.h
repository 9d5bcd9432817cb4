// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>

#include "generator/buffer.h"
#include "generator/plan/plan.h"

namespace damiera {

/// Keeps the slices that solving looks up, within a bound of memory. `Known` has bytes_for(),
/// has(), add() and remove(), as KnownValues.
template <class Known>
class Lookups {
 public:
  Lookups(std::uint64_t memory, std::filesystem::path folder)
      : memory_{memory, std::move(folder)} {}

  Known& known() { return known_; }
  Memory& memory() { return memory_; }

  /// Bytes that making these slices known would take.
  std::uint64_t bytes_missing(const std::set<Material>& needed) const {
    std::uint64_t bytes = 0;
    for (const Material& m : needed)
      if (!known_.has(m)) bytes += Known::bytes_for(m);
    return bytes;
  }

  /// Makes these slices known, and forgets others where there is no room for them and for `more`
  /// bytes. `load` reads a slice and calls add(); those with fewer pieces come first, since
  /// captures look at them.
  Result<void> make_known(const std::set<Material>& needed, std::uint64_t more,
                          const std::function<Result<void>(const Material&)>& load) {
    std::vector<Material> missing;
    for (const Material& m : needed)
      if (!known_.has(m)) missing.push_back(m);
    more += bytes_missing(needed);
    for (auto it = held_.begin(); it != held_.end() && !memory_.fits(more);) {
      if (needed.contains(*it)) {
        ++it;
      } else {
        known_.remove(*it);
        it = held_.erase(it);
      }
    }
    std::ranges::stable_sort(missing, {}, &Material::total);
    for (const Material& m : missing)
      if (auto loaded = load(m); !loaded) return loaded;
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
  Memory memory_;
  Known known_;
  std::set<Material> held_;
};

}  // namespace damiera
