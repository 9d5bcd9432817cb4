// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "apps/jobs/task.h"
#include "generator/plan/job_group.h"

namespace damiera {

/// Turns groups of a plan's jobs into tasks: each is a command that a shell runs.
///
///   const auto plan = plan_jobs(wanted);
///   const TaskMaker maker{.wanted = wanted, .plan = plan, .arguments = ...};
///   const std::vector<Task> tasks = maker.tasks(group_jobs(plan, 60));
struct TaskMaker {
  /// The build, with a number of threads for each task. A task is damaged if `unsound` has one of
  /// its tables.
  const BuildOptions& wanted;
  std::span<const Job> plan;  ///< of that build
  std::uint64_t memory = 0;   ///< the most that each task may use; 0: what it needs
  /// The arguments that all tasks of a stage share, with a space before each.
  std::function<std::string(const Stage&)> arguments;

  /// A task for each group, in the same order. Requires `wanted.threads` above 0.
  std::vector<Task> tasks(std::span<const JobGroup> groups) const;

 private:
  Task task(const JobGroup& group) const;
  std::vector<std::string> outputs(const JobGroup& group) const;
  std::string command(const Task& task, const JobGroup& group) const;
};

/// The path from the root on, without "." and "..". Behind a symbolic link ".." leads to another
/// folder than its text says; such a path keeps it.
std::filesystem::path whole_path(const std::filesystem::path& path);

}  // namespace damiera
