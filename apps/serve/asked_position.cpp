#include "apps/serve/asked_position.h"

#include <algorithm>
#include <string>

#include "answers/count_words.h"
#include "rules/notation/utf8.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

Error unreadable(const char* name, std::string_view text, const std::string& expected) {
  return {Error::Code::bad_notation,
          std::string{name} + " " + quoted(text) + ": expected " + expected};
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
  const auto record = parse_fen_record(variant, spaced);
  if (!record) return record.error();
  AskedPosition asked{record->setup, usual_count(variant)};
  if (text.count) {
    const auto moves = parse_count(*text.count);
    if (!moves) return moves.error();
    asked.count_is_required = !asked.count || asked.count->moves != *moves;
    asked.count = Count{*moves};
  }
  if (asked.count) asked.count = asked.count->with_plies(record->counted.value_or(0));
  if (!text.counted || text.counted->empty()) return asked;  // a form sends its empty field
  return with_counted(asked, *text.counted);
}

AskedPosition after_move(const AskedPosition& asked, const EvaluatedMove& m) {
  AskedPosition next{
      {m.position, opponent(asked.setup.to_move)}, asked.count, asked.count_is_required};
  if (!next.count) return next;
  next.count = next.count->with_plies(m.move.is_conversion() ? 0 : next.count->plies + 1);
  return next;
}

Result<PositionAnswer> evaluate(const Tablebase& tables, const AskedPosition& asked) {
  // Values under the usual count are told where there are tables of it.
  const Evaluator evaluator = asked.count && !asked.count_is_required
                                  ? Evaluator{tables}.with_plies_played(asked.count->plies)
                                  : Evaluator{tables, asked.count};
  const auto here = evaluator.evaluate(asked.setup.pos);
  if (!here) return here.error();
  auto moves = evaluator.moves(asked.setup.pos);
  if (!moves) return moves.error();
  return PositionAnswer{*here, *std::move(moves)};
}

}  // namespace damiera
