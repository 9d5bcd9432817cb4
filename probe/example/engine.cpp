// The least that an engine needs: opens the tables that come with Damiera, and plays the best move
// of a position.
//
//   c++ -std=c++20 engine.cpp -o engine $(pkg-config --cflags --libs damiera)
//   ./engine italian "W:WK1:BK32"

#include <damiera/probe/tablebase.h>
#include <damiera/rules/fen.h>
#include <damiera/rules/move_notation.h>

#include <algorithm>
#include <iostream>

using namespace damiera;

namespace {

int fail(const Error& error) {
  std::cerr << "engine: " << error.message << '\n';
  return 1;
}

/// How good a move is for who makes it: a quick win best, a quick loss worst.
int score(const ProbedMove& move) {
  const int plies = move.move.is_conversion() ? 0 : move.probe.dtc.value_or(0);
  switch (move.probe.value) {  // as the opponent sees the position after the move
    case Value::loss:
      return 1'000'000 - plies;
    case Value::win:
      return -1'000'000 + plies;
    case Value::draw:
      break;
  }
  return 0;
}

int play(Variant variant, const Setup& setup) {
  // Folders with larger tables would go between the braces.
  const auto tables = Tablebase::open(variant, {});
  if (!tables) return fail(tables.error());
  const auto value = tables->probe(setup.pos);
  if (!value) return fail(value.error());
  const auto moves = tables->moves(setup.pos);
  if (!moves) return fail(moves.error());
  std::cout << name(value->value);
  if (value->dtc) std::cout << ", DTC " << *value->dtc;
  if (!moves->empty()) {
    const auto best = std::ranges::max_element(*moves, {}, score);
    std::cout << ", best move " << move_text(variant, setup, best->move);
  }
  std::cout << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: engine GAME FEN\n";
    return 1;
  }
  const auto variant = parse_variant(argv[1]);
  if (!variant) return fail(variant.error());
  const auto setup = parse_fen(*variant, argv[2]);
  if (!setup) return fail(setup.error());
  std::cerr << "tables: " << shipped_tables().string() << '\n';
  return play(*variant, *setup);
}
