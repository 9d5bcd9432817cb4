// SPDX-License-Identifier: MIT
#pragma once

#include "apps/cli/command.h"

namespace damiera {

/// From now on SIGINT and SIGTERM only set a mark, so that work can end in good order; the second
/// of the same kind ends the program at once.
void catch_stop_signals();

/// True once a signal came.
bool stop_asked();

/// The exit of work that the same command goes on with where it was stopped, which is said then.
Exit exit_of_work();

}  // namespace damiera
