// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "generator/job_solver.h"
#include "generator/levels/chunk_cover.h"
#include "generator/levels/chunk_file.h"

namespace damiera {

/// The chunk file of a job's pair.
ChunkId chunk_id(const BuildOptions& options, const Job& job, const LevelChunk& chunk);
std::filesystem::path chunk_path(const BuildOptions& options, const Job& job,
                                 const LevelChunk& chunk);

/// Finds the chunk files that cover the levels from `first_level` to `last_level`. `missing` in the
/// result has the paths of the chunks that are not there. Errors: io.
Result<ChunkCover> chunks_of_levels(const BuildOptions& options, const Job& job, int first_level,
                                    int last_level);

/// Solves a chunk of a job's pair and writes its file. `below`: chunks with all blocks of the level
/// below it; what else it looks up is read as for other jobs. Returns how many positions it has;
/// nothing if `progress` stopped it, and then nothing is written. Errors: as for reading tables and
/// chunks; out_of_memory; io; try_again.
template <Rules R>
Result<std::optional<std::uint64_t>> solve_chunk(const BuildOptions& options, const Job& job,
                                                 const LevelChunk& chunk,
                                                 std::span<const LevelChunk> below,
                                                 const JobSolver::Progress& progress);

}  // namespace damiera
