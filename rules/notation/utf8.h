// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace damiera {

/// The mark that a text in UTF-8 may begin with. It is not part of the content.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// True if every byte of `text` belongs to a well-formed UTF-8 character.
/// Source: The Unicode Standard, table 3-7.
bool is_utf8(std::string_view text);

/// The text in UTF-8: unchanged if it is UTF-8 already, else read as Latin-1 (ISO 8859-1), in which
/// every byte is one character. Old PDN files are written in Latin-1.
std::string as_utf8(std::string_view text);

/// The beginning of a UTF-8 text: whole characters, at most `longest` bytes.
std::string_view shortened(std::string_view text, std::size_t longest);

/// True for a byte that is not the first byte of its UTF-8 character.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

/// A user's text for a message: in UTF-8 and quotes, shortened to at most `longest` bytes.
std::string quoted(std::string_view text, std::size_t longest = 40);

}  // namespace damiera
