// SPDX-License-Identifier: MIT
#pragma once

#include "apps/serve/message.h"

namespace damiera {

/// The page, in Italian or English, as "lang" in the query says, or else what the browser prefers.
/// `answer`: what stands in its place for the answer, in HTML.
Response page_response(const Request& request, std::string_view answer);

/// True if the client is to be told in Italian.
bool speaks_italian(const Request& request);

/// Text in HTML.
std::string escaped(std::string_view text);

}  // namespace damiera
