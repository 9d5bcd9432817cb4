// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "rules/rules.h"

namespace damiera {

/// What a FolderLock says of this run of the program: "damiera build italian, since 2031-05-06
/// 07:08:09 UTC".
std::string holder(std::string_view command, Variant variant);

}  // namespace damiera
