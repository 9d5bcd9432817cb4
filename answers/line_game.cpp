#include "answers/line_game.h"

#include "rules/notation/game_type.h"

namespace damiera {

Game line_game(Variant variant, const Setup& setup, const BestLine& line,
               const std::string& event) {
  Game game{variant, setup, {{"Event", event}}, {}, {}};
  for (const EvaluatedMove& m : line.moves) game.moves.push_back({m.move, game.following()});
  const Value value = line.start.probe.value;
  std::optional<Color> winner;
  if (value != Value::draw) winner = value == Value::win ? setup.to_move : opponent(setup.to_move);
  game.result = result_text(variant, winner);
  return game;
}

}  // namespace damiera
