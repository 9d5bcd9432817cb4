// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "answers/claim/claim_report.h"
#include "answers/claim/claim_sheet.h"
#include "answers/claim/claim_words.h"

namespace damiera {

/// Makes the sentences about the claims of one game, in one language. The game must have no error
/// and outlive this.
class ClaimSentences {
 public:
  ClaimSentences(const JudgedGame& judged, const ClaimPhrases& phrases)
      : judged_{judged}, sheet_{judged.read.game}, words_{phrases}, say_{phrases} {}

  const ClaimSheet& sheet() const { return sheet_; }
  const ClaimWords& words() const { return words_; }

  /// How the game ends, who has won on the board, and whether a position stood for the third time.
  std::string headline() const;
  /// "FID Art. 10, 40 moves of each player"
  std::string title(const Claim& claim) const;
  /// The results of the count that decides, and of the other counts: sentences without their full
  /// stops.
  std::string verdict(const Claim& claim) const { return in_words(claim, claim.run); }
  std::vector<std::string> others(const Claim& claim) const;
  /// What the tables say: first about the position, then about each move that cost its side
  /// something.
  std::vector<std::string> truth(const JudgedClaim& judged) const;

 private:
  const Game& game() const { return judged_.read.game; }
  std::string shortly(std::size_t i) const { return words_.short_number(sheet_.number(i)); }
  std::string numbered_move(std::size_t i) const {
    return words_.with_number(sheet_.move(i), sheet_.number(i));
  }
  std::string first(const CountRun& run) const { return words_.move(sheet_.number(run.from)); }
  std::string last(const CountRun& run) const { return words_.move(sheet_.number(run.to - 1)); }
  std::string how_it_ends(const Claim& claim) const;
  std::string played_to_the_end() const;
  std::string result_of_a_won_game() const;
  std::string annulled(const Claim& claim) const;
  std::string repeated() const;
  std::string why(const Claim& claim, const CountRun& run) const;
  std::string in_words(const Claim& claim, const CountRun& run) const;

  const JudgedGame& judged_;
  ClaimSheet sheet_;
  ClaimWords words_;
  const ClaimPhrases& say_;
};

}  // namespace damiera
