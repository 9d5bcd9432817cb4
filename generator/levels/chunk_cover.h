// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "data/folder/chunks_folder.h"

namespace damiera {

/// Chunks that have all blocks of some levels, and what is missing for that.
struct ChunkCover {
  std::vector<LevelChunk> chunks;    ///< each once
  std::vector<std::string> missing;  ///< "L12.2of4"; "L12" where no part of a level is there
};

/// Finds them among the chunks that are there. A level may have been cut in more than one way: the
/// cut with the fewest missing parts counts, of these the one with the fewest parts.
ChunkCover cover_levels(std::span<const LevelChunk> there, int first_level, int last_level);

}  // namespace damiera
