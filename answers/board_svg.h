// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rules/notation/fen.h"

namespace damiera {

/// The board as a picture in SVG, White below, with the names of the squares: a <svg> element that
/// stands in an HTML page as it is. It prints well without colours. A king has a crown.
std::string board_svg(Variant variant, const Setup& setup);

}  // namespace damiera
