// SPDX-License-Identifier: MIT
#pragma once

#include "generator/build.h"

namespace damiera {

/// Makes the folders that a build writes to, and removes unfinished files of killed builds. A file
/// with the name of a wanted table must be that table. If only some pairs are built, their tables
/// are read whole, and damaged ones are removed, so that they are built again. Errors: io; corrupt
/// or foreign_table; try_again.
Result<void> prepare_folder(const BuildOptions& options);

}  // namespace damiera
