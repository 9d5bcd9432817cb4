// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "answers/claim/claim_phrases.h"
#include "answers/claim/claim_report.h"
#include "answers/text.h"

namespace damiera {

/// One sentence that says how the game ends: "Drawn by count: the 40 moves of FID Art. 10 are
/// complete, from White's move 41 to Black's move 80." Requires a game without an error.
std::string headline(const JudgedGame& judged, const ClaimPhrases& phrases = english_phrases());

/// "Game 1: Rossi - Bianchi, italian, 80 plies, 1/2-1/2"
std::string game_line(const JudgedGame& judged, const ClaimPhrases& phrases = english_phrases());

/// Appends the whole report: the headline, the game, the notes about its file, each count, and what
/// the tables say. It has several lines, each ended by a newline. Appends nothing for a game with
/// an error.
void append_text(const JudgedGame& judged, Text& out,
                 const ClaimPhrases& phrases = english_phrases());

}  // namespace damiera
