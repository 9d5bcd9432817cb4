// SPDX-License-Identifier: MIT
#pragma once

#include "data/file/learned_order.h"
#include "data/spans/code_trainer.h"

namespace damiera {

/// An order of columns in which rows change their value seldom: a short path through all columns,
/// of which two are as far from each other as they often differ where both matter. `rows`: samples,
/// each with a value for every column, SpanEncoder::any where none matters; at least one row, and
/// from two to LearnedOrder::max_size columns. Always the same for the same rows. Time grows with
/// the number of rows and with the square of that of columns; and with that of kicks, random
/// changes of the path of which those stay that lead to a shorter one. Source: Johnson et al.,
/// Compressing large boolean matrices using reordering techniques, VLDB 2004.
LearnedOrder learn_order(const Windows& rows, int kicks);

}  // namespace damiera
