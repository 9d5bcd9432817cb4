// SPDX-License-Identifier: MIT
#pragma once

#include "data/file/table_info.h"
#include "data/profile.h"

namespace damiera {

/// Seconds of one processor that packing a table takes, about, by measurements: what training
/// takes, which does not grow beyond a certain size, and what each position takes.
double packing_seconds(const TableId& id, Profile profile, Effort effort);
/// Bytes of memory that packing a table holds at the most, about.
std::uint64_t packing_bytes(const TableId& id, Profile profile);
/// How many bytes a packed table takes for each byte of the table as built, rounded up.
double packed_share(Metric metric, Profile profile);

}  // namespace damiera
