#include "generator/levels/chunk_solver.h"

namespace damiera {

ChunkId chunk_id(const BuildOptions& options, const Job& job, const LevelChunk& chunk) {
  return {options.variant, job.pair.first, job.stage.keep(), chunk};
}

std::filesystem::path chunk_path(const BuildOptions& options, const Job& job,
                                 const LevelChunk& chunk) {
  return chunk_path(options.planes, options.variant, job.pair.first, chunk);
}

Result<ChunkCover> chunks_of_levels(const BuildOptions& options, const Job& job, int first_level,
                                    int last_level) {
  const auto there = list_chunks(options.planes, options.variant, job.pair.first);
  if (!there) return there.error();
  ChunkCover cover = cover_levels(*there, first_level, last_level);
  const auto folder = options.planes / name(options.variant);
  for (std::string& chunk : cover.missing)
    chunk = (folder / ("." + name(job.pair.first) + "." + chunk)).string();
  return cover;
}

}  // namespace damiera
