// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "apps/serve/asked_position.h"

namespace damiera {

/// What the tables say of a position, in HTML: the board, the value, and each move with its grade
/// and a link to the position after it. For readers without JavaScript.
std::string answer_html(Variant variant, const AskedPosition& asked, const PositionAnswer& answer,
                        bool in_italian);

/// A form that asks for a position, with links to the games.
std::string question_html(Variant variant, std::string_view fen, bool in_italian);

}  // namespace damiera
