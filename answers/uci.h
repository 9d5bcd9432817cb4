// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rules/notation/move_notation.h"

namespace damiera {

/// The move as web sites write it: its squares in two digits each, without separators, numbered
/// from 1 as White sees the board. A capture has every landing square, as in "281910"; of several
/// paths with the same result, the one with the lowest squares is written. Requires a legal move of
/// the position that `texts` was made for.
std::string uci(const MoveTexts& texts, const Move& move);

}  // namespace damiera
