// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "answers/verification/slice_check.h"

namespace damiera {

/// Recomputes every value of a slice from the values of the successors, by the definitions of win,
/// draw, loss and distances, all read through the probe library; captures are counted and resolved.
/// Runs in parallel on the caller's arena. `progress` is called by any thread with positions newly
/// done, and returns false to stop early. Errors: as for Tablebase::probe.
Result<SliceCheck> check_slice(const Tablebase& tables, const Material& material,
                               const Checked& checked,
                               const std::function<bool(std::uint64_t)>& progress);

/// Checks only some positions of the slice, given by their numbers in ascending order. Only these
/// are counted.
Result<SliceCheck> check_positions(const Tablebase& tables, const Material& material,
                                   const Checked& checked, const std::vector<Index>& positions,
                                   const std::function<bool(std::uint64_t)>& progress);

}  // namespace damiera
