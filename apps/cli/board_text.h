// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rules/notation/board_picture.h"

namespace damiera {

/// The board as a person sees it on standard output: board_picture(), and what its letters mean. In
/// colour where that is a terminal, unless $NO_COLOR is set or $TERM says that it has none.
std::string board_text(Variant variant, const Setup& setup);

}  // namespace damiera
