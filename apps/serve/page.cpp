#include "apps/serve/page.h"

#include <algorithm>

#include "apps/serve/static_files.h"
#include "rules/notation/ascii.h"

namespace damiera {

namespace {

/// Allows nothing from other sites, and no inline scripts or styles.
constexpr const char* policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Replaces {{name}} by `value`.
void fill(std::string& text, const std::string& name, std::string_view value) {
  const std::string place = "{{" + name + "}}";
  for (auto at = text.find(place); at != std::string::npos; at = text.find(place, at))
    text.replace(at, place.size(), value), at += value.size();
}

/// Whether a language tag such as "it-IT" names the language "it".
bool is_language(std::string_view tag, std::string_view language) {
  return is_same_word(tag.substr(0, tag.find('-')), language);
}

/// Whether a browser wants Italian more than English, by the header Accept-Language. A language
/// that is not named, or whose weight cannot be read, is not wanted.
bool prefers_italian(std::string_view accepted) {
  double italian = 0, english = 0;
  for (const std::string_view element : list_elements(accepted)) {
    const auto [name, weight] = preference(element);
    if (is_language(name, "it")) italian = std::max(italian, weight.value_or(0));
    if (is_language(name, "en")) english = std::max(english, weight.value_or(0));
  }
  return italian > english;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  return html;
}

bool speaks_italian(const Request& request) {
  if (const auto asked = request.asked("lang")) return is_language(*asked, "it");
  return prefers_italian(request.header("accept-language"));
}

Response page_response(const Request& request, std::string_view answer) {
  std::string text{find_static_file("page.html")->content};
  fill(text, "lang", speaks_italian(request) ? "it" : "en");
  fill(text, "answer", answer);
  Response response = response_of("text/html; charset=utf-8", std::move(text));
  response.set("Content-Security-Policy", policy);
  response.set("Referrer-Policy", "no-referrer");
  allow_caching(request, response, 300);
  return response;
}

}  // namespace damiera
