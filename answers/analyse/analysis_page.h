// SPDX-License-Identifier: MIT
#pragma once

#include "answers/analyse/analysis_text.h"

namespace damiera {

/// The value of the game's positions as a picture, complete in itself: by plies, White's wins above
/// and Black's below; grey where only bounds are known. Mistakes are marked with their moves.
std::string analysis_svg(const AnalysedGame& analysed);

// An HTML page that needs nothing else: of each game the picture, its mistakes with the positions
// before them, and the better lines.

void append_analysis_page_start(Text& out);
void append_analysis(const AnalysedGame& analysed, Text& out);
void append_analysis_page_end(Text& out);

}  // namespace damiera
