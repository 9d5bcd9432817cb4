#pragma once

#include <string>

#include "cli/json_text.h"
#include "probe/tablebase.h"
#include "rules/fen.h"

namespace damiera {

/// What a move is worth to who makes it: a decided one has a distance of 1 if the move converts,
/// else one ply more than what it leads to.
Probe for_mover(const ProbedMove& move);

/// True if `a` is better for who moves than `b`: wins soon, draws, loses late.
bool is_better(const Probe& a, const Probe& b);

/// "wins, conversion in 11 plies", "draws", "loses, conversion in 4 plies".
std::string in_words(const Probe& probe);

std::string_view name(Color color);  ///< "White", "Black"

/// "wdl":"win","dtc":11
void append_members(Text& out, const Probe& probe);

}  // namespace damiera
