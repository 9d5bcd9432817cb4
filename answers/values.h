// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "answers/json_text.h"
#include "answers/judgement.h"
#include "probe/tablebase.h"
#include "rules/notation/fen.h"

namespace damiera {

/// "wins, conversion in 11 plies", "draws", "loses, conversion in 4 plies".
std::string in_words(const Probe& probe);

/// The same with DTW, and under a draw count: "wins, conversion in 11 plies, the end in 35 plies;
/// a draw by the count".
std::string in_words(const Judgement& judgement);

std::string_view name(Color color);  ///< "White", "Black"

/// "wdl":"win","dtc":11
void append_members(Text& out, const Probe& probe);
/// "wdl":"win","dtc":11,"dtw":35
void append_members(Text& out, const Judgement& judgement);

}  // namespace damiera
