#include "apps/cli/board_text.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace damiera {

namespace {

constexpr const char* legend = "o, O: White's man and king; x, X: Black's\n";

/// Source: no-color.org; an empty $NO_COLOR counts as none.
bool has_colour() {
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && !(none && none[0] != '\0') &&
         !(terminal && std::string_view{terminal} == "dumb");
}

/// How a terminal begins the colour of a piece; empty for anything else.
std::string_view colour(char c) {
  if (c == 'o' || c == 'O') return "\x1b[1m";     // bold
  if (c == 'x' || c == 'X') return "\x1b[1;31m";  // and red
  return {};
}

std::string coloured(const std::string& picture) {
  std::string text;
  bool in_board = false;  // between the two edges of a row
  for (const char c : picture) {
    if (c == '|') in_board = !in_board;
    const auto begin = in_board ? colour(c) : std::string_view{};
    text += begin;
    text += c;
    if (!begin.empty()) text += "\x1b[0m";
  }
  return text;
}

}  // namespace

std::string board_text(Variant variant, const Setup& setup) {
  const std::string picture = board_picture(variant, setup);
  return (has_colour() ? coloured(picture) : picture) + legend;
}

}  // namespace damiera
