// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rules/notation/fen.h"

namespace damiera {

/// The board as White sees it, with the names of its squares beside it: o and O are White's man and
/// king, x and X Black's. Several lines, each ended by a newline.
std::string board_rows(Variant variant, const Setup& setup);

/// board_rows(), with the side to move and the runs of kings below, in English.
std::string board_picture(Variant variant, const Setup& setup);

}  // namespace damiera
