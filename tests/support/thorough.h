// SPDX-License-Identifier: MIT
#pragma once

namespace damiera {

/// Builds with asserts and sanitizers are 10 to 30 times slower: they do less of the same.
#ifdef NDEBUG
inline constexpr bool thorough = true;
#else
inline constexpr bool thorough = false;
#endif

}  // namespace damiera
