// SPDX-License-Identifier: MIT
#pragma once

#include "apps/serve/message.h"

namespace damiera {

/// The page, in Italian or English: in the language that "lang" in the query names, or else in the
/// one that the browser prefers. `answer` is the answer as HTML, which the page shows in its place.
Response page_response(const Request& request, std::string_view answer);

/// True if the answer should be in Italian.
bool speaks_italian(const Request& request);

/// The text, escaped for HTML.
std::string escaped(std::string_view text);

}  // namespace damiera
