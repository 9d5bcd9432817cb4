// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "data/folder/chunks_folder.h"
#include "generator/framed_file.h"
#include "generator/keep.h"
#include "generator/levels/block_parts.h"
#include "rules/rules.h"

namespace damiera {

/// Which chunk of which pair a file holds.
struct ChunkId {
  Variant variant;
  Material material;  ///< the first slice of the pair
  Keep keep;
  LevelChunk chunk;

  bool operator==(const ChunkId&) const = default;
};

/// Writes a chunk file as docs/planes.md describes it. The file gets its name only when it is
/// complete, and then survives a loss of power. The chunk has `blocks` blocks of up to
/// `block_bytes` bytes each. The bytes depend on nothing but the arguments. Works on the threads of
/// the caller's arena. Errors: io, try_again.
Result<void> write_chunk(const std::filesystem::path& file, const ChunkId& id, std::uint64_t blocks,
                         std::uint64_t block_bytes, const PartsOfBlock& parts_of,
                         const PairNotes& notes);

/// A chunk file that is open for reading.
class ChunkFile {
 public:
  /// Errors, each with the file's name: missing_table; corrupt; foreign_table, if it is not what
  /// `id` says.
  static Result<ChunkFile> open(const std::filesystem::path& file, const ChunkId& id);

  std::uint64_t blocks() const { return numbers_.blocks(); }
  const PairNotes& notes() const { return notes_; }
  std::uint64_t bytes() const { return frames_.totals().file_bytes; }
  /// Fills the parts that `parts_of` gives for the places 0 to blocks() - 1. After error corrupt,
  /// some parts may have been filled. Works on the threads of the caller's arena.
  Result<void> read(const PartsOfBlock& parts_of) const;
  /// Checks that the file still has the bytes that were written. Error corrupt.
  Result<void> check() const;

 private:
  ChunkFile(std::filesystem::path file, FramedFile frames, const NumberedFrames& numbers,
            const PairNotes& notes)
      : file_{std::move(file)}, frames_{std::move(frames)}, numbers_{numbers}, notes_{notes} {}
  template <class Frame>
  Result<void> for_each_frame(const Frame& look_at) const;

  std::filesystem::path file_;
  FramedFile frames_;
  NumberedFrames numbers_;
  PairNotes notes_;
};

}  // namespace damiera
