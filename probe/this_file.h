// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace damiera {

/// The file that holds this code: the shared library, or the program it is linked into. Empty if
/// the system does not say.
std::filesystem::path this_file();

}  // namespace damiera
