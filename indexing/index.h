// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace damiera {

/// A position's number within its slice, from 0, without holes.
enum class Index : std::uint64_t {};

/// Stands in every table header. Raised whenever a position's number changes.
inline constexpr int index_version = 1;

}  // namespace damiera
