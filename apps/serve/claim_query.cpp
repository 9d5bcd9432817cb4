#include "apps/serve/claim_query.h"

#include <algorithm>
#include <array>

#include "rules/notation/utf8.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

constexpr std::array<std::string_view, 4> known_names{"from", "at", "count", "lang"};

Error not_expected(std::string_view name, std::string_view value, const char* expected) {
  return {Error::Code::bad_notation,
          std::string{name} + " " + quoted(value) + ": expected " + expected};
}

Result<void> check_names(const Request& request) {
  for (const auto& [name, value] : request.query) {
    if (std::ranges::find(known_names, name) == known_names.end())
      return not_expected("query", name, "from, at, count or lang");
    if (request.query.count(name) > 1) return not_expected("query", name, "it once");
  }
  return {};
}

Result<std::optional<int>> read_count(const Request& request) {
  const auto text = request.asked("count");
  if (!text) return std::optional<int>{};
  const auto moves = whole_number<int>(*text, 1);
  if (!moves) return not_expected("count", *text, "the moves of each player, such as 40");
  return moves;
}

}  // namespace

Result<ClaimQuery> read_claim_query(const Request& request) {
  if (const auto checked = check_names(request); !checked) return checked.error();
  const auto language = request.asked("lang").value_or("en");
  const ClaimPhrases* phrases = find_phrases(language);
  if (!phrases) return not_expected("lang", language, "en or it");
  const auto moves = read_count(request);
  if (!moves) return moves.error();
  const auto asked = claim_request(request.asked("from"), request.asked("at"), *moves);
  if (!asked) return asked.error();
  return ClaimQuery{*asked, phrases};
}

}  // namespace damiera
