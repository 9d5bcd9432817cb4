// SPDX-License-Identifier: MIT
#pragma once

#include "data/file/table_writer.h"

namespace damiera {

/// The inverse of encode_block, for a WDL block: fills `out`, which has an element for each
/// position of the block. Memory and time are bounded by its size, for any bytes in `block`.
/// Error corrupt, without a place. Thread-safe.
Result<void> decode_block(std::span<const std::byte> block, std::span<Value> out);
/// The inverse of encode_block, for a block of plies. A DTW block gives half of each distance,
/// rounded down.
Result<void> decode_block(std::span<const std::byte> block, std::span<std::uint16_t> out);

}  // namespace damiera
