// SPDX-License-Identifier: MIT
// The jobs, compiled for one game at a time: see jobs.cpp.in.
#pragma once

#include "generator/dtw_builder.h"
#include "generator/levels/chunk_jobs.h"
#include "generator/value_jobs.h"

namespace damiera {

template <Rules R>
std::unique_ptr<JobSolver> job_solver(const BuildOptions& options, const Stage& stage,
                                      std::span<const SlicePair> pairs) {
  if (options.join) return std::make_unique<JoinJobs<R>>(options);
  if (stage.is_of_endings()) return std::make_unique<DtwBuilder<R>>(options);
  return std::make_unique<ValueJobs<R>>(options, stage, pairs);
}

template <Rules R>
JobMemory memory_for(const BuildOptions& options, const SlicePair& pair, const Stage& stage) {
  if (options.join) return JoinJobs<R>::memory_for(pair, stage);
  return stage.is_of_endings() ? DtwBuilder<R>::memory_for(options, pair)
                               : ValueJobs<R>::memory_for(options, pair, stage);
}

}  // namespace damiera
