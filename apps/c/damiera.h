/* SPDX-License-Identifier: MIT */
/* Damiera's probe library: exact values of draughts endings for engines, in C.
 *
 * All functions may be called from any number of threads at the same time, with the same handle
 * too; only damiera_close() must be the last call that uses its handle. No function changes global
 * state, prints, or ends the program. Values are exact or there is an error: nothing is guessed.
 *
 *   damiera_tablebase *tables;
 *   if (damiera_open(DAMIERA_ITALIAN, "/data/draughts", NULL, &tables) != DAMIERA_OK)
 *     puts(damiera_message());
 */
#ifndef DAMIERA_H
#define DAMIERA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(_WIN32)
#define DAMIERA_API __attribute__((visibility("default")))
#else
#define DAMIERA_API
#endif

/* Changes when a program compiled against an older header would misbehave. */
#define DAMIERA_API_VERSION 1

/* The DAMIERA_API_VERSION that the library was built with. */
DAMIERA_API int damiera_api_version(void);
/* The release of the library, such as "0.1.0". */
DAMIERA_API const char *damiera_version(void);

/* Games, by their GameType in PDN; 96 to 98 are the numbers of lidraughts, and from 128 on numbers
 * of our own, for games without one. Functions take the number as an int; any other number is an
 * error. */
typedef enum damiera_game {
  DAMIERA_INTERNATIONAL = 20,
  DAMIERA_ENGLISH = 21,
  DAMIERA_ITALIAN = 22,
  DAMIERA_POOL = 23,
  DAMIERA_SPANISH = 24,
  DAMIERA_RUSSIAN = 25,
  DAMIERA_BRAZILIAN = 26,
  DAMIERA_PORTUGUESE = 28,
  DAMIERA_CZECH = 29,
  DAMIERA_THAI = 31,
  DAMIERA_FRISIAN = 40,
  DAMIERA_BREAKTHROUGH = 96,
  DAMIERA_FRYSK = 97,
  DAMIERA_ANTIDRAUGHTS = 98,
  DAMIERA_KILLER = 128,
  DAMIERA_ENGLISH_GIVEAWAY = 129,
  DAMIERA_RUSSIAN_GIVEAWAY = 130,
  DAMIERA_BRAZILIAN_GIVEAWAY = 131,
  DAMIERA_JAMAICAN = 132,
  DAMIERA_FILIPINO = 133,
  DAMIERA_IVORIAN = 134
} damiera_game;

/* What every call returns. If it is not DAMIERA_OK, it says why the call gives no result. */
typedef enum damiera_status {
  DAMIERA_OK = 0,
  DAMIERA_BAD_ARGUMENT = 1,  /* a null pointer, an unknown game, a size out of range */
  DAMIERA_BAD_NOTATION = 2,  /* a text that cannot be read */
  DAMIERA_BAD_POSITION = 3,  /* pieces overlap or are off the board, a man is on its last row, or
                                a king is there that breakthrough cannot have */
  DAMIERA_MISSING_TABLE = 4, /* no table for a slice that is needed; the message names it */
  DAMIERA_FOREIGN_TABLE = 5, /* a table of another game, slice, metric or version */
  DAMIERA_CORRUPT = 6,       /* a file is damaged; the message names file and block */
  DAMIERA_IO = 7,            /* the operating system reported an error */
  DAMIERA_OUT_OF_MEMORY = 8,
  DAMIERA_TOO_SMALL = 9,      /* the caller's buffer is too small; the message names the size */
  DAMIERA_NOT_IN_MEMORY = 10, /* the value would have to be read first */
  DAMIERA_BUSY = 11           /* too many positions are waiting to be read; try again later */
} damiera_status;

/* What a status means, in a few words. Never null. */
DAMIERA_API const char *damiera_status_text(int status);
/* What went wrong in this thread's last call that did not return DAMIERA_OK: names the place and
 * what was expected there. Valid until the thread's next such call. Never null. */
DAMIERA_API const char *damiera_message(void);

/* A position between White and Black. Bit i of a set stands for the playing square i, counted
 * from 0 row by row from the top left as White sees the board; where notation is numeric, that is
 * the PDN number minus one, but in Spanish, Portuguese and Thai draughts, where White's bottom
 * right is square 1, 32 minus the PDN number. Jamaican, Filipino and Ivorian draughts are pool
 * checkers, the Brazilian and the international game on a mirrored board: rows count from the top
 * right. The moves that a king has just made, which Frisian draughts limits, are not part of it:
 * they count as none, unless the query of damiera_probe() gives them. */
typedef struct damiera_position {
  uint64_t white_men, white_kings, black_men, black_kings;
  int32_t black_to_move; /* 0: White is to move; 1: Black */
} damiera_position;

/* Values for the side to move, with unlimited moves. */
enum { DAMIERA_LOSS = -1, DAMIERA_DRAW = 0, DAMIERA_WIN = 1 };
/* In place of a distance: there is none, or no table has it. */
enum { DAMIERA_NO_DISTANCE = -1 };

/* The tables of one game. */
typedef struct damiera_tablebase damiera_tablebase;

/* Structs of options begin with their size. A program that was compiled against an older header
 * gives a smaller one: the fields that it does not know count as 0. */

/* How tables are opened. Set `size` to sizeof(damiera_options). */
typedef struct damiera_options {
  size_t size;
  size_t cache_bytes;      /* decoded values held at most; 0: 256 MiB; less where there is less */
  int32_t without_shipped; /* 1: only the given folders, without the shipped tables */
} damiera_options;

/* The separator between folders in a list. Names of folders are UTF-8. */
#if defined(_WIN32)
#define DAMIERA_FOLDER_SEPARATOR ";"
#else
#define DAMIERA_FOLDER_SEPARATOR ":"
#endif

/* Lists the tables of a damiera_game in `folders`, with DAMIERA_FOLDER_SEPARATOR between, and the
 * shipped ones; opens none of them. `folders` and `options` may be null. A table that is found
 * twice is read from the first folder. Names are relative to the current folder of this call, not
 * of later ones. The shipped ones lie in the installed tree of the library, even if it was moved;
 * for the static library in the tree of the program, or where the library was installed. Errors:
 * bad argument, io. */
DAMIERA_API damiera_status damiera_open(int game, const char *folders,
                                        const damiera_options *options, damiera_tablebase **tables);
/* Frees a handle; null is allowed. In a process made by fork() this may be called as well; what
 * damiera_prefetch() used in the first process is then not freed. */
DAMIERA_API void damiera_close(damiera_tablebase *tables);

/* The largest number N such that every position of at most N pieces has a value; 1 if there
 * are no tables. 0 if `tables` is null, and if there is too little memory, which damiera_message()
 * says. Opens the tables of N pieces and fewer. */
DAMIERA_API int damiera_max_pieces(const damiera_tablebase *tables);
/* 1 if all tables are there from which the value of any position with these pieces is found, else
 * 0. Opens them; a table that cannot be opened counts as missing. 0 also if there is too little
 * memory: then damiera_message() says so. */
DAMIERA_API int damiera_is_covered(const damiera_tablebase *tables,
                                   const damiera_position *position);

/* The value of any legal position, captures included. Errors: bad position, missing table, foreign
 * table, corrupt, io. */
DAMIERA_API damiera_status damiera_probe_wdl(const damiera_tablebase *tables,
                                             const damiera_position *position, int *value);
/* The value, and the distance to conversion in plies: the moves of both sides until one of them
 * captures or moves a man. The winner gets there as early as the win allows, the loser as late as
 * possible. DAMIERA_NO_DISTANCE for a draw, and for a win or loss whose DTC table is missing, unless
 * the distance is found by looking ahead a few plies: the value is exact all the same, and the
 * result is DAMIERA_OK.
 * Errors as for damiera_probe_wdl(). `plies` may be null. */
DAMIERA_API damiera_status damiera_probe_dtc(const damiera_tablebase *tables,
                                             const damiera_position *position, int *value,
                                             int *plies);
/* These two are for a search that must not wait. They give a result only if everything that is
 * needed is in memory, else DAMIERA_NOT_IN_MEMORY at once: no file is opened or read, no block
 * decoded, no lock taken. In memory are the blocks that the cache holds, of a table that is not
 * packed once a probe, damiera_prefetch() or damiera_preload() has needed the table; and, for
 * tables packed `fast`, which are read in place, the parts of 64 KiB that have been read through this
 * handle before, in the same three ways. The latter lie in the file cache of the operating system:
 * if the system has dropped them meanwhile, the probe waits for the disk after all. They do not
 * look ahead: a distance that no table has is DAMIERA_NO_DISTANCE, also where damiera_probe_dtc()
 * finds it. Errors as for damiera_probe_wdl() and damiera_probe_dtc(), and not in memory. */
DAMIERA_API damiera_status damiera_probe_wdl_in_memory(const damiera_tablebase *tables,
                                                       const damiera_position *position,
                                                       int *value);
DAMIERA_API damiera_status damiera_probe_dtc_in_memory(const damiera_tablebase *tables,
                                                       const damiera_position *position, int *value,
                                                       int *plies);
/* Has a thread of the library read what the position's value needs, and if `distances` is 1 its
 * distance to conversion too; returns at once. Does nothing if it is in memory. Positions are read
 * one after the other; those that still wait when the handle is closed are forgotten. An error in
 * reading is not reported here; the probe that asks for the value later reports it. Do not call
 * this in a process made by fork() from a process that has called it. Errors: bad position; busy,
 * if 4096 positions wait, and then this one will not be read. */
DAMIERA_API damiera_status damiera_prefetch(const damiera_tablebase *tables,
                                            const damiera_position *position, int distances);

/* What damiera_preload() reads. Set `size` to sizeof(damiera_preload_options). */
typedef struct damiera_preload_options {
  size_t size;
  size_t bytes;      /* of memory at most; what is decoded also fits into the cache at most */
  int32_t pieces;    /* tables of at most this number of pieces; not negative */
  int32_t distances; /* 1: distances to conversion as well as values */
} damiera_preload_options;

/* What damiera_preload() has read. */
typedef struct damiera_preloaded {
  size_t tables, left_out; /* those that did not fit are left out */
  size_t bytes;            /* of memory */
} damiera_preloaded;

/* Reads whole tables ahead: those with fewer kings first, then those with fewer pieces. Takes as
 * long as reading and decoding them does. Decoded pages compete for places: a cache of twice as
 * many bytes loses about one in 40, of four times as many one in 400. `loaded` may be null. Errors:
 * bad argument, missing table (a file was removed, or distances lack their values), foreign table,
 * corrupt, io. */
DAMIERA_API damiera_status damiera_preload(const damiera_tablebase *tables,
                                           const damiera_preload_options *options,
                                           damiera_preloaded *loaded);
/* Values of many positions. This is quicker than one call for each, because they are looked up
 * block by block. statuses[i] says whether values[i] was set; the result is the first status that
 * is not DAMIERA_OK, or DAMIERA_OK. No array may be null, unless `count` is 0. */
DAMIERA_API damiera_status damiera_probe_batch(const damiera_tablebase *tables,
                                               const damiera_position *positions, size_t count,
                                               int *values, damiera_status *statuses);

enum { DAMIERA_MOVE_TEXT = 64 };

/* A legal move, and what it is worth to the side that makes it. */
typedef struct damiera_move {
  uint8_t from, to;  /* squares as in damiera_position */
  uint8_t crowned;   /* 1: a man becomes a king */
  uint8_t converts;  /* 1: a capture or a man's move, which resets a draw count */
  int32_t value;     /* DAMIERA_WIN, DAMIERA_DRAW or DAMIERA_LOSS */
  int32_t plies;     /* distance to conversion by this move; DAMIERA_NO_DISTANCE for a draw, and
                        where it is not known, as for damiera_probe_dtc() */
  uint64_t captured; /* the squares of the pieces taken */
  damiera_position after;
  char text[DAMIERA_MOVE_TEXT]; /* "22-18", "c3-d4", "1x10x19"; ends with a zero */
} damiera_move;

/* All legal moves, the best first: wins soon, draws, losses late, by the distance to the end of the
 * game if it is known for all moves, else by the distance to conversion; unknown distances of wins
 * come after known ones, of losses before them. If there are tables of the game's usual draw count, moves that win under it
 * come before moves that win only without it. `count` becomes the number of moves, even if
 * `capacity` is too small; then nothing else is written. Errors as for damiera_probe_dtc(), and too
 * small. */
DAMIERA_API damiera_status damiera_probe_root(const damiera_tablebase *tables,
                                              const damiera_position *position, damiera_move *moves,
                                              size_t capacity, size_t *count);

/* All legal moves, without any table: their `value` is 0 and their `plies` DAMIERA_NO_DISTANCE.
 * If there are none, the game is over. Errors: bad argument, bad position, too small as above. */
DAMIERA_API damiera_status damiera_legal_moves(int game, const damiera_position *position,
                                               damiera_move *moves, size_t capacity, size_t *count);

/* Best play from a won or lost position to the end of the game, each move with its value as for
 * damiera_probe_root(), with unlimited moves; no moves for a draw. Errors as for
 * damiera_probe_root(); missing table also where a distance on the way is not known. */
DAMIERA_API damiera_status damiera_best_line(const damiera_tablebase *tables,
                                             const damiera_position *position, damiera_move *moves,
                                             size_t capacity, size_t *count);

/* The moves without capture that a side with men and kings has just made with one of its kings, and
 * no other between: Frisian draughts allows three (Art. 17). A damiera_position holds none, nor
 * does `after` of a damiera_move: who plays Frisian draughts has to count them. */
typedef struct damiera_run {
  int32_t moves;  /* 0: none */
  int32_t square; /* where the king stands, as in damiera_position; ignored if `moves` is 0 */
} damiera_run;

/* What damiera_probe() should look up. Set `size` to sizeof(damiera_query). */
typedef struct damiera_query {
  size_t size;
  int32_t count_moves;  /* a draw count: after this number of moves by each side without a
                           conversion the game is drawn; at most 255; 0: no count */
  int32_t plies_played; /* plies of the count that have been played, of 2 * count_moves */
  damiera_run white_run, black_run; /* 0 in all other games */
} damiera_query;

/* Values under a draw count. */
enum {
  DAMIERA_COUNTED_LOSS = -2,
  DAMIERA_BLESSED_LOSS = -1, /* lost with unlimited moves, but the count ends first: a draw */
  DAMIERA_COUNTED_DRAW = 0,
  DAMIERA_CURSED_WIN = 1, /* won with unlimited moves, but the count ends first: a draw */
  DAMIERA_COUNTED_WIN = 2
};

/* Which fields of a damiera_result are known: bits of `known`. */
enum { DAMIERA_KNOWS_DTC = 1, DAMIERA_KNOWS_DTW = 2, DAMIERA_KNOWS_COUNT = 4 };

/* Everything that the tables know about a position. Set `size` to sizeof(damiera_result). */
typedef struct damiera_result {
  size_t size;
  int32_t known;         /* DAMIERA_KNOWS_...; the value always is */
  int32_t value;         /* DAMIERA_WIN, DAMIERA_DRAW or DAMIERA_LOSS, with unlimited moves */
  int32_t dtc, dtw;      /* plies to conversion, and to the end of the game; DAMIERA_NO_DISTANCE for
                            a draw, and where they are not known */
  int32_t counted_value; /* under the count, with the plies played: DAMIERA_COUNTED_WIN, ... */
  int32_t counted_dtc;   /* rule-aware plies to conversion, if the position is won or lost with the
                            count at zero; else DAMIERA_NO_DISTANCE */
} damiera_result;

/* Everything at once. `query` may be null: then there is no count. A field whose table is missing
 * is not known, unless looking ahead a few plies finds it; that is no error, as only the value is
 * required. Errors as for damiera_probe_wdl(),
 * also for an impossible run, and bad argument. */
DAMIERA_API damiera_status damiera_probe(const damiera_tablebase *tables,
                                         const damiera_position *position,
                                         const damiera_query *query, damiera_result *result);

/* Reads a position in PDN FEN, such as "W:WK1,20:B31". Errors: bad notation; bad position, also if
 * the text has moves of a king, such as ":+0+331" (see damiera_run). */
DAMIERA_API damiera_status damiera_parse_fen(int game, const char *fen, damiera_position *position);
/* Writes a position in PDN FEN. `size` is the size of the buffer `fen`, including the final zero;
 * 512 are enough for every position. Errors: bad position, too small. */
DAMIERA_API damiera_status damiera_write_fen(int game, const damiera_position *position, char *fen,
                                             size_t size);

/* A slice: the numbers of pieces, as the side to move sees them. */
typedef struct damiera_slice {
  int32_t my_men, my_kings, their_men, their_kings;
} damiera_slice;

/* The number of positions of a slice. Errors: bad argument, for a slice in which a side has no
 * pieces, or both together more than 12, or which has kings where the first king wins. */
DAMIERA_API damiera_status damiera_slice_size(int game, const damiera_slice *slice,
                                              uint64_t *positions);

/* What a table stores for each position. */
typedef enum damiera_metric {
  DAMIERA_WDL = 0,
  DAMIERA_DTC = 1,
  DAMIERA_DTW = 2,
  DAMIERA_COUNTED_WDL = 3, /* the last two are under a draw count */
  DAMIERA_COUNTED_DTC = 4
} damiera_metric;

/* A table, and the counts in its header. Set `size` to sizeof(damiera_table). */
typedef struct damiera_table {
  size_t size;
  damiera_slice slice;
  int32_t metric;               /* a damiera_metric */
  int32_t count;                /* moves by each side of a draw count; 0: without a count */
  uint64_t positions;           /* of the slice */
  uint64_t wins, draws, losses; /* for the side to move; they sum to `positions` */
  uint64_t captures;            /* positions in which the side to move has a capture */
  uint64_t bytes;               /* of the file */
  uint64_t longest;             /* number of the first position without a capture that has the
                                   longest distance */
  int32_t longest_plies;        /* that distance: to the end of the game in a DTW table, else to
                                   conversion; 0 if all are draws or captures */
  int32_t reserved;             /* 0 */
} damiera_table;

/* The number of tables, damaged ones included. 0 if `tables` is null, and if there is too little
 * memory, which damiera_message() says. */
DAMIERA_API size_t damiera_table_count(const damiera_tablebase *tables);
/* Opens table number `number`, counted from 0, and describes it. If that fails, the fields before
 * `positions` are set all the same: they say which table it is. Errors: bad argument, foreign
 * table, corrupt, io. */
DAMIERA_API damiera_status damiera_table_at(const damiera_tablebase *tables, size_t number,
                                            damiera_table *table);
/* The table of a slice. `count` is 0 unless the metric is under a draw count. Errors as above, and
 * missing table. */
DAMIERA_API damiera_status damiera_table_of(const damiera_tablebase *tables,
                                            const damiera_slice *slice, int metric, int count,
                                            damiera_table *table);

/* The number of a position in its slice, as damiera_enumerate() uses it: from 0 to
 * damiera_slice_size() - 1. `slice` becomes the slice of the position, and may be null. The first
 * call for a slice computes its numbering, which takes memory: much of it if there are many men.
 * Errors: bad position; missing table, if the slice has none. */
DAMIERA_API damiera_status damiera_position_number(const damiera_tablebase *tables,
                                                   const damiera_position *position,
                                                   damiera_slice *slice, uint64_t *number);
/* The inverse of damiera_position_number(): the position with White to move. Errors: bad argument,
 * missing table; bad position for the numbers of Frisian positions in which a king has just moved
 * (see damiera_run). */
DAMIERA_API damiera_status damiera_position_at(const damiera_tablebase *tables,
                                               const damiera_slice *slice, uint64_t number,
                                               damiera_position *position);

/* Which positions damiera_enumerate() visits. Set `size` to sizeof(damiera_filter). */
typedef struct damiera_filter {
  size_t size;
  uint64_t first, count;        /* positions to look at: `count` of them from number `first` on;
                                   count 0: all */
  int32_t win, draw, loss;      /* 1: visit positions of this value */
  int32_t captures;             /* 1: also positions in which the side to move has a capture */
  int32_t min_plies, max_plies; /* bounds for a win or loss; both 0: any, and distances are not
                                   looked up */
} damiera_filter;

/* Is called with a position, seen with White to move; `plies` is DAMIERA_NO_DISTANCE if distances
 * are not looked up. Returns 0 to stop. In C++ it must not throw: no exception can pass through the
 * library. damiera::api::Tablebase::enumerate() of damiera.hpp takes one around it. */
typedef int (*damiera_visitor)(void *user, uint64_t number, const damiera_position *position,
                               int value, int plies);

/* Visits the positions of a slice that pass the filter, in the order of their numbers, which is the
 * order of the tables; in Frisian draughts only those in which no king has just moved (see
 * damiera_run). Errors as for damiera_probe_dtc(), bad argument, and missing table if the filter
 * needs a distance that no table has. */
DAMIERA_API damiera_status damiera_enumerate(const damiera_tablebase *tables,
                                             const damiera_slice *slice,
                                             const damiera_filter *filter, damiera_visitor visit,
                                             void *user);

/* How to judge the draws by count in games. Set `size` to sizeof(damiera_claim_request). */
typedef struct damiera_claim_request {
  size_t size;
  int32_t game;        /* a damiera_game, for games that do not say it by a GameType tag; 0: none */
  int32_t moves;       /* moves to be counted of each player; 0: as many as the rules say */
  const char *from;    /* the move before which the draw was claimed, as "47w"; null: nobody is
                          known to have claimed it */
  const char *at;      /* the last move that had been made, as "80b"; null: the last of the game */
  const char *folders; /* of tables, as for damiera_open(); null: only the shipped ones */
} damiera_claim_request;

/* Judges the draws by count in the games of a text in PDN. `json` receives a JSON object for each
 * game, each ended by a newline, with the fields of `damiera claim --json`; for a game that cannot
 * be read the object has an "error", which is no error of this call. `needed` receives the size of
 * this text with the final 0, even if `size` is too small; then `json` is not written. `needed` may
 * be null. `request` may be null. Errors: bad argument, bad notation in `from` or `at`, too small;
 * corrupt, foreign table, io. */
DAMIERA_API damiera_status damiera_claim(const damiera_claim_request *request, const char *pdn,
                                         char *json, size_t size, size_t *needed);

#ifdef __cplusplus
}
#endif

#endif
