/* SPDX-License-Identifier: MIT */
/* Turns positions of other programs into positions of Damiera, inline and without calling the
 * library.
 *
 * Each function says where the layout is described. A bit for a square that the layout does not
 * have, a piece of both colours, and a king without a colour give a position that no call accepts
 * (DAMIERA_BAD_POSITION): nothing is dropped silently.
 */
#ifndef DAMIERA_IMPORT_H
#define DAMIERA_IMPORT_H

#include <damiera.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No board has a square 63. */
static inline damiera_position damiera_import_off_board_(void) {
  damiera_position p;
  p.white_men = (uint64_t)1 << 63;
  p.white_kings = p.black_men = p.black_kings = 0;
  p.black_to_move = 0;
  return p;
}

/* From sets in which bit i stands for square i: each colour's pieces, and all kings. */
static inline damiera_position damiera_import_sets_(uint64_t white, uint64_t black, uint64_t kings,
                                                    int black_to_move) {
  damiera_position p;
  if ((white & black) != 0 || (kings & ~(white | black)) != 0) return damiera_import_off_board_();
  p.white_men = white & ~kings;
  p.white_kings = white & kings;
  p.black_men = black & ~kings;
  p.black_kings = black & kings;
  p.black_to_move = black_to_move != 0;
  return p;
}

/* Scan 3, 10x10: class Pos, its sets man, king, white and black (src/common.cpp, src/pos.hpp). Two
 * rows take 13 bits: five squares, a gap of one, five squares, a gap of two; the first row has the
 * squares 1 to 5. */
static inline int damiera_import_scan_set_(uint64_t scan, uint64_t *set) {
  const uint64_t row = 0x1f;
  uint64_t rest = scan;
  int pair;
  *set = 0;
  for (pair = 0; pair < 5; ++pair) {
    const uint64_t first = scan >> 13 * pair & row, second = scan >> (13 * pair + 6) & row;
    *set |= (first | second << 5) << 10 * pair;
    rest &= ~(first << 13 * pair | second << (13 * pair + 6));
  }
  return rest == 0;
}
static inline damiera_position damiera_from_scan(uint64_t man, uint64_t king, uint64_t white,
                                                 uint64_t black, int black_to_move) {
  uint64_t men, kings, whites, blacks;
  if (!damiera_import_scan_set_(man, &men) || !damiera_import_scan_set_(king, &kings) ||
      !damiera_import_scan_set_(white, &whites) || !damiera_import_scan_set_(black, &blacks) ||
      (men & kings) != 0 || (men | kings) != (whites | blacks))
    return damiera_import_off_board_();
  return damiera_import_sets_(whites, blacks, kings, black_to_move);
}

/* Kingsrow 10x10: EGDB_POSITION of its driver (egdb_intl.h). Bit 0 is square 1; after each ten
 * squares a bit is left out. `color` is EGDB_BLACK (0) or EGDB_WHITE (1), the side to move. */
static inline int damiera_import_gapped_set_(uint64_t gapped, uint64_t *set) {
  const uint64_t ten = 0x3ff;
  uint64_t rest = gapped;
  int group;
  *set = 0;
  for (group = 0; group < 5; ++group) {
    const uint64_t squares = gapped >> 11 * group & ten;
    *set |= squares << 10 * group;
    rest &= ~(squares << 11 * group);
  }
  return rest == 0;
}
static inline damiera_position damiera_from_kingsrow_10x10(uint64_t black, uint64_t white,
                                                           uint64_t king, int color) {
  uint64_t blacks, whites, kings;
  if (!damiera_import_gapped_set_(black, &blacks) || !damiera_import_gapped_set_(white, &whites) ||
      !damiera_import_gapped_set_(king, &kings))
    return damiera_import_off_board_();
  return damiera_import_sets_(whites, blacks, kings, color == 0);
}

/* Kingsrow 8x8: EGDB_NORMAL_BITBOARD of its driver (egdb.h), for the English and the Italian game.
 * Bit 0 is square 1; in the Italian game rows are reversed, so that bit 0 is square 4, bit 1 square
 * 3. `color` as above. Any other game gives a position that no call accepts. */
static inline uint64_t damiera_import_rows_reversed_(uint64_t set) {
  set = (set & 0x55555555) << 1 | (set >> 1 & 0x55555555);
  return (set & 0x33333333) << 2 | (set >> 2 & 0x33333333);
}
static inline damiera_position damiera_from_kingsrow_8x8(int game, uint32_t black, uint32_t white,
                                                         uint32_t king, int color) {
  if (game != DAMIERA_ITALIAN && game != DAMIERA_ENGLISH) return damiera_import_off_board_();
  if (game == DAMIERA_ITALIAN)
    return damiera_import_sets_(damiera_import_rows_reversed_(white),
                                damiera_import_rows_reversed_(black),
                                damiera_import_rows_reversed_(king), color == 0);
  return damiera_import_sets_(white, black, king, color == 0);
}

/* A position of the Hub protocol, version 2: the side to move, W or B, then w, b, W, B or e for
 * each square. The protocol has 50 squares, 10x10; programs that play on 32 squares write the same.
 * W is always the side that begins the game: in the English game, which Black begins, the board is
 * turned round and the colours are swapped. Any other text gives a position that no call accepts,
 * and so does a game that is not known to be written in this way: all but International, Killer,
 * Breakthrough and Antidraughts on 50 squares, and English, Italian, Russian and Brazilian on
 * 32. */
static inline int damiera_import_hub_squares_(int game) {
  switch (game) {
    case DAMIERA_INTERNATIONAL:
    case DAMIERA_BREAKTHROUGH:
    case DAMIERA_ANTIDRAUGHTS:
    case DAMIERA_KILLER:
      return 50;
    case DAMIERA_ENGLISH:
    case DAMIERA_ITALIAN:
    case DAMIERA_RUSSIAN:
    case DAMIERA_BRAZILIAN:
      return 32;
    default:
      return 0;
  }
}
static inline damiera_position damiera_from_hub(int game, const char *text) {
  const int squares = damiera_import_hub_squares_(game);
  const int swapped = game == DAMIERA_ENGLISH;
  uint64_t white = 0, black = 0, kings = 0;
  int n;
  if (squares == 0 || (text[0] != 'W' && text[0] != 'B')) return damiera_import_off_board_();
  for (n = 0; n < squares; ++n) {
    const char piece = text[n + 1];
    const uint64_t square = (uint64_t)1 << (swapped ? squares - 1 - n : n);
    if (piece == 'w' || piece == 'W')
      white |= square;
    else if (piece == 'b' || piece == 'B')
      black |= square;
    else if (piece != 'e')
      return damiera_import_off_board_();
    if (piece == 'W' || piece == 'B') kings |= square;
  }
  if (text[squares + 1] != 0) return damiera_import_off_board_();
  return swapped ? damiera_import_sets_(black, white, kings, text[0] == 'W')
                 : damiera_import_sets_(white, black, kings, text[0] == 'B');
}

#ifdef __cplusplus
}
#endif

#endif
