// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <string>

#include "answers/claim/claim_phrases.h"
#include "answers/claim/claim_truth.h"

namespace damiera {

/// A phrase with its gaps filled in by name.
template <class... Arguments>
std::string say(const char* phrase, const Arguments&... arguments) {
  return fmt::format(fmt::runtime(phrase), arguments...);
}

/// The parts of sentences about claims, in one language.
class ClaimWords {
 public:
  explicit ClaimWords(const ClaimPhrases& phrases) : say_{phrases} {}

  std::string side(Color color) const { return color == Color::white ? say_.white : say_.black; }
  /// "White's move 41"
  std::string move(const MoveNumber& number) const;
  /// "41w"
  std::string short_number(const MoveNumber& number) const;
  /// "41w 9-5"
  std::string with_number(const std::string& move, const MoveNumber& number) const;
  /// "1 move", "40 moves"
  std::string moves(int n) const;
  std::string plies(int n) const;
  /// Where the count is written, in a sentence: "FID Art. 10 (reduced by FID Art. 11)".
  std::string article(const Claim& claim) const;
  /// The kind of a move that annuls a count, such as "a capture".
  std::string kind(const Move& move) const;

  /// Why the count is not admissible: it could not begin at `from`, or `to` has no legal move and
  /// came before the count was complete.
  std::string not_admissible(const DrawCount& count, const Setup& from, const Setup& to) const;
  /// Who has won in this position of the game, which has no legal move, and why; begins with a
  /// space.
  std::string won(Variant variant, const Setup& setup, Color winner) const;
  /// The rule in one sentence.
  std::string rule(const DrawCount& count) const;

  /// What the tables say about the position before the move named `from`. `counted` says whether
  /// the count can run there.
  std::string value(const ClaimValue& value, const std::string& from, Color mover,
                    bool counted) const;
  /// What a move cost its side, and the better move.
  std::string change(const ValueChange& change, const std::string& move, const std::string& better,
                     Color mover) const;

 private:
  std::string obstacle(Obstacle why, const DrawCount& count, const Setup& setup) const;
  std::string pieces(const Forces& forces) const;
  std::string condition(const Forces& forces) const;

  const ClaimPhrases& say_;
};

}  // namespace damiera
