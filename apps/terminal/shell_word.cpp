#include "apps/terminal/shell_word.h"

#include <algorithm>
#include <string_view>

namespace damiera {

std::string in_quotes(const std::string& text, const char* quote) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string{quote} : std::string{c};
  return word + "'";
}

std::string shell_word(const std::string& text) {
  const bool is_plain = !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view{"/._-+@,:="}.find(c) != std::string_view::npos;
  });
  return is_plain ? text : in_quotes(text);
}

}  // namespace damiera
