// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "answers/text.h"
#include "apps/serve/asked_position.h"

namespace damiera {

/// In the words of lila-tablebase: "win", "cursed-win", "draw", "blessed-loss", "loss"; "maybe-win"
/// and "maybe-loss" where the game has a draw count and only the value without it is known.
std::string_view category(Variant variant, const Evaluation& evaluation);

/// What clients of lila-tablebase read as DTZ: rule-aware plies to conversion, or else those with
/// unlimited moves; negative when the side to move loses. 0 for draws only: a position that has
/// ended is 1 or -1. Nothing where the distance is not known.
std::optional<int> dtz(const Evaluation& evaluation);

/// The squares that a move stops at, two digits each and counted from 01: "2218", "281908".
std::string uci(Variant variant, const Setup& setup, const Move& move);

/// A position and its moves, the best first, as one JSON object; what its members mean is told in
/// openapi.json.
void append_position(Variant variant, const AskedPosition& asked, const PositionAnswer& answer,
                     Text& out);

}  // namespace damiera
