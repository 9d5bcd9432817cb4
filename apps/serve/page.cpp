#include "apps/serve/page.h"

#include <algorithm>
#include <charconv>

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

/// How much a browser wants a language, by an element of Accept-Language such as "it-CH;q=0.5".
double weight_of(std::string_view element) {
  const auto q = element.find(";q=");
  if (q == element.npos) return 1;
  double weight = 0;
  const std::string_view number = element.substr(q + 3);
  std::from_chars(number.data(), number.data() + number.size(), weight);
  return weight;
}

/// Whether a browser wants Italian more than English; a language that is not named, less than any.
bool prefers_italian(std::string_view accepted) {
  double italian = 0, english = 0;
  for (const std::string_view element : list_elements(accepted)) {
    const auto language = without_spaces(element.substr(0, element.find_first_of("-;")));
    if (is_same_word(language, "it")) italian = std::max(italian, weight_of(element));
    if (is_same_word(language, "en")) english = std::max(english, weight_of(element));
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
  if (const auto asked = request.asked("lang")) return *asked == "it";
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
