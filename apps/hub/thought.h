// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/evaluation.h"

namespace damiera {

/// The move that was chosen, or would be chosen if time were over now, and its evaluation.
struct Thought {
  Move move;
  std::vector<Move> line = {};           ///< expected play, from this move on
  std::optional<int> score = {};         ///< for the side to move; see below
  int depth = 0;                         ///< plies that were looked ahead
  std::uint64_t nodes = 0;               ///< positions that were looked at
  std::optional<Evaluation> worth = {};  ///< by the tables, where they chose
  std::string note = {};                 ///< what went wrong on the way; mostly empty
};

/// Called with each better thought and now and then between; false ends thinking.
using ThoughtWatch = std::function<bool(const Thought&)>;

// Scores are in hundredths of a man, as in the Hub protocol: 10000 - n for a win in n plies, -10000
// + n for a loss. A score between -9000 and 9000 is only an opinion.

/// The score of a win or loss in `plies`. A loss is never shown nearer than 2 plies, and a win
/// never nearer than 1: clients take the scores beyond for "in 0 moves".
int decided_score(Value value, int plies);

/// Stands for the length of a win or loss whose distance is not known.
inline constexpr int plies_not_known = 500;

/// The score of an opinion, clipped so that it differs from every decided score.
int opinion_score(int hundredths);

/// "-99.59", "0.00": with a dot, whatever the locale.
std::string score_text(int score);

}  // namespace damiera
