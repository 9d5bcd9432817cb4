#include "apps/terminal/language.h"

#include <cstdlib>

namespace damiera {

std::string_view language_of_locale() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* locale = std::getenv(name);
    if (!locale || !*locale) continue;
    const std::string_view text{locale};
    return text.substr(0, text.find_first_of("_.@"));
  }
  return {};
}

}  // namespace damiera
