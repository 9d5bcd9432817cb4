// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "data/folder/chunks_folder.h"

namespace damiera {

/// Chunks that together have all blocks of some levels, and the chunks that are missing.
struct ChunkCover {
  std::vector<LevelChunk> chunks;    ///< each once
  std::vector<std::string> missing;  ///< "L12.2of4"; "L12" where no part of a level is there
};

/// Covers the levels by chunks of `there`. If a level was cut in several ways, it takes the cut
/// with the fewest missing parts, and if several have equally few, the cut with the fewest parts.
ChunkCover cover_levels(std::span<const LevelChunk> there, int first_level, int last_level);

}  // namespace damiera
