// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

#include "data/folder/chunks_folder.h"

namespace damiera {

/// The values of --level and --chunk.
struct ChunkOption {
  std::optional<LevelChunk> levels;  ///< of --level
  /// Of --chunk: which one, and of how many.
  std::optional<std::pair<int, int>> part;

  bool asked() const { return levels || part; }
  /// The chunk to build. Error bad_notation if an option that it needs is missing.
  Result<LevelChunk> chunk() const;
};

/// "12" or "8-23". Error bad_notation.
Result<LevelChunk> asked_levels(std::string_view text);
/// "2/4". Error bad_notation.
Result<std::pair<int, int>> parse_part(std::string_view text);

/// "--level 8-23" and "--chunk 2/4".
void add_chunk_options(CLI::App& command, ChunkOption& option);

}  // namespace damiera
