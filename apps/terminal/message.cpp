#include "apps/terminal/message.h"

#include <cstdio>

namespace damiera {

void write_message(std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace damiera
