// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "answers/claim/claim_phrases.h"
#include "answers/claim/claim_truth.h"
#include "rules/counts/repetition.h"
#include "rules/notation/pdn.h"

namespace damiera {

/// A judged claim, with what the tables say about it.
struct JudgedClaim {
  Claim claim;
  ClaimTruth truth;
};

/// A game of a file with its claims, or with the error that makes them impossible.
struct JudgedGame {
  PdnGame read;
  bool requested = false;                ///< somebody said from which move a draw was claimed
  std::vector<JudgedClaim> claims;       ///< none if the rules of the game have no draw by count
  std::optional<Repetition> repetition;  ///< a position that occurred for the third time
  std::optional<Color> winner;           ///< on the board; nothing if the game could go on
};

/// True if the game is drawn by one of its counts.
bool is_drawn(const JudgedGame& judged);

/// The claim that says how the game ends. This is the first that exists of: a granted claim, of
/// several the one that was complete first; a complete count that nobody claimed; the count nearest
/// to completion; an annulled count; the first claim. Requires that there is a claim.
const JudgedClaim& decisive_claim(const JudgedGame& judged);

/// The article by which a repetition draws the game, of the body whose counts were judged. Empty if
/// none is known.
std::string_view repetition_article(const JudgedGame& judged);

/// Whether a player claimed the count; nothing if the count begins by itself.
std::optional<bool> is_claimed(const JudgedGame& judged, const Claim& claim);

/// {"game":1,"variant":"italian",...}, as docs/claim.md describes it; `phrases` give the language
/// of its headline.
nlohmann::ordered_json to_json(const JudgedGame& judged,
                               const ClaimPhrases& phrases = english_phrases());

}  // namespace damiera
