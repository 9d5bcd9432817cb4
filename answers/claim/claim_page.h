// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "answers/claim/claim_report.h"
#include "answers/text.h"

namespace damiera {

// Reports as one HTML page that needs nothing else and prints on A4: a sheet of paper for each
// game, with diagrams, the count move by move, and room for two signatures.

/// What comes before the first game.
void append_page_start(Text& out, const ClaimPhrases& phrases);
/// The sheet of one game: its report, or the error that prevents a report.
void append_sheet(const JudgedGame& judged, Text& out, const ClaimPhrases& phrases);
/// What comes after the last game.
void append_page_end(Text& out);

/// The text, with the characters escaped that have a meaning in HTML.
std::string html_escaped(std::string_view text);

}  // namespace damiera
