#include "answers/verification/slice_check.h"

namespace damiera {

SliceCheck joined(SliceCheck a, const SliceCheck& b) {
  a.counts.add(b.counts);
  if (b.longest_plies > a.longest_plies) {
    a.longest_plies = b.longest_plies;
    a.longest = b.longest;
  }
  a.wrong += b.wrong;
  for (const WrongValue& w : b.examples)
    if (a.examples.size() < SliceCheck::max_examples) a.examples.push_back(w);
  return a;
}

bool SliceCheck::agrees_with(const TableInfo& info, bool distances) const {
  return counts.positions == info.positions && counts.wins == info.wins &&
         counts.draws == info.draws && counts.losses == info.losses &&
         counts.captures == info.captures &&
         (!distances || (longest_plies == info.longest_plies && longest == info.longest));
}

}  // namespace damiera
