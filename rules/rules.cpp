#include "rules/rules.h"

#include <string>

namespace damiera {

Result<Variant> parse_variant(std::string_view text) {
  std::string names;
  for (Variant v : all_variants) {
    if (name(v) == text) return v;
    names += (names.empty() ? "" : ", ") + std::string{name(v)};
  }
  return Error{Error::Code::bad_notation,
               "game '" + std::string{text.substr(0, 40)} + "': expected one of " + names};
}

}  // namespace damiera
