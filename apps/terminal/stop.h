// SPDX-License-Identifier: MIT
#pragma once

#include "apps/terminal/exit.h"

namespace damiera {

/// From now on SIGINT and SIGTERM only set a flag, so that work can end cleanly. A second signal of
/// the same kind ends the program at once.
void catch_stop_signals();

/// True once a signal came.
bool stop_asked();

/// The exit status after work. If the work was stopped, prints that the same command continues it.
Exit exit_of_work();

/// The exit status of work that was stopped and does not go on where it ended. Prints that it was.
Exit stopped_before_the_end();

}  // namespace damiera
