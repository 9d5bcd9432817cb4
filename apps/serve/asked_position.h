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

/// A position, and the draw count under which it is evaluated.
struct AskedPosition {
  Setup setup;
  std::optional<Count> count;  ///< nothing in a game without one
  /// The count is not the usual one of the game: without its tables there is no answer.
  bool count_is_required = false;
};

/// Reads the position that a request asks about. Besides PDN FEN it accepts what lidraughts writes:
/// underscores for spaces, and at the end ":H5", the plies counted, and ":F20", the move number,
/// which is ignored. Errors: bad_notation, bad_position, each with the place.
Result<AskedPosition> read_position(Variant variant, const PositionText& text);

/// The position after the move `m`, with its count. A conversion resets the count to zero; a
/// complete count stays complete after other moves.
AskedPosition after_move(const AskedPosition& asked, const EvaluatedMove& m);

/// A position with its moves.
struct PositionAnswer {
  Evaluation here;
  std::vector<EvaluatedMove> moves;
};

/// What the tables say. If the count is the usual one and has no tables, the values are those with
/// unlimited moves. Errors as for Evaluator.
Result<PositionAnswer> evaluate(const Tablebase& tables, const AskedPosition& asked);

}  // namespace damiera
