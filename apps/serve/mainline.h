// SPDX-License-Identifier: MIT
#pragma once

#include "answers/json.h"
#include "apps/serve/asked_position.h"

namespace damiera {

/// Best play as lila-tablebase writes it: {"dtz":..., "precise_dtz":..., "mainline":[{"uci":...,
/// "san":..., "dtz":..., "precise_dtz":...}], "winner":"w"|"b"|null}. Values are under the draw
/// count, if there are tables of it: the line ends with the game, or when the count is complete. It
/// is empty for a draw. Errors as for Evaluator; missing_table also where a distance is not known.
Result<Json> mainline_json(const Tablebase& tables, const AskedPosition& asked);

}  // namespace damiera
