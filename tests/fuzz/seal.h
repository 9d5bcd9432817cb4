// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace damiera::fuzz {

/// Corrects all checksums of a table file, and its size, as far as its own fields lead to them. So
/// changes in a sealed file get past the checksums.
void seal(std::vector<std::byte>& file);

}  // namespace damiera::fuzz
