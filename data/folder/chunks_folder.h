// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "indexing/material.h"
#include "rules/result.h"
#include "rules/rules.h"

namespace damiera {

/// A part of the levels of a pair of slices that one process solves: one of `parts` parts of a
/// level, from 1 on, or some levels whole. Levels are numbered from 0, that of the men blocks with
/// the fewest steps to go.
struct LevelChunk {
  int first_level, last_level;
  int part = 1, parts = 1;

  auto operator<=>(const LevelChunk&) const = default;
  bool has_level(int level) const { return first_level <= level && level <= last_level; }
};

/// "12", or "8-23" for more than one level.
std::string levels_text(const LevelChunk& chunk);
/// "L12.2of4" or "L8-23.1of1".
std::string name(const LevelChunk& chunk);

/// A file of which parse_chunk_name tells.
struct ChunkName {
  Material material;  ///< the first slice of the pair
  LevelChunk chunk;
};
/// Reads "KKMvKM.L12.2of4"; nothing for other names.
std::optional<ChunkName> parse_chunk_name(std::string_view text);

/// Where a chunk of the pair with this first slice lies, see docs/planes.md: ".KKMvKM.L12.2of4".
std::filesystem::path chunk_path(const std::filesystem::path& folder, Variant variant,
                                 const Material& first, const LevelChunk& chunk);

/// The chunks of a pair that have their names in a folder, in order. Errors: io.
Result<std::vector<LevelChunk>> list_chunks(const std::filesystem::path& folder, Variant variant,
                                            const Material& first);

/// Removes all chunks of a game from a folder, or those of one pair. Returns how many. Errors: io.
Result<int> remove_chunks(const std::filesystem::path& folder, Variant variant,
                          const std::optional<Material>& first = {});

}  // namespace damiera
