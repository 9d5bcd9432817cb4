// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace damiera {

/// The language of the user's locale for messages, as "it" for it_IT.UTF-8: that of LC_ALL,
/// LC_MESSAGES or LANG, the first that is set; empty where none is.
std::string_view language_of_locale();

}  // namespace damiera
