// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "answers/evaluator.h"
#include "rules/notation/fen.h"

namespace damiera {

/// The texts by which a request names a position.
struct PositionText {
  std::string_view fen;
  std::optional<std::string_view> count;    ///< moves by each side
  std::optional<std::string_view> counted;  ///< of these, how many were played: "31" or "31.5"
};

/// A position with the draw count that it is looked at under.
struct AskedPosition {
  Setup setup;
  std::optional<Count> count;      ///< nothing in a game that has none
  bool count_is_required = false;  ///< somebody named it: without its tables there is no answer
};

/// Reads what a request asks about. Besides PDN FEN it takes what lidraughts writes: underscores
/// for spaces, and at the end ":H5", plies counted, and ":F20", the number of the move, which says
/// nothing here. Errors: bad_notation, bad_position, each with the place.
Result<AskedPosition> read_position(Variant variant, const PositionText& text);

/// What is asked about after a move of it. A conversion begins the count anew, and a count that is
/// complete stays so.
AskedPosition after_move(const AskedPosition& asked, const EvaluatedMove& m);

/// A position with its moves.
struct PositionAnswer {
  Evaluation here;
  std::vector<EvaluatedMove> moves;
};

/// What the tables say. Where nobody named a count and there are no tables of it, the values are
/// those with unlimited moves. Errors as for Evaluator.
Result<PositionAnswer> evaluate(const Tablebase& tables, const AskedPosition& asked);

}  // namespace damiera
