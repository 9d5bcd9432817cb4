#include "answers/claim/claim_phrases.h"

namespace damiera {

const ClaimPhrases* find_phrases(std::string_view language) {
  for (const ClaimPhrases* phrases : {&english_phrases(), &italian_phrases()})
    if (language == phrases->language) return phrases;
  return nullptr;
}

}  // namespace damiera
