// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

namespace damiera {

/// Calls body(begin, end) for parts of the numbers below `count`, on the threads of the arena that
/// this is called in; returns when all are done. Parts of up to `grain` numbers are not divided.
/// Throws what a body has thrown; only then may some parts be left undone.
/// It is one function for all bodies, not a template: to compile the scheduler for each body in
/// each game takes longer than to compile the bodies.
void for_each_part(std::uint64_t count, std::uint64_t grain,
                   const std::function<void(std::uint64_t begin, std::uint64_t end)>& body);

/// Calls body(n) for each of the numbers below `count`, in the same way.
void for_each_number(std::uint64_t count, const std::function<void(std::uint64_t n)>& body);

}  // namespace damiera
