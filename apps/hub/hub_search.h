// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "apps/hub/mover.h"
#include "apps/hub/search_control.h"

namespace damiera {

/// What `go` asks for: to be run once, in a thread of its own if lines are to be answered
/// meanwhile.
struct HubSearch {
  GameRecord game;
  Level level;
  std::shared_ptr<Mover> mover;
  std::shared_ptr<SearchControl> control;

  /// Says `info ...` lines, and in the end `done ...`. Ends soon after control->stop().
  void run(const std::function<void(const std::string&)>& say) const;
};

}  // namespace damiera
