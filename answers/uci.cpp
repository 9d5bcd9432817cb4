#include "answers/uci.h"

#include <fmt/core.h>

namespace damiera {

std::string uci(const MoveTexts& texts, const Move& move) {
  std::string text;
  for (const Square sq : texts.path(move)) text += fmt::format("{:02}", static_cast<int>(sq) + 1);
  return text;
}

}  // namespace damiera
