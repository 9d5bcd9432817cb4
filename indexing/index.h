// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace damiera {

/// A position's number within its slice: 0 to the number of positions - 1, each used once.
enum class Index : std::uint64_t {};

/// Every table header holds it. It is raised whenever a position's number changes.
inline constexpr int index_version = 1;

}  // namespace damiera
