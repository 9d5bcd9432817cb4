// SPDX-License-Identifier: MIT
#pragma once

#include "answers/study.h"
#include "answers/text.h"

namespace damiera {

/// Appends the FEN and the value of a study, its line with the duals, and a sentence on whether it
/// is sound. `start` is the position that `study` was checked from.
void append_text(Variant variant, const Setup& start, const Study& study, Text& out);

}  // namespace damiera
