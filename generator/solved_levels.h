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

/// Keeps the solved blocks of a pair of slices in a file, so that a build goes on from there after
/// it was killed. A men block is named by its place in a list, in the order in which blocks are
/// solved. One thread at a time; works on the threads of the arena that it is called in.
///
/// The file ".KKMvKKM.levels", of the game's folder, in 8-byte little-endian numbers: first the
/// XXH3 of the text that says what is kept. Then frames, each of the blocks that follow those of
/// the frame before: the place after its last block; four numbers that the solver keeps beside
/// blocks; how many bytes follow, and the XXH3 of all these and the bytes. The bytes are those of
/// its blocks, one after the other, in the form that FORMAT.md calls compressed. A frame that is
/// not whole, for whatever reason, ends what is read; its place is written to anew.
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
    std::uint64_t blocks = 0;  ///< those at the places below
    Notes notes = {};          ///< that were kept with the last of them
  };

  /// `content` says what is kept, as "italian KKMvKKM values"; a file with another is begun anew.
  /// `interval`: no more often than this.
  SolvedLevels(std::filesystem::path file, std::string_view content,
               std::chrono::duration<double> interval);

  /// Fills what memory has of the blocks, of which there are `blocks`. To be called before keep().
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
  std::uint64_t size_ = 0;            // bytes of the file that are of use
  std::optional<FileDescriptor> fd_;  // once something was kept
  bool failed_ = false;
};

}  // namespace damiera
