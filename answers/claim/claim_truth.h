// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "answers/claim/claim_values.h"
#include "rules/counts/claim.h"

namespace damiera {

/// A move that cost its side something.
struct ValueChange {
  std::size_t move;          ///< in Game::moves
  ClaimValue before, after;  ///< values before and after the move, for the side that makes it
  Move better;               ///< the move that keeps the best value
  ClaimValue kept;           ///< the value after the better move, for the same side
};

/// What the tables say about a claim.
struct ClaimTruth {
  std::string not_covered;           ///< why the tables cannot tell; if empty, the rest is set:
  std::string missing_table;         ///< its name, if that is why
  ClaimValue at_request{};           ///< for the side to move where the count began
  int plies_left = 0;                ///< in the count, at the request
  std::vector<ValueChange> changes;  ///< while the count ran, up to the move that annulled it
};

/// Compares the moves of the count with the best moves by the tables. Errors as for
/// Tablebase::probe, except missing_table: then `not_covered` says what is missing.
Result<ClaimTruth> claim_truth(ClaimValues& values, const Game& game, const Claim& claim);

/// The winner's moves in ClaimValue::plies_needed(), from a position with this value of the side to
/// move; 0 for draws.
int moves_needed(const ClaimValue& value);

}  // namespace damiera
