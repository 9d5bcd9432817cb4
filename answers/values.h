// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "answers/evaluation.h"
#include "rules/notation/fen.h"

namespace damiera {

/// "wins, conversion in 11 plies", "draws", "loses, conversion in 4 plies".
std::string in_words(const Probe& probe);

/// The value in words with DTW, and under a draw count: "wins, conversion in 11 plies, the end in
/// 35 plies; a draw by the count".
std::string in_words(const Evaluation& evaluation);

/// The sentence about a position without legal move; in breakthrough the game may be over.
std::string_view no_move_in_words(Variant variant, const Position& pos);

std::string plies_in_words(int plies);  ///< "1 ply", "11 plies"

std::string_view name(Color color);  ///< "White", "Black"

}  // namespace damiera
