// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "data/file/file_descriptor.h"
#include "generator/levels/block_parts.h"
#include "rules/result.h"
#include "rules/rules.h"

namespace damiera {

/// Keeps the solved blocks of a pair of slices in a file, so that a killed build can go on from
/// there. A men block is named by its place in the list of blocks in solving order. One thread at a
/// time; works on the threads of the arena that it is called in.
///
/// The file is ".KKMvKKM.levels" in the game's folder; its numbers have 8 bytes, little-endian.
/// First comes the XXH3 of the text that says what is kept. Then come frames, each with what
/// follows the frame before: whole blocks, or 2^18 bytes of a block that is larger, or the rest of
/// it. A frame has the place after its last complete block, four numbers that the solver keeps in
/// addition to blocks, the number of bytes that follow, the XXH3 of all these numbers and the
/// bytes, and the bytes. The bytes are those of the blocks, one after the other, in the form that
/// FORMAT.md calls compressed. Reading ends at the first frame that is not complete; writing goes
/// on after the last complete block.
///
/// An error in writing, such as a full disk, does not stop the build: the file is removed, and
/// nothing is kept from then on.
class SolvedLevels {
 public:
  using Parts = BlockParts;
  using PartsOf = PartsOfBlock;
  using Notes = PairNotes;
  /// What was read back.
  struct Restored {
    std::uint64_t blocks = 0;  ///< how many blocks were restored, from the first place on
    Notes notes = {};          ///< the notes kept with the last of these blocks
  };

  /// `content` says what is kept, for example "italian KKMvKKM values"; a file with a different
  /// content is started again. is_due() is true at most once in each `interval`.
  SolvedLevels(std::filesystem::path file, std::string_view content,
               std::chrono::duration<double> interval);

  /// Reads the kept blocks back into the parts in memory that `parts_of` gives. The pair's list has
  /// `blocks` blocks. Call it before keep().
  Restored restore(std::uint64_t blocks, const PartsOf& parts_of);

  /// Whether the interval has passed since the last call of keep(), or of the constructor.
  bool is_due() const;
  /// Keeps the blocks below `end` that it has not kept yet.
  void keep(std::uint64_t end, const PartsOf& parts_of, const Notes& notes);

 private:
  using Clock = std::chrono::steady_clock;
  bool open();
  Result<void> append(std::uint64_t end, const PartsOf& parts_of, const Notes& notes);

  std::filesystem::path file_;
  std::uint64_t content_;  // XXH3
  std::chrono::duration<double> interval_;
  Clock::time_point kept_at_ = Clock::now();
  std::uint64_t kept_ = 0;            // blocks
  std::uint64_t size_ = 0;            // bytes of the file up to the last complete frame
  std::optional<FileDescriptor> fd_;  // set once something was kept
  bool failed_ = false;
};

}  // namespace damiera
