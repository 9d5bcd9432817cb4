#include "generator/levels/chunk_cover.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace damiera {

namespace {

/// One way to cut levels, and the numbers of its parts that exist.
struct Cut {
  LevelChunk first;  // its first part
  std::set<int> there;

  int missing() const { return first.parts - static_cast<int>(there.size()); }
};

std::vector<Cut> cuts_of(std::span<const LevelChunk> there, int level) {
  std::map<LevelChunk, std::set<int>> parts;
  for (LevelChunk chunk : there) {
    if (!chunk.has_level(level)) continue;
    const int part = std::exchange(chunk.part, 1);
    parts[chunk].insert(part);
  }
  std::vector<Cut> cuts;
  for (const auto& [first, found] : parts) cuts.push_back({first, found});
  return cuts;
}

void add_level(std::span<const LevelChunk> there, int level, std::set<LevelChunk>& chunks,
               std::vector<std::string>& missing) {
  const auto cuts = cuts_of(there, level);
  const auto cut = std::ranges::min_element(cuts, {}, [](const Cut& c) {
    return std::pair{c.missing(), c.first.parts};
  });
  if (cut == cuts.end()) return missing.push_back("L" + std::to_string(level));
  LevelChunk chunk = cut->first;
  for (chunk.part = 1; chunk.part <= chunk.parts; ++chunk.part)
    if (cut->there.contains(chunk.part))
      chunks.insert(chunk);
    else
      missing.push_back(name(chunk));
}

}  // namespace

ChunkCover cover_levels(std::span<const LevelChunk> there, int first_level, int last_level) {
  std::set<LevelChunk> chunks;
  ChunkCover cover;
  for (int level = first_level; level <= last_level; ++level)
    add_level(there, level, chunks, cover.missing);
  cover.chunks.assign(chunks.begin(), chunks.end());
  return cover;
}

}  // namespace damiera
