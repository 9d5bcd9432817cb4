#include "answers/json_text.h"

#include <algorithm>
#include <cstdint>

namespace damiera {

namespace {

constexpr bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

void append_escaped(Text& out, unsigned char c) {
  if (c == '"' || c == '\\')
    fmt::format_to(std::back_inserter(out), "\\{}", static_cast<char>(c));
  else
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", unsigned{c});
}

/// The number of bytes of the well-formed character that `text` begins with; 0 if there is none.
/// Source: The Unicode Standard, table 3-7.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
    return low <= byte(i) && byte(i) <= high;
  };
  const unsigned first = byte(0);
  if (0xc2 <= first && first <= 0xdf) return follows(1) ? 2 : 0;
  if (0xe0 <= first && first <= 0xef)
    return follows(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf) && follows(2) ? 3
                                                                                              : 0;
  if (0xf0 <= first && first <= 0xf4)
    return follows(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf) && follows(2) &&
                   follows(3)
               ? 4
               : 0;
  return 0;
}

}  // namespace

void append_json(Text& out, std::string_view text) {
  append(out, "\"");
  while (!text.empty()) {
    const auto odd = std::ranges::find_if_not(text, is_plain);
    const auto plain = static_cast<std::size_t>(odd - text.begin());
    append(out, text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const auto c = static_cast<unsigned char>(text[0]);
    const std::size_t length = c < 0x80 ? 1 : utf8_length(text);
    if (c < 0x80)
      append_escaped(out, c);
    else
      append(out, length == 0 ? "\\ufffd" : text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  append(out, "\"");
}

}  // namespace damiera
