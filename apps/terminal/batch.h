// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

#include "answers/text.h"
#include "apps/terminal/exit.h"

namespace damiera {

/// Appends the answer to one line of input, which comes without its end and without spaces around
/// it. Called by many threads at once. Returns what the answer means for the exit status.
using AnswerLine = std::function<Exit(std::string_view line, Text& out)>;

/// Answers each line of standard input by one line of standard output, in the same order, many
/// lines in parallel. Answers the lines that have come in without waiting for more. Returns the
/// largest status that `answer` returned. Ends early if nobody reads the output.
Exit answer_lines(int threads, const AnswerLine& answer);

}  // namespace damiera
