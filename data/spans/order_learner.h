// SPDX-License-Identifier: MIT
#pragma once

#include "data/file/learned_order.h"
#include "data/spans/code_trainer.h"

namespace damiera {

/// Finds an order of columns in which the values of a row seldom change: a short path through all
/// columns, where the distance of two columns is the share of rows in which they differ. `rows`:
/// samples, each with a value for every column, SpanEncoder::any for a don't-care; at least one
/// row, and two to LearnedOrder::max_size columns. The same rows give the same order. Time grows
/// with the number of rows, with the square of the number of columns, and with `kicks`: random
/// changes of the path, which are kept if they shorten it. Source: Johnson et al., Compressing
/// large boolean matrices using reordering techniques, VLDB 2004.
LearnedOrder learn_order(const Windows& rows, int kicks);

}  // namespace damiera
