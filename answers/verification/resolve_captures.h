// SPDX-License-Identifier: MIT
#pragma once

#include "answers/verification/known_slices.h"

namespace damiera {

/// Calls visit(n, pos with run n) for each run of king moves that the pieces of `pos` may have
/// made. Requires a `pos` without a run.
template <Rules R, class Visit>
void for_each_run(const SliceIndex<R>& index, Position pos, const Visit& visit) {
  if constexpr (R.king_limit == 0) return visit(std::uint64_t{0}, pos);
  for (std::uint64_t run = 0; run < index.runs().count(); ++run) {
    index.runs().unrank(run, pos);
    visit(run, pos);
  }
}

/// Marks each position of a slice that has a capture and computes its key from its captures, since
/// tables store a don't-care for it. Uses all threads. Compiled in captures.cpp.in.
template <Rules R>
void resolve_captures(SliceKeys<quiet_rules(R)>& slice,
                      const Conversions<quiet_rules(R)>& conversions, const Measure& measure,
                      Work& work);

/// A pointer to the resolve_captures() of a game whose quiet_rules() are `R`.
template <Rules R>
using ResolveCaptures = void (*)(SliceKeys<R>&, const Conversions<R>&, const Measure&, Work&);

}  // namespace damiera
