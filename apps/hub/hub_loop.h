// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "apps/hub/hub_session.h"

namespace damiera {

/// Reads the next line, without its end; nothing at the end of input.
using ReadLine = std::function<std::optional<std::string>()>;
/// Writes a line and flushes it. It is never called by two threads at a time.
using WriteLine = std::function<void(const std::string&)>;

/// Serves a session to its end: `quit`, or the end of input. Searches run in a thread of their own,
/// so that `ping` and `stop` are answered meanwhile.
void serve_hub(HubSession& session, const ReadLine& read, const WriteLine& write);

}  // namespace damiera
