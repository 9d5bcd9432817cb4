// SPDX-License-Identifier: MIT
#pragma once

#include "answers/claim/claim_phrases.h"
#include "apps/serve/message.h"
#include "rules/counts/claim.h"

namespace damiera {

/// What is asked about the games of a claim.
struct ClaimQuery {
  ClaimRequest request;
  const ClaimPhrases* phrases = &english_phrases();  ///< of the language of the report
};

/// Reads the query: from, at, count and lang, each of which may be left out. Error bad_notation for
/// a value that cannot be read, for a name that comes twice, and for any other name: nothing that a
/// client asks is passed over.
Result<ClaimQuery> read_claim_query(const Request& request);

}  // namespace damiera
