// SPDX-License-Identifier: MIT
// JSON of answers, for every front end.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "answers/best_line.h"
#include "answers/evaluator.h"
#include "answers/study.h"
#include "rules/notation/fen.h"
#include "rules/notation/pdn.h"

namespace damiera {

using Json = nlohmann::ordered_json;

/// The value, or null if there is none.
template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// One line of UTF-8 without an end; bytes in texts that are not UTF-8 become U+FFFD.
std::string to_line(const Json& json);

/// The name of the game that is played, or null if nothing says which it is.
Json variant_json(const PdnGame& read);

/// {"fen":...,"variant":"italian","to_move":"White","pieces":3,"wdl":"win|draw|loss","dtc":11,
/// "dtw":35,"count":{...},"moves":[...]}: a position and its moves, the best first. Each move has
/// the members of moves_json(), then "wdl", "dtc", "dtw" and "count" of the position after it, for
/// the opponent, and the same four in "mover", for the side that makes it. Distances are in plies,
/// null for draws and where they are not known. "count" is null if it has no tables, else
/// {"value":"win|cursed win|draw|blessed loss|loss","dtc":11}; for the position itself it also has
/// "moves", by each side in the whole count, "plies_played" and "plies_left".
Json probe_json(Variant variant, const Setup& setup, const Evaluation& here,
                const std::vector<EvaluatedMove>& moves, const std::optional<Count>& count);

/// {"fen":...,"variant":...,"to_move":...,"pieces":3,"moves":[{"move":"22x15","fen":...,
/// "from":"22","to":"15","captured":["19"],"capture":true,"conversion":true,"crowned":false},...]}:
/// the legal moves, each with the position after it. Squares are as the game writes them.
Json moves_json(Variant variant, const Setup& setup);

/// {"fen":...,"variant":...,"to_move":...,"pieces":3,"wdl":...,"dtc":...,"dtw":...,"plies":17,
/// "conversions":3,"final":FEN,"line":[...]}: best play to the end, each move with the members of
/// moves_json() and the "wdl", "dtc", "dtw" of the position after it. For a draw, "drawing"
/// replaces the last four: the texts of the moves that keep it.
Json line_json(Variant variant, const Setup& setup, const BestLine& line);

/// {"fen":...,"variant":...,"to_move":...,"pieces":3,"wdl":...,"dtc":...,"dtw":...,"sound":true,
/// "solver":"White","positions":9,"line":[...]}: a study. Each move of the line has the members of
/// line_json(), and "duals": the other moves of the solving side that do as well, in the same form.
/// "duals" is null for moves of the other side.
Json study_json(Variant variant, const Setup& setup, const Study& study);

}  // namespace damiera
