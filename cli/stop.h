#pragma once

namespace damiera {

/// From now on SIGINT and SIGTERM only set a mark, so that work can end in good order; the second
/// of the same kind ends the program at once.
void catch_stop_signals();

/// True once a signal came.
bool stop_asked();

}  // namespace damiera
