// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <string>
#include <vector>

#include "generator/build.h"

namespace damiera {

/// The same with the game that has the tables, as those of games that are played alike are of one
/// of them, and with folders for all that none was named for.
BuildOptions with_owner(BuildOptions options);

/// Error bad_notation for a slice of which the game has no tables: one in which it is over.
Result<void> check_slices(const BuildOptions& options);

/// Error missing_table with a list, unless it is empty; `what` they are, as "tables".
Result<void> expect_none_missing(const std::string& what, const std::vector<std::string>& missing);

/// Calls work() with so many threads for it and all that it calls.
template <class Work>
auto in_arena(int threads, const Work& work) {
  const tbb::global_control limit{tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads)};
  tbb::task_arena arena{threads};
  return arena.execute(work);
}

}  // namespace damiera
