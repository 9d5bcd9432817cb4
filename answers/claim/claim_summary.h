// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "answers/claim/claim_report.h"

namespace damiera {

/// How the games of a file ended: the number of games of each kind.
struct ClaimSummary {
  int games = 0;
  int unread = 0;       ///< with an error
  int drawn = 0;        ///< by a count
  int not_claimed = 0;  ///< not drawn, but with a complete count that nobody claimed
  int repeated = 0;     ///< with a position that occurred for the third time

  void add(const JudgedGame& judged);
  int not_drawn() const { return games - unread - drawn; }
};

/// One sentence.
std::string in_words(const ClaimSummary& summary, const ClaimPhrases& phrases);

/// {"games":...,"drawn":...,"not_drawn":...,"not_claimed":...,"repeated":...,"unread":...}
nlohmann::ordered_json to_json(const ClaimSummary& summary);

}  // namespace damiera
