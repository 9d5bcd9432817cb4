// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace damiera {

/// The language of the user's locale, such as "it" for it_IT.UTF-8. It comes from the first of
/// LC_ALL, LC_MESSAGES and LANG that is set and not empty. Empty if none is. Valid until the
/// environment changes.
std::string_view language_of_locale();

}  // namespace damiera
