#include "rules/notation/utf8.h"

namespace damiera {

namespace {

constexpr unsigned byte(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
}

constexpr bool continues(unsigned b) { return continues_character(static_cast<char>(b)); }

/// The length of the character that begins at `i`; 0 if none does.
std::size_t character(std::string_view text, std::size_t i) {
  const unsigned first = byte(text, i), second = byte(text, i + 1);
  if (first < 0x80U) return 1;
  if (!continues(second)) return 0;
  if (first >= 0xc2U && first <= 0xdfU) return 2;
  if (!continues(byte(text, i + 2))) return 0;
  const bool overlong_3 = first == 0xe0U && second < 0xa0U;
  const bool surrogate = first == 0xedU && second > 0x9fU;
  if (first >= 0xe0U && first <= 0xefU) return overlong_3 || surrogate ? 0 : 3;
  const bool overlong_4 = first == 0xf0U && second < 0x90U;
  const bool too_large = first == 0xf4U && second > 0x8fU;
  const bool four = first >= 0xf0U && first <= 0xf4U && continues(byte(text, i + 3));
  return four && !overlong_4 && !too_large ? 4 : 0;
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::string as_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string{text};
  std::string converted;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned b = byte(text, i);
    if (b >= 0x80U) converted += static_cast<char>(0xc0U | (b >> 6U));
    converted += static_cast<char>(b < 0x80U ? b : 0x80U | (b & 0x3fU));
  }
  return converted;
}

std::string_view shortened(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (end > 0 && continues_character(text[end])) --end;
  return text.substr(0, end);
}

std::string quoted(std::string_view text, std::size_t longest) {
  return "'" + std::string{shortened(as_utf8(text), longest)} + "'";
}

}  // namespace damiera
