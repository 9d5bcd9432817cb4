/* The least that an engine needs: opens the tables that come with Damiera, and plays the best move
 * of a position.
 *
 *   cc engine.c -o engine $(pkg-config --cflags --libs damiera)
 *   ./engine italian "W:WK1:BK32"
 */
#include <damiera.h>
#include <stdio.h>
#include <string.h>

static int game_named(const char *name) {
  static const struct {
    const char *name;
    int game;
  } games[] = {{"italian", DAMIERA_ITALIAN},
               {"english", DAMIERA_ENGLISH},
               {"international", DAMIERA_INTERNATIONAL},
               {"russian", DAMIERA_RUSSIAN},
               {"brazilian", DAMIERA_BRAZILIAN}};
  for (size_t n = 0; n < sizeof games / sizeof *games; ++n)
    if (strcmp(name, games[n].name) == 0) return games[n].game;
  return 0; /* which damiera_open() refuses */
}

static int play(int game, const damiera_tablebase *tables, const char *fen) {
  enum { most_moves = 128 };
  static damiera_move moves[most_moves];
  damiera_position position;
  size_t count;
  int value, plies;
  if (damiera_parse_fen(game, fen, &position) != DAMIERA_OK ||
      damiera_probe_dtc(tables, &position, &value, &plies) != DAMIERA_OK ||
      damiera_probe_root(tables, &position, moves, most_moves, &count) != DAMIERA_OK)
    return 1;
  fputs(value == DAMIERA_WIN ? "win" : value == DAMIERA_DRAW ? "draw" : "loss", stdout);
  if (plies != DAMIERA_NO_DISTANCE) printf(", DTC %d", plies);
  if (count > 0) printf(", best move %s", moves[0].text);
  puts("");
  return 0;
}

int main(int argc, char **argv) {
  damiera_tablebase *tables;
  int failed = 1;
  if (argc != 3) {
    fputs("usage: engine GAME FEN\n", stderr);
    return 1;
  }
  /* Folders with larger tables would go in place of the first NULL. */
  if (damiera_open(game_named(argv[1]), NULL, NULL, &tables) == DAMIERA_OK) {
    failed = play(game_named(argv[1]), tables, argv[2]);
    if (failed) fprintf(stderr, "engine: %s\n", damiera_message());
    damiera_close(tables);
  } else {
    fprintf(stderr, "engine: %s\n", damiera_message());
  }
  return failed;
}
