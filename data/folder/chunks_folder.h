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

/// The work that one process does for a pair of slices. It is either one part of one level, number
/// `part` (from 1) of `parts`, or several whole levels. Level 0 has the men blocks with the fewest
/// steps to go.
struct LevelChunk {
  int first_level, last_level;
  int part = 1, parts = 1;

  auto operator<=>(const LevelChunk&) const = default;
  bool has_level(int level) const { return first_level <= level && level <= last_level; }
};

/// "12", or "8-23" for more than one level.
std::string levels_text(const LevelChunk& chunk);
/// The inverse of levels_text(), for a chunk with one part; nothing for other texts.
std::optional<LevelChunk> parse_levels(std::string_view text);
/// "L12.2of4" or "L8-23.1of1".
std::string name(const LevelChunk& chunk);

/// What the name of a chunk file says.
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

/// Removes all chunks of a game from a folder, or the chunks of one pair. Returns how many. Errors:
/// io.
Result<int> remove_chunks(const std::filesystem::path& folder, Variant variant,
                          const std::optional<Material>& first = {});

}  // namespace damiera
