#include "apps/serve/position_json.h"

#include <algorithm>

#include "rules/counts/draw_count.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

int sign(Value value) { return static_cast<int>(value); }

/// A number, or null.
struct Plies {
  std::optional<int> plies;

  std::string text() const { return plies ? std::to_string(*plies) : "null"; }
};

Plies signed_plies(std::optional<int> plies, Value value) {
  if (value == Value::draw) return {0};
  if (!plies) return {};
  return {sign(value) * *plies};
}

bool is_over(const Evaluation& e) { return e.probe.value != Value::draw && e.probe.dtc == 0; }

int wdl(const Evaluation& e) {
  return e.counted ? static_cast<int>(e.counted->value) : 2 * sign(e.probe.value);
}

/// Appends the members of a position. A move has them as well, for the position after it.
void append_members(Variant variant, const Evaluation& e, Text& out) {
  const Value value = e.probe.value;
  const std::string plies_dtz = Plies{dtz(e)}.text();
  const std::string dtw = signed_plies(e.dtw, value).text();
  fmt::format_to(std::back_inserter(out),
                 R"("category":"{}","wdl":{},"dtz":{},"precise_dtz":{},"dtc":{},"dtw":{},)"
                 R"("dtm":{},"checkmate":false,"stalemate":false,"variant_win":{},)"
                 R"("variant_loss":{},"insufficient_material":false)",
                 category(variant, e), wdl(e), plies_dtz, plies_dtz,
                 signed_plies(e.probe.dtc, value).text(), dtw, dtw,
                 is_over(e) && value == Value::win, is_over(e) && value == Value::loss);
}

/// A square as White sees it, from 1.
int number_of(Variant variant, Color to_move, Square sq) {
  const int n = static_cast<int>(sq);
  return to_move == Color::white ? n + 1 : rules_of(variant).squares_total() - n;
}

void append_captured(Variant variant, Color to_move, Bitboard taken, Text& out) {
  std::vector<int> squares;
  for (const Square sq : taken) squares.push_back(number_of(variant, to_move, sq));
  std::ranges::sort(squares);
  fmt::format_to(std::back_inserter(out), R"("captured":[{}])", fmt::join(squares, ","));
}

void append_move(Variant variant, const Setup& setup, const MoveTexts& texts,
                 const EvaluatedMove& m, Text& out) {
  const bool converts = m.move.is_conversion();
  fmt::format_to(std::back_inserter(out),
                 R"({{"uci":"{}","san":"{}","fen":"{}","zeroing":{},"conversion":{},)",
                 uci(texts, m.move), texts.text(m.move),
                 fen(variant, {m.position, opponent(setup.to_move)}), converts, converts);
  append_captured(variant, setup.to_move, m.move.taken, out);
  append(out, ",");
  append_members(variant, m.after, out);
  append(out, "}");
}

void append_count(const AskedPosition& asked, const Evaluation& here, Text& out) {
  if (!here.counted) return append(out, R"("count":null)");
  fmt::format_to(std::back_inserter(out),
                 R"("count":{{"moves":{},"plies_played":{},"plies_left":{}}})", asked.count->moves,
                 asked.count->plies, asked.count->plies_left());
}

}  // namespace

std::string_view category(Variant variant, const Evaluation& e) {
  const bool certain = is_over(e) || draw_counts(variant).empty();
  if (!e.counted && e.probe.value == Value::draw) return "draw";
  if (!e.counted && e.probe.value == Value::win) return certain ? "win" : "maybe-win";
  if (!e.counted) return certain ? "loss" : "maybe-loss";
  switch (e.counted->value) {
    case RuleValue::win:
      return "win";
    case RuleValue::cursed_win:
      return "cursed-win";
    case RuleValue::draw:
      return "draw";
    case RuleValue::blessed_loss:
      return "blessed-loss";
    case RuleValue::loss:
      return "loss";
  }
  return "unknown";
}

void append_position(Variant variant, const AskedPosition& asked, const PositionAnswer& answer,
                     Text& out) {
  fmt::format_to(std::back_inserter(out), R"({{"fen":"{}","variant":"{}",)",
                 fen(variant, asked.setup), name(variant));
  append_members(variant, answer.here, out);
  append(out, ",");
  append_count(asked, answer.here, out);
  append(out, R"(,"moves":[)");
  const MoveTexts texts{variant, asked.setup};
  for (std::size_t i = 0; i < answer.moves.size(); ++i) {
    if (i > 0) append(out, ",");
    append_move(variant, asked.setup, texts, answer.moves[i], out);
  }
  append(out, "]}");
}

}  // namespace damiera
