// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rules/notation/fen.h"

namespace damiera {

/// The characters that stand for pieces in a picture.
enum class PictureStyle {
  ascii,  ///< white man o, white king O, black man x, black king X
  discs,  ///< the draughts pieces of Unicode, in UTF-8
};

/// The board as White sees it, with the names of its squares beside it and the side to move below;
/// several lines, each ended by a newline.
std::string board_picture(Variant variant, const Setup& setup,
                          PictureStyle style = PictureStyle::ascii);

}  // namespace damiera
