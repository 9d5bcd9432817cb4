// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/file/outcome.h"
#include "rules/result.h"

namespace damiera {

/// Append the runs of a block to `out`, see FORMAT.md. Don't-cares get values that make as few runs
/// as possible. They require decided outcomes, at least one.
void append_wdl_runs(std::span<const Outcome> outcomes, std::vector<std::byte>& out);
void append_dtc_runs(std::span<const Outcome> outcomes, std::vector<std::byte>& out);

/// The inverses: fill `out`, which has an element for each position of the block.
/// Error corrupt, without a place, if `runs` are not exactly the runs of such a block.
Result<void> decode_wdl_runs(std::span<const std::byte> runs, std::span<Value> out);
Result<void> decode_dtc_runs(std::span<const std::byte> runs, std::span<std::uint16_t> out);

/// The most bytes that the runs of a block take.
constexpr std::size_t max_run_bytes(std::size_t positions) { return 4 * positions + 16; }

}  // namespace damiera
