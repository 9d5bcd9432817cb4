#include "apps/serve/mainline.h"

#include "answers/best_line.h"
#include "apps/serve/position_json.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

Json step_json(Variant variant, const Setup& setup, const EvaluatedMove& m) {
  const Json plies = or_null(dtz(m.after));
  const MoveTexts texts{variant, setup};
  return {{"uci", uci(texts, m.move)},
          {"san", texts.text(m.move)},
          {"dtz", plies},
          {"precise_dtz", plies}};
}

Color winner_of(const Setup& setup, const Evaluation& here) {
  return here.probe.value == Value::win ? setup.to_move : opponent(setup.to_move);
}

/// True if the value stands in spite of the count, or if the value under the count is not known.
bool stands(const Evaluation& e) {
  return e.probe.value != Value::draw &&
         (!e.counted || e.counted->value == RuleValue::win || e.counted->value == RuleValue::loss);
}

}  // namespace

Result<Json> mainline_json(const Tablebase& tables, const AskedPosition& asked) {
  const auto start = evaluate(tables, asked);
  if (!start) return start.error();
  Json steps = Json::array();
  auto answer = start;
  for (AskedPosition at = asked; answer->here.probe.value != Value::draw;) {
    const bool complete = answer->here.counted && at.count->plies_left() == 0;
    if (answer->moves.empty() || complete) break;
    // Without a distance the best move is one that keeps the value, and the line would not end.
    if (!dtz(answer->here)) return unknown_distance(tables.variant(), at.setup.pos);
    const EvaluatedMove& best = answer->moves.front();
    steps.push_back(step_json(tables.variant(), at.setup, best));
    at = after_move(at, best);
    answer = evaluate(tables, at);
    if (!answer) return answer.error();
  }
  Json winner = nullptr;
  if (stands(start->here)) winner = winner_of(asked.setup, start->here) == Color::white ? "w" : "b";
  const Json plies = or_null(dtz(start->here));
  return Json{{"dtz", plies}, {"precise_dtz", plies}, {"mainline", steps}, {"winner", winner}};
}

}  // namespace damiera
