// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "answers/claim/claim_phrases.h"
#include "rules/rules.h"

namespace damiera {

// The names in reports on claims, in the language of their phrases. JSON has the English ones.

/// A game: "italian", "dama italiana".
std::string_view game_name(Variant variant, const ClaimPhrases& phrases);
/// An article that stands for itself: "WCDF, definition of a draw", "WCDF, definizione di patta".
std::string_view article_name(std::string_view article, const ClaimPhrases& phrases);
/// The same as a part of a sentence: "the WCDF's definition of a draw".
std::string_view article_in_sentence(std::string_view article, const ClaimPhrases& phrases);
/// What is noted about a file, or why a game cannot be read: PdnGame::notes and PdnGame::error have
/// it in English. It stays in English if a part of it has no translation.
std::string note_text(std::string_view note, const ClaimPhrases& phrases);

}  // namespace damiera
