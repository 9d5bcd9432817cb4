// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "probe/tablebase.h"
#include "rules/result.h"

namespace damiera {

/// The limits of one batch.
struct BatchLimits {
  std::size_t lines = 1000;
  std::size_t fen_bytes = 512;
};

/// The draw count of lines that name none, as a request writes it.
struct BatchCount {
  std::optional<std::string_view> count, counted;
};

/// The answers to a batch.
struct BatchAnswer {
  std::string lines;
  std::string log;  ///< the first error of the server, for its log; empty if there is none
};

/// How many lines are not empty.
std::size_t count_positions(std::string_view lines);

/// Answers each line by one line of JSON, in the same order. A line is a FEN, or a JSON object with
/// "fen" and perhaps "count" and "counted"; where it has none, those of `usual` are taken. Its FEN
/// is returned as "fen". A line that cannot be answered gives {"fen":...,"error":...}, and the rest
/// goes on. Empty lines are left out. Errors: bad_notation for too many lines; try_again once
/// `tables` is over.
Result<BatchAnswer> answer_batch(const Tablebase& tables, std::string_view lines,
                                 const BatchCount& usual, const BatchLimits& limits);

}  // namespace damiera
