#include "answers/find/found_text.h"

#include <fmt/format.h>

#include "answers/json.h"
#include "answers/line_game.h"
#include "rules/notation/pdn.h"

namespace damiera {

namespace {

std::string csv(const Place& place, const std::string& fen, const Evaluation& e) {
  const auto plies = [](std::optional<int> n) { return n ? std::to_string(*n) : std::string{}; };
  return fmt::format("{},{},\"{}\",{},{},{},{}\n", name(place.slice), place.number, fen,
                     name(e.probe.value), plies(e.probe.dtc), plies(e.dtw),
                     e.counted ? name(e.counted->value) : std::string_view{});
}

std::string json(const Place& place, const std::string& fen, const Evaluation& e) {
  return to_line({{"slice", name(place.slice)},
                  {"number", place.number},
                  {"fen", fen},
                  {"wdl", name(e.probe.value)},
                  {"dtc", or_null(e.probe.dtc)},
                  {"dtw", or_null(e.dtw)},
                  {"count", e.counted ? Json(name(e.counted->value)) : Json(nullptr)}}) +
         "\n";
}

Result<std::string> game(const Tablebase& tables, const Place& place, const Position& pos) {
  auto line = best_line(tables, pos);
  if (!line && !is_missing(line.error())) return line.error();
  if (!line) {
    const auto value = tables.wdl(pos);
    if (!value) return value.error();
    line = BestLine{{{*value, {}}, {}, {}}, {}, {}};
  }
  // A draw that one move alone keeps: that move is what a solver has to find.
  if (line->drawing.size() == 1) line->moves = std::move(line->drawing);
  return pdn(line_game(tables.variant(), {pos, Color::white}, *line,
                       fmt::format("{} {}", name(place.slice), place.number))) +
         "\n";
}

}  // namespace

Result<std::string> found_text(const Tablebase& tables, const Place& place, const Position& pos,
                               FindFormat format, std::optional<int> count) {
  if (format == FindFormat::count) return std::string{};
  const std::string text = fen(tables.variant(), {pos, Color::white});
  if (format == FindFormat::fen) return text + "\n";
  if (format == FindFormat::pdn) return game(tables, place, pos);
  const Evaluator evaluator{tables, count ? std::optional{Count{*count}} : std::nullopt};
  const auto known = evaluator.what_is_known(pos);
  if (!known) return known.error();
  return format == FindFormat::csv ? csv(place, text, *known) : json(place, text, *known);
}

}  // namespace damiera
