// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "apps/hub/mover.h"
#include "apps/hub/search_control.h"

namespace damiera {

/// The search that `go` starts. Run it once, in a thread of its own if lines have to be answered
/// meanwhile.
struct HubSearch {
  GameRecord game;
  Level level;
  std::shared_ptr<Mover> mover;
  std::shared_ptr<SearchControl> control;

  /// Calls `say` with `info ...` lines, and at the end with `done ...`. Ends soon after
  /// control->stop().
  void run(const std::function<void(const std::string&)>& say) const;
};

}  // namespace damiera
