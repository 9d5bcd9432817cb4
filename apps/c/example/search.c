/* A search that uses the tables: alpha-beta that asks for the value of each position that they
 * hold, and only if the answer is in memory; what is not is read by another thread for the next
 * time that the search comes by. At the end it measures what such a probe costs.
 *
 *   cc -O2 search.c -o search $(pkg-config --cflags --libs damiera)
 *   ./search english "W:W32,31,K5:B1,2,K28" 9
 */
#include <damiera.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { most_moves = 128, win_score = 10000, infinite = 30000, kept = 1024 };

typedef struct search {
  int game;
  const damiera_tablebase *tables;
  int pieces; /* all positions of at most this number of pieces are covered */
  unsigned long nodes, probes, hits;
  damiera_position answered[kept]; /* the last positions that the tables told */
} search;

static int count_bits(uint64_t set) {
  int count = 0;
  for (; set != 0; set &= set - 1) ++count;
  return count;
}

static int piece_count(const damiera_position *p) {
  return count_bits(p->white_men | p->white_kings | p->black_men | p->black_kings);
}

/* Men count 100, kings 250, for the side to move. */
static int material(const damiera_position *p) {
  int white = 100 * count_bits(p->white_men) + 250 * count_bits(p->white_kings);
  int black = 100 * count_bits(p->black_men) + 250 * count_bits(p->black_kings);
  return p->black_to_move ? black - white : white - black;
}

/* 1 and the score if the tables tell it at once. A win scores less than one by playing to the end,
 * and better the more pieces one has, so that the search makes progress inside the tables too. */
static int ask_tables(search *s, const damiera_position *p, int ply, int *score) {
  damiera_status status;
  int value = DAMIERA_DRAW;
  if (piece_count(p) > s->pieces) return 0; /* counting bits is quicker than any probe */
  status = damiera_probe_wdl_in_memory(s->tables, p, &value);
  if (status == DAMIERA_NOT_IN_MEMORY) damiera_prefetch(s->tables, p, 0);
  ++s->probes;
  if (status != DAMIERA_OK) return 0; /* search on, as without tables */
  s->answered[s->hits++ % kept] = *p;
  *score = value * (win_score / 2 - ply) + (value == DAMIERA_DRAW ? 0 : material(p) / 10);
  return 1;
}

/* The score of a position for the side to move, by fail-soft negamax. */
static int search_from(search *s, const damiera_position *p, int depth, int ply, int alpha,
                       int beta) {
  damiera_move moves[most_moves];
  size_t count, i;
  int best = -infinite, score;
  ++s->nodes;
  if (ply > 0 && ask_tables(s, p, ply, &score)) return score;
  if (damiera_legal_moves(s->game, p, moves, most_moves, &count) != DAMIERA_OK) abort();
  if (count == 0) return ply - win_score;
  if (depth <= 0 && moves[0].captured == 0) return material(p);
  for (i = 0; i < count && best < beta; ++i) {
    int least = alpha > best ? alpha : best;
    score = -search_from(s, &moves[i].after, depth - 1, ply + 1, -beta, -least);
    if (score > best) best = score;
  }
  return best;
}

/* Scores the moves of the position at each depth, so that what one depth has had read is in memory
 * at the next. */
static int think(search *s, const damiera_position *p, int depth) {
  clock_t begin = clock();
  damiera_move moves[most_moves];
  size_t count, i, best = 0;
  int d;
  if (damiera_legal_moves(s->game, p, moves, most_moves, &count) != DAMIERA_OK) return 1;
  for (d = 1; d <= depth && count > 0; ++d) {
    int alpha = -infinite;
    for (i = 0; i < count; ++i) {
      int score = -search_from(s, &moves[i].after, d - 1, 1, -infinite, -alpha);
      if (score > alpha) {
        alpha = score;
        best = i;
      }
    }
    printf("depth %d: %s, score %d; %lu nodes, %lu probes, %lu answered\n", d, moves[best].text,
           alpha, s->nodes, s->probes, s->hits);
  }
  printf("%.0f ns a node, which includes nodes of the reading thread\n",
         1e9 * (double)(clock() - begin) / CLOCKS_PER_SEC / (double)(s->nodes ? s->nodes : 1));
  return 0;
}

/* Asks for the positions that were answered last once more, many times. */
static void measure(const search *s) {
  enum { rounds = 200 };
  size_t i, count = s->hits < kept ? s->hits : kept;
  int round, value;
  clock_t begin = clock();
  for (round = 0; round < rounds; ++round)
    for (i = 0; i < count; ++i) damiera_probe_wdl_in_memory(s->tables, &s->answered[i], &value);
  if (count > 0)
    printf("%.0f ns a probe, of %u positions\n",
           1e9 * (double)(clock() - begin) / CLOCKS_PER_SEC / rounds / (double)count,
           (unsigned)count);
}

int main(int argc, char **argv) {
  static search s;
  damiera_options options = {sizeof options, (size_t)64 << 20, 0};
  damiera_preload_options preload = {sizeof preload, (size_t)32 << 20, 4, 0};
  damiera_tablebase *tables;
  damiera_position position;
  int failed = 1;
  if (argc != 4) {
    fputs("usage: search italian|english FEN DEPTH\n", stderr);
    return 1;
  }
  s.game = DAMIERA_ENGLISH;
  if (strcmp(argv[1], "italian") == 0) s.game = DAMIERA_ITALIAN;
  if (damiera_open(s.game, NULL, &options, &tables) == DAMIERA_OK) {
    s.tables = tables;
    s.pieces = damiera_max_pieces(tables);
    if (damiera_preload(tables, &preload, NULL) == DAMIERA_OK &&
        damiera_parse_fen(s.game, argv[2], &position) == DAMIERA_OK)
      failed = think(&s, &position, atoi(argv[3]));
    if (!failed) measure(&s);
    if (failed) fprintf(stderr, "search: %s\n", damiera_message());
    damiera_close(tables);
  } else {
    fprintf(stderr, "search: %s\n", damiera_message());
  }
  return failed;
}
