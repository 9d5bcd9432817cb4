// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace damiera {

/// Every phrase of a report on claims, in one language. Names in braces are filled in by fmt:
/// {mover} is a side, {move} and {better} are moves ("41w 9-5"), {first} and {last} moves in words
/// ("White's move 41"), {from} and {to} the same in short ("41w").
struct ClaimPhrases {
  const char* language;  ///< as HTML names it: "en"
  const char *white, *black;
  const char *move_of_white, *move_of_black;             ///< {number}
  const char *short_of_white, *short_of_black;           ///< the same in short: {number}
  const char* move_with_number;                          ///< {number}, in short, and {move}
  const char *one_move, *moves;                          ///< {n}
  const char *one_ply, *plies;                           ///< {n}
  const char *man_move, *capture, *crowned, *left_line;  ///< what annuls a count
  const char* reduced;                                   ///< {article}, {by}
  const char* game_line;  ///< {number}, {white}, {black}, {game}, {plies}, {result}
  const char* note;       ///< {note}

  // The first sentence: how the game ends.
  const char* drawn;              ///< {n}, {article}, {first}, {last}
  const char* against_result;     ///< {result}
  const char* not_claimed;        ///< those of `drawn`, and {result}
  const char* running;            ///< {n}, {article}, {white}, {black}, {first}
  const char* nothing_counted;    ///< {n}, {article}
  const char* annulled;           ///< {article}, {last}, {move}, {kind}, {white}, {black}
  const char* begun_again;        ///< {first}, {white}, {black}
  const char* cannot_be_counted;  ///< {article}, {first}, {why}
  const char* repeated;           ///< {first}, {second}, {third}, {article}
  const char* repeated_by;        ///< as `repeated`, if no article is known
  const char* no_count;           ///< of a game whose rules have none
  const char* won;                ///< on the board: {winner}, {why}
  const char *no_piece_left, *no_legal_move, *king_made;  ///< {side}
  const char* played_on;  ///< after a complete count, until {winner} had won

  // One count.
  const char *title, *title_stronger, *title_reduced;  ///< {article}, {by}, {moves}
  const char* count_granted;                           ///< {from}, {to}
  const char* count_not_yet;                           ///< {from}, {white}, {black}
  const char* count_annulled;         ///< those of `count_not_yet`, and {to}, {kind}
  const char* count_not_admissible;   ///< {from}, {why}
  const char* count_not_claimed;      ///< {from}, {to}, {result}, {option} for the program
  const char *before, *after;         ///< another count: {count}
  const char *one_earlier, *earlier;  ///< {n}

  // Why a count cannot begin: {side}, {pieces}, {expected}.
  const char *no_king, *men_on_board, *no_lone_king, *wrong_pieces;
  const char *line_not_held, *line_not_taken;  ///< by the lone king, by its opponent
  const char *or_more, *from_to;               ///< {least}, {most}
  const char *lost_last_piece, *had_no_move;   ///< {side}

  // The rule in a sentence: {n}, {pieces}.
  const char *on_request, *by_itself;
  const char *if_kings, *if_kings_among, *if_lone_king, *if_only_kings;
  const char *if_line_held, *if_line_taken;
  const char *draws_after, *draws_after_stronger;
  const char *void_by_conversion, *void_by_capture, *void_by_capture_or_king, *void_by_leaving;
  const char *void_by_last_king, *void_by_nothing;

  // What the tables say.
  const char* not_covered;                                ///< {why}
  const char* no_table;                                   ///< {table}
  const char *wins, *loses, *draws, *has_won, *has_lost;  ///< {from}, {mover}
  const char *distance, *distance_to_end;                 ///< {moves}, {plies}
  const char *in_time, *too_late, *time_unknown;          ///< under the count

  // A move that cost its side something: {move}, {better}, {mover}.
  const char *win_to_draw, *win_to_loss, *draw_to_loss, *win_too_late, *draw_by_count_lost;
  const char *better_wins, *better_wins_in_time, *better_wins_too_late;
  const char *better_draws, *better_draws_by_count;

  // The page.
  const char *page_title, *event, *date, *place, *round, *game, *result;
  const char *verdict, *rule, *where_begun, *where_ended, *to_move;  ///< {move}, {side}
  const char *last_position, *position_before;                       ///< {move}
  const char *counter, *annuls, *tables_title, *tables_note;
  const char *arbiter, *director, *made_by;  ///< {version}

  // Many games.
  const char* summary;  ///< {games}, {drawn}, {not_drawn}, {not_claimed}, {repeated}, {unread}
};

/// The phrases in English.
const ClaimPhrases& english_phrases();
/// The phrases in Italian, in the words of the Regolamento Tecnico of the FID.
const ClaimPhrases& italian_phrases();
/// The phrases in a language by its code, "en" or "it"; null for any other.
const ClaimPhrases* find_phrases(std::string_view language);

}  // namespace damiera
