// The module _damiera: only what the Python files in damiera/ need.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "answers/claim/claim_judge.h"
#include "apps/python/arguments.h"
#include "apps/python/tables.h"
#include "rules/counts/draw_count.h"
#include "rules/notation/board_picture.h"

namespace damiera::python {

namespace {

GamePosition position_from_fen(const std::string& game, py::handle fen) {
  const Variant variant = variant_named(game);
  return {variant, record_of(variant, fen).setup};
}

GamePosition position_from_squares(const std::string& game, std::uint64_t white_men,
                                   std::uint64_t white_kings, std::uint64_t black_men,
                                   std::uint64_t black_kings, bool black_to_move) {
  const Variant variant = variant_named(game);
  return {variant,
          got(setup_of(variant, {white_men, white_kings, black_men, black_kings, black_to_move}))};
}

SquareSets squares_of(const GamePosition& p) {
  return damiera::python::squares_of(p.variant, p.setup);
}

std::string fen_of(const GamePosition& p) { return fen(p.variant, p.setup); }

/// A property that returns one of the sets of squares.
template <std::uint64_t SquareSets::*set>
std::uint64_t squares(const GamePosition& p) {
  return squares_of(p).*set;
}

constexpr const char* position_doc =
    R"(A position of a game: Position(game, fen).

`fen` is a FEN, a position, or any object with a FEN as its attribute `fen`. Bit 0 of a set of
squares is the top left playing square as White sees the board, or the top right one on a mirrored
board, and so on row by row. A counter of moves in the FEN, such as ":H12", is no part of a position:
give it to the functions that count.)";

void add_position(py::module_& module) {
  py::class_<GamePosition>(module, "Position", position_doc)
      .def(py::init(&position_from_fen), py::arg("game"), py::arg("fen"))
      .def_static("from_squares", &position_from_squares, py::arg("game"), py::kw_only(),
                  py::arg("white_men") = 0, py::arg("white_kings") = 0, py::arg("black_men") = 0,
                  py::arg("black_kings") = 0, py::arg("black_to_move") = false)
      .def_property_readonly(
          "game", [](const GamePosition& p) { return name(p.variant); }, "The name of the game.")
      .def_property_readonly("fen", &fen_of, "The position in PDN FEN.")
      .def_property_readonly("white_men", &squares<&SquareSets::white_men>,
                             "White's men, a bit a square.")
      .def_property_readonly("white_kings", &squares<&SquareSets::white_kings>,
                             "White's kings, a bit a square.")
      .def_property_readonly("black_men", &squares<&SquareSets::black_men>,
                             "Black's men, a bit a square.")
      .def_property_readonly("black_kings", &squares<&SquareSets::black_kings>,
                             "Black's kings, a bit a square.")
      .def_property_readonly(
          "black_to_move", [](const GamePosition& p) { return p.setup.to_move == Color::black; },
          "Whether Black is to move.")
      .def_property_readonly(
          "pieces", [](const GamePosition& p) { return p.setup.pos.occupied().count(); },
          "The number of pieces.")
      .def_property_readonly(
          "slice", [](const GamePosition& p) { return name(material_of(p.setup.pos)); },
          "The slice, such as \"KKMvKM\": the side to move first.")
      .def(
          "picture", [](const GamePosition& p) { return board_picture(p.variant, p.setup); },
          "The board in letters, several lines.")
      .def("__str__", &fen_of)
      .def("__repr__",
           [](const GamePosition& p) {
             return "Position('" + std::string{name(p.variant)} + "', '" + fen_of(p) + "')";
           })
      .def(
          "__eq__", [](const GamePosition& a, const GamePosition& b) { return a == b; },
          py::is_operator())
      .def("__hash__", [](const GamePosition& p) { return py::hash(py::str(fen_of(p))); })
      .def("__reduce__", [](const py::object& self) {
        const auto& p = self.cast<const GamePosition&>();
        const auto made_by = py::make_tuple(name(p.variant), fen_of(p));
        if (!py::hasattr(self, "__dict__")) return py::make_tuple(py::type::of(self), made_by);
        return py::make_tuple(py::type::of(self), made_by, self.attr("__dict__"));  // a subclass
      });
}

void add_tables(py::module_& module) {
  py::class_<Tables>(module, "Tables")
      .def(py::init<const std::string&, const std::vector<std::string>&, std::size_t, bool>())
      .def_property_readonly("game", &Tables::game)
      .def("max_pieces", &Tables::max_pieces)
      .def("tables", &Tables::tables)
      .def("table", &Tables::table)
      .def("wdl", &Tables::wdl)
      .def("dtc", &Tables::dtc)
      .def("dtw", &Tables::dtw)
      .def("evaluate", &Tables::evaluate)
      .def("moves", &Tables::moves)
      .def("line", &Tables::line)
      .def("many", &Tables::many)
      .def("many_in_list", &Tables::many_in_list)
      .def("slice", &Tables::slice)
      .def("scan",
           [](const Tables& tables, const std::string& slice, std::uint64_t first,
              std::uint64_t count, std::tuple<bool, bool, bool, bool> wanted,
              const std::optional<std::string>& metric, int least, int most) {
             const auto [win, draw, loss, captures] = wanted;
             ScanFilter filter{win, draw, loss, captures, {}, least, most};
             if (metric) filter.distances = metric_of_positions(*metric);
             return tables.scan(slice, first, count, filter);
           })
      .def("position", &Tables::position)
      .def("number", &Tables::number)
      .def("slice_size", &Tables::slice_size);
}

const ClaimPhrases& phrases_named(const std::string& language) {
  if (const ClaimPhrases* phrases = find_phrases(language)) return *phrases;
  throw py::value_error{"lang '" + language + "': expected en or it"};
}

/// The verdicts on the games of a PDN text, one object of JSON a line.
std::string claim(const std::string& pdn, const std::optional<std::string>& game,
                  const std::vector<std::string>& folders, const std::optional<std::string>& from,
                  const std::optional<std::string>& at, const std::optional<int>& count,
                  const std::string& language) {
  PdnDefaults defaults;
  if (game) defaults.variant = variant_named(*game);
  if (count && *count < 1)
    throw py::value_error{"count " + std::to_string(*count) + ": expected 1 or more"};
  const auto request = claim_request(from, at, count);
  if (!request) throw py::value_error{request.error().message};
  const ClaimPhrases& phrases = phrases_named(language);
  return got(without_gil([&]() -> Result<std::string> {
    ClaimJudge judge{*request, [&](Variant) {
                       return std::vector<std::filesystem::path>{folders.begin(), folders.end()};
                     }};
    return claim_lines(pdn, defaults, judge, phrases);
  }));
}

/// (name, moves by each side of the usual draw count or 0, width of the board) of each game.
py::list games() {
  py::list list;
  for (const Variant variant : all_variants) {
    const auto count = usual_count(variant);
    list.append(py::make_tuple(name(variant), count ? count->moves : 0, rules_of(variant).width));
  }
  return list;
}

}  // namespace

}  // namespace damiera::python

PYBIND11_MODULE(_damiera, module) {
  using namespace damiera::python;
  add_position(module);
  add_tables(module);
  module.attr("__version__") = DAMIERA_VERSION;
  module.def("legal_moves", &legal_moves_of);
  module.def("claim", &claim);
  module.def("games", &games);
  module.def("game_named",
             [](const std::string& game) { return damiera::name(variant_named(game)); });
  module.attr("MOST_MOVES") = damiera::max_count_moves;
  module.def("shipped_tables", [] { return damiera::shipped_tables().string(); });
}
