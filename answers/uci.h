// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rules/moves.h"
#include "rules/notation/fen.h"

namespace damiera {

/// The move as web sites write it: its squares in two digits each, without separators, numbered
/// from 1 as White sees the board. A capture has every landing square, as in "281910"; of several
/// paths with the same result, the one with the lowest squares is written. Requires a legal move of
/// `setup`.
std::string uci(Variant variant, const Setup& setup, const Move& move);

}  // namespace damiera
