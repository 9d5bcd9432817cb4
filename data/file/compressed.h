// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "rules/result.h"

namespace damiera {

/// Appends bytes in the form of FORMAT.md: unchanged, or as a zstd frame of this level, whichever
/// is shorter. Thread-safe.
void append_compressed(std::span<const std::byte> content, int level, std::vector<std::byte>& out);

/// The inverse; the result is valid until the thread's next call. Error corrupt, without a place,
/// also if the content is larger than `max_size`, which bounds memory and time. Thread-safe.
Result<std::span<const std::byte>> decompressed(std::span<const std::byte> bytes,
                                                std::size_t max_size);

}  // namespace damiera
