// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "answers/claim_values.h"
#include "rules/notation/game.h"

namespace damiera {

/// Every phrase of a report on claims, in one language. Names in braces are filled in by fmt:
/// {mover} and {winner} are sides, {move} and {better} moves ("41w 9-5"), {first} and {last} moves
/// in words ("White's move 41"), {from} and {to} short ones ("41w").
struct ClaimPhrases {
  const char *white, *black;
  const char *move_of_white, *move_of_black;  ///< {number}
  const char *one_move, *moves;               ///< {n}
  const char *one_ply, *plies;                ///< {n}
  const char *man_move, *capture, *crowned;   ///< what annuls a count
  const char* reduced;                        ///< {article}, {by}

  // The first sentence: how the game ends.
  const char* drawn;              ///< {n}, {article}, {first}, {last}
  const char* against_result;     ///< {result}
  const char* not_claimed;        ///< as drawn, {result}
  const char* running;            ///< {n}, {article}, {white}, {black}, {first}
  const char* nothing_counted;    ///< {n}, {article}
  const char* annulled;           ///< {article}, {last}, {move}, {kind}, {white}, {black}
  const char* begun_again;        ///< {first}, {white}, {black}
  const char* cannot_be_counted;  ///< {article}, {first}, {why}

  // One count.
  const char *title, *title_reduced;  ///< {article}, {by}, {moves}
  const char* count_granted;          ///< {from}, {to}
  const char* count_not_yet;          ///< {from}, {white}, {black}
  const char* count_annulled;         ///< as not_yet, {to}, {kind}
  const char* count_not_admissible;   ///< {from}, {why}
  const char* count_not_claimed;      ///< {from}, {to}, {result}
  const char *before, *after;         ///< another count: {count}
  const char* earlier;                ///< {n}

  // What the tables say.
  const char* not_covered;                        ///< {why}
  const char *wins, *loses, *draws, *has_lost;    ///< {from}, {mover}
  const char* distance;                           ///< {moves}, {plies}
  const char *in_time, *too_late, *time_unknown;  ///< under the count

  // A move that cost its side something: {move}, {better}, {mover}.
  const char *win_to_draw, *win_to_loss, *draw_to_loss, *win_too_late, *draw_by_count_lost;
  const char *better_wins, *better_wins_in_time, *better_wins_too_late;
  const char *better_draws, *better_draws_by_count;
};

/// The phrases in English.
const ClaimPhrases& english_phrases();

}  // namespace damiera
