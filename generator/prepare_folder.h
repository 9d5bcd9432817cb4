// SPDX-License-Identifier: MIT
#pragma once

#include "generator/build.h"

namespace damiera {

/// Makes the folders that a build writes to, and removes what killed builds left there unfinished.
/// What has the name of a table that is wanted must be that table. Where only some pairs are built,
/// their tables are read whole, and damaged ones removed, so that they are built again. Errors: io;
/// corrupt or foreign_table; try_again.
Result<void> prepare_folder(const BuildOptions& options);

}  // namespace damiera
