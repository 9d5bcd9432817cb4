// SPDX-License-Identifier: MIT
#pragma once

#include "answers/analyse/game_analysis.h"
#include "answers/json.h"
#include "answers/text.h"
#include "rules/notation/pdn.h"

namespace damiera {

/// A game of a file with its analysis, which is empty if the game cannot be read.
struct AnalysedGame {
  PdnGame read;
  GameAnalysis analysis;
};

/// "throws away the win, draws: 26-22 wins in 27 plies: 26-22 5-1 ...": a mistake, and a better
/// line of at most `plies` plies.
std::string in_words(const Game& game, const GameAnalysis& analysis, const Mistake& mistake,
                     std::size_t plies);

/// From which move on every position is known, and what the first of these is worth, as a sentence.
std::string known_in_words(const AnalysedGame& analysed);

/// Appends what is known about the game, and each mistake on a line of its own. Appends nothing for
/// a game that cannot be read.
void append_text(const AnalysedGame& analysed, Text& out);

/// The game's text as in the file, with a new comment after each mistake. One more comment follows
/// the move after which all positions are known exactly; there is none if they are known from the
/// start. Nothing else is changed: see with_comments().
std::string annotated_pdn(const AnalysedGame& analysed);

/// {"game":1,"variant":...,"white_player":...,"black_player":...,"plies":80,"result":...,
/// "notes":[...],"known_from":33,"positions":[{"fen":...,"move":"1w","at_least":"win",
/// "at_most":"win","by":"tables|moves|search","dtc":...,"dtw":...},...],"mistakes":[{"ply":66,
/// "move":"33w","played":"26-21","had":"win","left":"draw","better":["26-22",...]}],
/// "white":{"wins":1,"draws":0},"black":{...}}, or with "error" in place of what follows the
/// result. A player without a name is null. "notes" are PdnGame::notes. "known_from" is a place in
/// the list of positions, null if there is none; "white" and "black" give the numbers of wins and
/// draws that each side threw away.
Json to_json(const AnalysedGame& analysed);

/// How many wins, and how many draws, a side threw away.
struct ThrownAway {
  int wins = 0, draws = 0;
};
ThrownAway thrown_away(const AnalysedGame& analysed, Color side);

}  // namespace damiera
