#include "apps/cli/board_text.h"

#include <string_view>

#include "apps/terminal/environment.h"

namespace damiera {

namespace {

constexpr const char* legend = "o, O: White's man and king; x, X: Black's\n";

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
  return (shows_colours() ? coloured(picture) : picture) + legend;
}

}  // namespace damiera
