// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "apps/serve/asked_position.h"

namespace damiera {

/// What the tables say of a position, in HTML: the board, the value, and each move with its grade
/// and a link to the position after it. For readers without JavaScript.
std::string answer_html(Variant variant, const AskedPosition& asked, const PositionAnswer& answer,
                        bool in_italian);

/// What is wrong with a request.
std::string error_html(const Error& error);

/// A form that asks for a position, filled with what was asked: the text of a FEN, a draw count in
/// moves by each side, and how many of them were played.
std::string question_html(Variant variant, const PositionText& asked, bool in_italian);

}  // namespace damiera
