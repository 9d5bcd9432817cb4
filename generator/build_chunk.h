// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "data/folder/chunks_folder.h"
#include "generator/build.h"

namespace damiera {

/// What became of a chunk.
struct ChunkReport {
  std::optional<std::uint64_t> solved;  ///< positions; none if the chunk was there already
  std::filesystem::path file;           ///< gone if the pair's tables are there already
};

/// Solves a chunk of a pair, the one of `options.slices`, for WDL or for WDL and DTC, and writes
/// its file beside the planes; several processes may solve others at the same time. What the pair
/// looks up must be there as for build() with `only`, and all chunks of the level below. A sound
/// chunk, or the pair's tables, are not made again. `progress` as for build(); nothing if it
/// stopped. Errors: as for build(); bad_notation for a pair that has no such chunk; missing_table
/// with all that is missing; corrupt or foreign_table for chunks that it reads.
Result<std::optional<ChunkReport>> build_chunk(
    const BuildOptions& options, const LevelChunk& chunk,
    const std::function<bool(const BuildProgress&)>& progress);

/// Checks that a pair can be cut into chunks. Error bad_notation for pairs without kings, for
/// tables under a count and for DTW.
Result<void> check_cutting(const BuildOptions& options);

}  // namespace damiera
