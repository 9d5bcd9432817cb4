// SPDX-License-Identifier: MIT
#pragma once

#include "generator/endings/king_rays.h"
#include "indexing/king_placement.h"

namespace damiera {

/// The placements of a block's kings. A row is a placement of the kings of the side without the
/// lane king; a column is a placement of the lane king's fellows.
template <Rules R>
struct KingBoard {
  KingRays<R> rows, columns;
  int lane_of;  ///< the side, as the first slice of a pair sees it, of the lane king: 0 mine, 1
                ///< theirs

  explicit KingBoard(const KingPlacement& kings)
      : rows{kings.other_kings()},
        columns{kings.lane_kings() - 1},
        lane_of{kings.lane() == LaneSide::mine ? 0 : 1} {}
};

}  // namespace damiera
