// SPDX-License-Identifier: MIT
#pragma once

#include "apps/jobs/task.h"

// What several forms of a list of tasks have in common.

namespace damiera {

/// The text with each `old` replaced by `by`.
std::string replaced(std::string text, const std::string& old, const std::string& by);

/// The first lines of a text in which '#' begins a comment. `usage` is the command that runs it.
std::string head(const TaskList& list, const std::string& usage);
/// A comment line about a task.
std::string remark(const Task& task);

/// The memory to request for a job. A build uses three quarters of it by default, and these must be
/// enough.
std::uint64_t mebibytes(const Task& task);
/// A bound on the time, far above the expected time: a job that reaches it begins its pair again.
int minutes_at_most(const Task& task);

/// Error bad_notation if a path is not UTF-8: JSON and Snakefiles cannot have it.
Result<void> expect_utf8(const TaskList& list);
/// Error bad_notation if the command contains one of the characters `breaks`, since `reader` takes
/// one command a line.
Result<void> expect_one_line(const std::string& command, const char* breaks, const char* reader);

}  // namespace damiera
