// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "answers/json.h"
#include "apps/cli/options.h"
#include "apps/terminal/batch.h"
#include "rules/notation/fen.h"

namespace damiera {

/// A command that answers for one position, or for each of many given on standard input.
struct PositionCommand {
  Options options;
  std::string fen;  ///< "-" for standard input

  /// The parts that differ between commands. The JSON object has "fen" first, which is then
  /// replaced by the text that was given; text ends with a newline.
  struct Answers {
    std::function<Result<Json>(const FenRecord&)> json;
    std::function<Result<void>(const FenRecord&, Text&)> text;
  };

  /// Adds the game, the position, --json and --threads.
  void add_options(CLI::App& command);
  Exit run(const Answers& answers) const;

 private:
  Exit run_lines(const Answers& answers) const;
};

/// The text about "-" in the help of all such commands.
inline constexpr const char* help_for_lines =
    "With - in place of the position, reads one FEN a line from standard input and writes one "
    "JSON\n"
    "object a line, in the same order. \"fen\" is the line as it came, without spaces around it. A "
    "line\n"
    "that cannot be answered gives {\"fen\":...,\"error\":...} and the rest goes on; at the end "
    "the exit\n"
    "status is 3 if tables were missing or damaged.";

}  // namespace damiera
