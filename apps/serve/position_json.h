// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "answers/dtz.h"
#include "answers/text.h"
#include "answers/uci.h"
#include "apps/serve/asked_position.h"

namespace damiera {

/// In the words of lila-tablebase: "win", "cursed-win", "draw", "blessed-loss", "loss"; "maybe-win"
/// and "maybe-loss" where the game has a draw count and only the value without it is known.
std::string_view category(Variant variant, const Evaluation& evaluation);

/// Appends a position and its moves, the best first, as one JSON object. openapi.json describes its
/// members.
void append_position(Variant variant, const AskedPosition& asked, const PositionAnswer& answer,
                     Text& out);

}  // namespace damiera
