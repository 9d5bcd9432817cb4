// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "answers/claim_truth.h"
#include "answers/text.h"
#include "rules/notation/pdn.h"

namespace damiera {

/// A claim, judged, with what the tables say of it.
struct JudgedClaim {
  Claim claim;
  ClaimTruth truth;
};

/// A game of a file with its claims; or with the error that stands in their way.
struct JudgedGame {
  PdnGame read;
  std::vector<JudgedClaim> claims;
};

/// True if the game is drawn by one of its counts.
bool is_drawn(const JudgedGame& judged);

/// In words, several lines, each ended by a newline. Nothing for a game with an error.
void append_text(const JudgedGame& judged, Text& out);

/// {"game":1,"variant":"italian",...}, as the help of the command tells.
nlohmann::ordered_json to_json(const JudgedGame& judged);

}  // namespace damiera
