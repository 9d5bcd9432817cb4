// SPDX-License-Identifier: MIT
#pragma once

#include "generator/known_values.h"

namespace damiera {

/// Puts the values of positions with a capture into a slice read from a table, which does not hold
/// them. Requires that every slice that its captures lead to is known.
template <Rules R>
void fill_captures(const KnownValues<R>& known, typename KnownValues<R>::Slice& slice);

}  // namespace damiera
