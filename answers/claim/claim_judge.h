// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <vector>

#include "answers/claim/claim_report.h"

namespace damiera {

/// Judges games one after the other, with the tables of each variant opened once. Not thread-safe.
class ClaimJudge {
 public:
  /// Returns the folders of a game's tables, for Tablebase::open. Called once for each variant.
  using Folders = std::function<std::vector<std::filesystem::path>(Variant)>;

  /// Returns the tables of a game. Called once for each variant.
  using Tables = std::function<Result<Tablebase>(Variant)>;

  ClaimJudge(ClaimRequest request, Folders folders);
  ClaimJudge(ClaimRequest request, Tables tables)
      : request_{std::move(request)}, tables_{std::move(tables)} {}

  /// The game's claims, or the error in the game or in the request. The errors that judge() returns
  /// are about tables: as for Tablebase::open and Tablebase::probe.
  Result<JudgedGame> judge(PdnGame read);

 private:
  Result<void> complete(JudgedGame& judged);
  Result<std::vector<JudgedClaim>> claims(const Game& game);
  Result<ClaimValues*> values_of(Variant variant);

  ClaimRequest request_;
  Tables tables_;
  std::map<Variant, ClaimValues> values_;
};

/// The verdicts on the games of a PDN text, a line of JSON for each, with its headline in these
/// phrases. Errors as for ClaimJudge::judge.
Result<std::string> claim_lines(std::string_view pdn, const PdnDefaults& defaults,
                                ClaimJudge& judge, const ClaimPhrases& phrases = english_phrases());

}  // namespace damiera
