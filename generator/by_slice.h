// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cassert>
#include <vector>

#include "indexing/material.h"

namespace damiera {

/// A T for each slice, found without a search; at first a T{} for each.
template <class T>
class BySlice {
 public:
  T& operator[](const Material& m) { return all_[place(m)]; }
  const T& operator[](const Material& m) const { return all_[place(m)]; }

 private:
  static constexpr int most = 13;  // pieces of one kind are fewer
  static std::size_t place(const Material& m) {
    assert(std::max({m.my_men, m.my_kings, m.their_men, m.their_kings}) < most);
    return static_cast<std::size_t>(((m.my_men * most + m.my_kings) * most + m.their_men) * most +
                                    m.their_kings);
  }
  std::vector<T> all_ = std::vector<T>(most * most * most * most);
};

}  // namespace damiera
