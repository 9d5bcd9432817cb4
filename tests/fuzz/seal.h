// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace damiera::fuzz {

/// Makes all checksums of a table file right, and its size, as far as its own fields lead to them:
/// what is changed in a sealed file gets past the checksums.
void seal(std::vector<std::byte>& file);

}  // namespace damiera::fuzz
