// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "data/folder/chunks_folder.h"
#include "generator/build.h"

namespace damiera {

/// What became of a chunk.
struct ChunkReport {
  std::optional<std::uint64_t> solved;  ///< positions; none if the chunk was there already
  std::filesystem::path file;           ///< empty if the pair's tables exist already
};

/// Solves a chunk of the pair that `options.slices` names, for WDL or for WDL and DTC, and writes
/// its file to the folder of the planes. Other processes may solve other chunks at the same time.
/// All tables that the pair looks up must exist, as for build() with `only`, and so must all chunks
/// of the level below. Does nothing if a sound file of the chunk exists, or if the pair's tables
/// exist. `progress` as for build(); nothing if it stopped. Errors: as for build(); bad_notation
/// for a pair that has no such chunk; missing_table with all that is missing; corrupt or
/// foreign_table for chunks that it reads.
Result<std::optional<ChunkReport>> build_chunk(
    const BuildOptions& options, const LevelChunk& chunk,
    const std::function<bool(const BuildProgress&)>& progress);

/// Checks that a pair can be cut into chunks. Error bad_notation for pairs without kings, for
/// tables under a count and for DTW.
Result<void> check_cutting(const BuildOptions& options);

}  // namespace damiera
