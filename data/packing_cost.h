// SPDX-License-Identifier: MIT
#pragma once

#include "data/file/table_info.h"
#include "data/profile.h"

namespace damiera {

/// An estimate, from measurements, of the seconds that one processor takes to pack a table: the
/// time for training, which does not grow beyond a certain size, and the time for each position.
double packing_seconds(const TableId& id, Profile profile, Effort effort);
/// An estimate of the largest number of bytes of memory that packing a table holds.
std::uint64_t packing_bytes(const TableId& id, Profile profile);
/// How many bytes a packed table takes for each byte of the table as built, rounded up.
double packed_share(Metric metric, Profile profile);

}  // namespace damiera
