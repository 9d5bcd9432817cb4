// SPDX-License-Identifier: MIT
#pragma once

#include "answers/analyse/analysis_text.h"

namespace damiera {

/// A complete SVG picture of the values of a game's positions, by plies: White's wins above,
/// Black's below, grey where only bounds are known. Mistakes are marked with their moves.
std::string analysis_svg(const AnalysedGame& analysed);

// An HTML page that needs no other file. It has the picture of each game, its mistakes with the
// positions before them, and the better lines; of a game that cannot be read, the error.

void append_analysis_page_start(Text& out);
void append_analysis(const AnalysedGame& analysed, Text& out);
void append_analysis_page_end(Text& out);

}  // namespace damiera
