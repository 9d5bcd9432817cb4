#include "answers/json.h"

#include <algorithm>

#include "answers/values.h"
#include "rules/notation/move_notation.h"
#include "rules/notation/square_name.h"

namespace damiera {

namespace {

/// An object whose members are known to differ in name: adding one does not search the others.
class Members {
 public:
  explicit Members(std::size_t count) { members_.reserve(count); }
  void add(const char* name, Json value) { members_.emplace_back(name, std::move(value)); }
  Json object() && { return Json(std::move(members_)); }

 private:
  Json::object_t members_;
};

Json text_json(std::string_view text) { return Json(std::string{text}); }

Json counted_json(const std::optional<CountedProbe>& counted) {
  if (!counted) return nullptr;
  Members json{2};
  json.add("value", text_json(name(counted->value)));
  json.add("dtc", or_null(counted->dtc));
  return std::move(json).object();
}

/// The value and distance under the count, and the count itself.
Json counted_json(const std::optional<CountedProbe>& counted, const Count& count) {
  Json json = counted_json(counted);
  if (!counted) return json;
  json["moves"] = count.moves;
  json["plies_played"] = count.plies;
  json["plies_left"] = count.plies_left();
  return json;
}

void add_distances(const Evaluation& evaluation, Members& json) {
  json.add("wdl", text_json(name(evaluation.probe.value)));
  json.add("dtc", or_null(evaluation.probe.dtc));
  json.add("dtw", or_null(evaluation.dtw));
}

void add_evaluation(const Evaluation& evaluation, Members& json) {
  add_distances(evaluation, json);
  json.add("count", counted_json(evaluation.counted));
}

/// A square of a position as White sees it, in the game's notation.
Json square_json(Variant variant, Color to_move, Square sq) {
  const Rules& rules = rules_of(variant);
  const int n = static_cast<int>(sq);
  return square_name(rules, Square(to_move == Color::white ? n : rules.squares_total() - 1 - n));
}

Json captured_json(Variant variant, Color to_move, Bitboard taken) {
  Json::array_t squares;
  for (const Square sq : taken) squares.push_back(square_json(variant, to_move, sq));
  if (to_move == Color::black) std::ranges::reverse(squares);  // ascending on the board
  return squares;
}

void add_position(Variant variant, const Setup& setup, Members& json) {
  json.add("fen", fen(variant, setup));
  json.add("variant", text_json(name(variant)));
  json.add("to_move", text_json(name(setup.to_move)));
  json.add("pieces", setup.pos.occupied().count());
}

void add_move(Variant variant, const Setup& setup, const MoveTexts& texts, const Move& move,
              Members& json) {
  json.add("move", texts.text(move));
  json.add("fen", fen(variant, after(variant, setup, move)));
  json.add("from", square_json(variant, setup.to_move, move.from));
  json.add("to", square_json(variant, setup.to_move, move.to));
  json.add("captured", captured_json(variant, setup.to_move, move.taken));
  json.add("capture", move.is_capture());
  json.add("conversion", move.is_conversion());
  json.add("crowned", move.crowned);
}

Json move_json(Variant variant, const Setup& setup, const MoveTexts& texts,
               const EvaluatedMove& move) {
  Members mover{4}, json{13};
  add_evaluation(move.worth, mover);
  add_move(variant, setup, texts, move.move, json);
  add_evaluation(move.after, json);
  json.add("mover", std::move(mover).object());
  return std::move(json).object();
}

void add_ply(Variant variant, const Setup& setup, const EvaluatedMove& move, Members& json) {
  add_move(variant, setup, MoveTexts{variant, setup}, move.move, json);
  add_distances(move.after, json);
}

Json ply_json(Variant variant, const Setup& setup, const EvaluatedMove& move) {
  Members json{11};
  add_ply(variant, setup, move, json);
  return std::move(json).object();
}

Json study_move_json(Variant variant, const Setup& setup, const StudyMove& move, bool solves) {
  Members json{12};
  add_ply(variant, setup, move.made, json);
  Json::array_t duals;
  for (const EvaluatedMove& m : move.duals) duals.push_back(ply_json(variant, setup, m));
  json.add("duals", solves ? Json(std::move(duals)) : Json(nullptr));
  return std::move(json).object();
}

Json drawing_json(Variant variant, const Setup& setup, const BestLine& line) {
  const MoveTexts texts{variant, setup};
  Json::array_t list;
  for (const EvaluatedMove& m : line.drawing) list.push_back(texts.text(m.move));
  return list;
}

void add_line(Variant variant, const Setup& setup, const BestLine& line, Members& json) {
  Json::array_t plies;
  Setup at = setup;
  for (const EvaluatedMove& m : line.moves) {
    plies.push_back(ply_json(variant, at, m));
    at = {m.position, opponent(at.to_move)};
  }
  json.add("plies", plies.size());
  json.add("conversions", line.conversions());
  json.add("final", fen(variant, at));
  json.add("line", std::move(plies));
}

}  // namespace

std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json variant_json(const PdnGame& read) {
  return read.has_variant ? Json(name(read.game.variant)) : Json(nullptr);
}

Json probe_json(Variant variant, const Setup& setup, const Evaluation& here,
                const std::vector<EvaluatedMove>& moves, const std::optional<Count>& count) {
  Members json{9};
  add_position(variant, setup, json);
  add_distances(here, json);
  json.add("count", count ? counted_json(here.counted, *count) : Json(nullptr));
  Json::array_t list;
  list.reserve(moves.size());
  const MoveTexts texts{variant, setup};
  for (const EvaluatedMove& m : moves) list.push_back(move_json(variant, setup, texts, m));
  json.add("moves", std::move(list));
  return std::move(json).object();
}

Json moves_json(Variant variant, const Setup& setup) {
  Members json{5};
  add_position(variant, setup, json);
  const MoveTexts texts{variant, setup};
  Json::array_t list;
  for (const Move& move : legal_moves(variant, setup)) {
    Members members{8};
    add_move(variant, setup, texts, move, members);
    list.push_back(std::move(members).object());
  }
  json.add("moves", std::move(list));
  return std::move(json).object();
}

Json line_json(Variant variant, const Setup& setup, const BestLine& line) {
  Members json{11};
  add_position(variant, setup, json);
  add_distances(line.start, json);
  if (line.start.probe.value == Value::draw)
    json.add("drawing", drawing_json(variant, setup, line));
  else
    add_line(variant, setup, line, json);
  return std::move(json).object();
}

Json study_json(Variant variant, const Setup& setup, const Study& study) {
  Members json{11};
  add_position(variant, setup, json);
  add_distances(study.start, json);
  const Color solver = study.solver(setup.to_move);
  json.add("sound", study.is_sound());
  json.add("solver", text_json(name(solver)));
  json.add("positions", study.positions);
  Json::array_t line;
  Setup at = setup;
  for (const StudyMove& m : study.line) {
    line.push_back(study_move_json(variant, at, m, at.to_move == solver));
    at = {m.made.position, opponent(at.to_move)};
  }
  json.add("line", std::move(line));
  return std::move(json).object();
}

}  // namespace damiera
