// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace damiera {

/// XXH3, 64 bits, seed 0.
std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace damiera
