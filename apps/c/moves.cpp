#include "apps/c/moves.h"

#include <vector>

#include "answers/best_line.h"

namespace damiera::c {

damiera_move move_of(Variant variant, const Setup& setup, const MoveTexts& texts,
                     const Move& move) {
  const Rules& rules = rules_of(variant);
  const auto seen = [&](Square sq) {  // by White
    const int n = static_cast<int>(sq);
    const int turned = setup.to_move == Color::white ? n : rules.squares_total() - 1 - n;
    return static_cast<std::uint8_t>(turned);
  };
  damiera_move m{};
  m.from = seen(move.from);
  m.to = seen(move.to);
  m.crowned = move.crowned;
  m.converts = move.is_conversion();
  m.plies = DAMIERA_NO_DISTANCE;
  for (Square sq : move.taken) m.captured |= std::uint64_t{1} << seen(sq);
  m.after = position_of(variant, after(variant, setup, move));
  texts.text(move).copy(m.text, DAMIERA_MOVE_TEXT - 1);
  return m;
}

damiera_move move_of(Variant variant, const Setup& setup, const MoveTexts& texts,
                     const EvaluatedMove& move) {
  damiera_move m = move_of(variant, setup, texts, move.move);
  m.value = static_cast<int>(move.worth.probe.value);
  m.plies = move.worth.probe.dtc.value_or(DAMIERA_NO_DISTANCE);
  return m;
}

damiera_status check(const Room& room) {
  if (!room.count) return null_argument("count");
  *room.count = 0;
  return room.capacity != 0 && !room.moves ? null_argument("moves") : DAMIERA_OK;
}

damiera_status give(std::span<const damiera_move> moves, const Room& room) {
  *room.count = moves.size();
  if (moves.size() > room.capacity)
    return fail(DAMIERA_TOO_SMALL,
                "moves: room for " + std::to_string(moves.size()) + " is needed");
  std::ranges::copy(moves, room.moves);
  return DAMIERA_OK;
}

}  // namespace damiera::c

using namespace damiera;
using namespace damiera::c;

namespace {

Result<std::vector<damiera_move>> best_line_of(const Tablebase& tables, Setup setup) {
  const auto best = best_line(tables, setup.pos);
  if (!best) return best.error();
  std::vector<damiera_move> line;
  for (const EvaluatedMove& m : best->moves) {
    line.push_back(move_of(tables.variant(), setup, MoveTexts{tables.variant(), setup}, m));
    setup = {m.position, opponent(setup.to_move)};
  }
  return line;
}

}  // namespace

damiera_status damiera_legal_moves(int game, const damiera_position* position, damiera_move* moves,
                                   size_t capacity, size_t* count) {
  return guarded([&] {
    const auto variant = variant_of(game);
    if (!variant) return unknown_game(game);
    if (!position) return null_argument("position");
    const Room room{moves, capacity, count};
    if (const auto wrong = check(room); wrong != DAMIERA_OK) return wrong;
    const auto setup = checked(*variant, *position);
    if (!setup) return fail(setup.error());
    std::vector<damiera_move> legal;
    const MoveTexts texts{*variant, *setup};
    for (const Move& move : legal_moves(*variant, *setup))
      legal.push_back(move_of(*variant, *setup, texts, move));
    return give(legal, room);
  });
}

damiera_status damiera_probe_root(const damiera_tablebase* tables, const damiera_position* position,
                                  damiera_move* moves, size_t capacity, size_t* count) {
  return with_setup(tables, position, [&](const Setup& setup) {
    const Room room{moves, capacity, count};
    if (const auto wrong = check(room); wrong != DAMIERA_OK) return wrong;
    const auto ranked = Evaluator{tables->tables}.moves(setup.pos);
    if (!ranked) return fail(ranked.error());
    const Variant variant = tables->tables.variant();
    const MoveTexts texts{variant, setup};
    std::vector<damiera_move> given;
    for (const EvaluatedMove& m : *ranked) given.push_back(move_of(variant, setup, texts, m));
    return give(given, room);
  });
}

damiera_status damiera_best_line(const damiera_tablebase* tables, const damiera_position* position,
                                 damiera_move* moves, size_t capacity, size_t* count) {
  return with_setup(tables, position, [&](const Setup& setup) {
    const Room room{moves, capacity, count};
    if (const auto wrong = check(room); wrong != DAMIERA_OK) return wrong;
    const auto line = best_line_of(tables->tables, setup);
    return line ? give(*line, room) : fail(line.error());
  });
}
