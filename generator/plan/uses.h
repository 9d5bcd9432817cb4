// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "generator/plan/plan.h"

namespace damiera {

/// Knows which pairs of a build look up which slices, and when the next use of a slice comes.
class Uses {
 public:
  static constexpr std::size_t never = SIZE_MAX;

  /// `pairs`: in the order in which they are solved. `needed` gives the slices that are looked up
  /// while a pair is solved.
  Uses(std::span<const SlicePair> pairs,
       const std::function<std::set<Material>(const SlicePair&)>& needed);

  /// Sets the current pair, which must be one of `pairs`.
  void begin(const SlicePair& pair) { now_ = numbers_.at(pair); }
  /// The number of the first pair after this one that looks a slice up, or never.
  std::size_t next(const Material& m) const;

 private:
  std::map<SlicePair, std::size_t> numbers_;
  std::map<Material, std::vector<std::size_t>> uses_;  // in ascending order
  std::size_t now_ = 0;
};

}  // namespace damiera
