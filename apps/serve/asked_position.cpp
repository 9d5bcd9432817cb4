#include "apps/serve/asked_position.h"

#include <algorithm>
#include <string>

#include "answers/count_words.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

Error unreadable(const char* name, std::string_view text, const std::string& expected) {
  return {Error::Code::bad_notation,
          std::string{name} + " '" + std::string{text.substr(0, 40)} + "': expected " + expected};
}

Result<int> parse_count(std::string_view text) {
  const auto moves = whole_number<int>(text, 1, max_count_moves);
  if (moves) return *moves;
  return unreadable("count", text,
                    "1 to " + std::to_string(max_count_moves) + " moves by each side");
}

/// "31" or "31.5" in plies.
Result<int> parse_counted(std::string_view text) {
  if (const auto plies = parse_counted_moves(text)) return *plies;
  return unreadable("counted", text, "moves by each side, such as 31 or 31.5");
}

/// Removes ":H5" and ":F20" from the end of a FEN; returns the plies after H.
std::optional<int> take_clocks(std::string_view& fen) {
  constexpr int longest_game = 10'000;
  std::optional<int> plies;
  for (;;) {
    const auto colon = fen.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == fen.size()) return plies;
    const char letter = fen[colon + 1];
    const auto number = whole_number<int>(fen.substr(colon + 2), 0, longest_game);
    if ((letter != 'H' && letter != 'F') || !number) return plies;
    if (letter == 'H') plies = number;
    fen.remove_suffix(fen.size() - colon);
  }
}

/// The position, with the number of counted moves that the text gives.
Result<AskedPosition> with_counted(AskedPosition asked, std::string_view text) {
  const auto plies = parse_counted(text);
  if (!plies) return plies.error();
  if (!asked.count)
    return unreadable("counted", text,
                      "nothing: this game has no draw count that every conversion begins anew");
  asked.count->plies = *plies;
  if (asked.count->plies_left() >= 0) return asked;
  return unreadable("counted", text,
                    "0 to " + std::to_string(asked.count->moves) + " moves by each side");
}

}  // namespace

Result<AskedPosition> read_position(Variant variant, const PositionText& text) {
  std::string spaced{text.fen};
  std::ranges::replace(spaced, '_', ' ');
  std::string_view fen = spaced;
  const auto clock = take_clocks(fen);
  const auto setup = parse_fen(variant, fen);
  if (!setup) return setup.error();
  AskedPosition asked{*setup, usual_count(variant), text.count || text.counted};
  if (text.count) {
    const auto moves = parse_count(*text.count);
    if (!moves) return moves.error();
    asked.count = Count{*moves};
  }
  if (asked.count) asked.count->plies = std::min(clock.value_or(0), 2 * asked.count->moves);
  if (!text.counted) return asked;
  return with_counted(asked, *text.counted);
}

AskedPosition after_move(const AskedPosition& asked, const EvaluatedMove& m) {
  AskedPosition next{
      {m.position, opponent(asked.setup.to_move)}, asked.count, asked.count_is_required};
  if (!next.count) return next;
  Count& count = *next.count;
  count.plies = m.move.is_conversion() ? 0 : std::min(count.plies + 1, 2 * count.moves);
  return next;
}

Result<PositionAnswer> evaluate(const Tablebase& tables, const AskedPosition& asked) {
  const Evaluator evaluator{tables, asked.count};
  auto here = evaluator.evaluate(asked.setup.pos);
  auto moves = here ? evaluator.moves(asked.setup.pos) : here.error();
  if (here && moves) return PositionAnswer{*here, *std::move(moves)};
  const Error& error = here ? moves.error() : here.error();
  if (asked.count_is_required || error.code != Error::Code::missing_table) return error;
  const Evaluator unlimited{tables, std::nullopt};
  here = unlimited.evaluate(asked.setup.pos);
  if (!here) return here.error();
  moves = unlimited.moves(asked.setup.pos);
  if (!moves) return moves.error();
  return PositionAnswer{*here, *std::move(moves)};
}

}  // namespace damiera
