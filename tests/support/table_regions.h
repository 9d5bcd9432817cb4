// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace damiera::test {

using Bytes = std::vector<std::byte>;

/// A part of a file, with the name that FORMAT.md gives it.
struct Region {
  std::string name;
  std::size_t begin, size;
};

/// The parts of a sound table file, in order and without a gap: each field of the header, the model
/// and the blocks (three parts of each), and each kind of entry of the directory. Parts without
/// bytes are left out.
std::vector<Region> regions_of(const Bytes& file);

}  // namespace damiera::test
