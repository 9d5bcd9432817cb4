// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <string>
#include <vector>

#include "generator/build.h"

namespace damiera {

/// Fills in defaults. If the game shares the tables of another game, that game becomes the variant.
/// The folders for scratch and planes become the folder of the tables if none are given.
BuildOptions with_owner(BuildOptions options);

/// Error bad_notation for a slice for which the game has no tables, because the game is over there,
/// and for a slice with more than `most_positions`.
Result<void> check_slices(const BuildOptions& options);

/// Error missing_table that lists the names in `missing`, if there are any. `what` is the word for
/// one of them: "table", as in "9 tables are missing".
Result<void> expect_none_missing(const std::string& what, const std::vector<std::string>& missing);

/// Calls work(), which may use `threads` threads in all.
template <class Work>
auto in_arena(int threads, const Work& work) {
  const tbb::global_control limit{tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads)};
  tbb::task_arena arena{threads};
  return arena.execute(work);
}

}  // namespace damiera
