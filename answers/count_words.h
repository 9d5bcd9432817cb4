// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "answers/json_text.h"
#include "answers/judgement.h"
#include "rules/notation/fen.h"

namespace damiera {

/// What an arbiter wants to know: "Count of 40 moves, 31 played: White wins in 23 moves (45 plies)
/// at best, but 9 (18 plies) are left: a draw by FID Art. 10." `counted` is of a position with
/// `to_move` to move, under `count`.
std::string count_in_words(Variant variant, Color to_move, const CountedProbe& counted,
                           const Count& count);

/// ,"count":{"value":"cursed win","dtc":45}
void append_count(Text& out, const std::optional<CountedProbe>& counted);
/// The same with the count itself: ...,"moves":40,"plies_played":62,"plies_left":18}
void append_count(Text& out, const std::optional<CountedProbe>& counted, const Count& count);

/// Where the rule is written by which a game with so many moves counted is drawn: "FID Art. 10"; or
/// in words where no rule has this number.
std::string article(Variant variant, int moves);

/// "31", or "31.5" of 63 plies.
std::string moves_text(int plies);

}  // namespace damiera
