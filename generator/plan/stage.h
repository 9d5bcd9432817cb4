// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "data/file/table.h"
#include "generator/build.h"
#include "generator/keep.h"
#include "generator/plan/plan.h"

namespace damiera {

/// The tables of a slice that a build makes together. A build goes through all pairs for the first
/// stage, then for the next, which may read the tables of earlier stages.
struct Stage {
  std::vector<Metric> metrics;
  int count = 0;  ///< the draw-move limit of counted metrics

  bool operator==(const Stage&) const = default;
  /// Whether the stage is for distances to the end of the game, which have their own solver.
  bool is_of_endings() const { return metrics == std::vector{Metric::dtw}; }
  /// What solving has to keep.
  Keep keep() const { return metrics == std::vector{Metric::wdl} ? Keep::values : Keep::distances; }
  TableId table(Variant variant, const Material& m, Metric metric) const {
    return {variant, m, metric, count};
  }
};

/// The stages of a build, in order.
std::vector<Stage> stages(const BuildOptions& options);

/// The folder that has a table which need not be built again: the folder written to, or one that is
/// only read. Nothing if no folder has it.
std::optional<std::filesystem::path> find_table(const BuildOptions& options, const TableId& id);

/// Opens a table that find_table() finds. Errors: missing_table; and as for Table::open.
Result<Table> open_table(const BuildOptions& options, const TableId& id);

/// The pairs of `options.slices`.
std::set<SlicePair> wanted_pairs(const BuildOptions& options);

/// These pairs in solving order, with all pairs that they depend on unless `only` is set.
std::vector<SlicePair> planned_pairs(const BuildOptions& options);

/// The pairs that a stage still has to solve, in order.
std::vector<SlicePair> pairs_to_build(const BuildOptions& options, const Stage& stage);

/// The number of threads to use.
int threads(const BuildOptions& options);

}  // namespace damiera
