// SPDX-License-Identifier: MIT
#pragma once

namespace damiera {

/// Builds with asserts and sanitizers are 10 to 30 times slower: there, tests do fewer cases.
#ifdef NDEBUG
inline constexpr bool thorough = true;
#else
inline constexpr bool thorough = false;
#endif

}  // namespace damiera
