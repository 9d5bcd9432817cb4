// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "data/file/table_info.h"

namespace damiera {

/// How positions are drawn for a check that is not of all.
struct Sample {
  std::uint64_t size = 0;  ///< of each slice; 0: no sample, but all
  std::uint64_t seed = 1;
};

/// Numbers of `sample.size` positions without capture, drawn with replacement, in ascending order:
/// the same for the same seed and table, on any machine. Fewer where hardly any position is without
/// capture.
std::vector<Index> draw(const Sample& sample, const TableId& id);

/// The least fraction of wrong values that `samples` independent samples find with 99 %: a
/// fraction f is missed with probability (1 - f)^samples. 1 if there are none.
double fraction_found(std::uint64_t samples);

}  // namespace damiera
