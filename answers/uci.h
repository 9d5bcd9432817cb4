// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rules/moves.h"
#include "rules/notation/fen.h"

namespace damiera {

/// The move as sites write it: squares of two digits run together, counted from 1 as White sees
/// the board, with every landing square of a capture, as in "281910"; of several paths with the
/// same result the one with the lowest squares. Requires a legal move of `setup`.
std::string uci(Variant variant, const Setup& setup, const Move& move);

}  // namespace damiera
