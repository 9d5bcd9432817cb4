// Draws by count in whole games.

#include <cstddef>

#include "answers/claim/claim_judge.h"
#include "apps/c/calls.h"

using namespace damiera;
using namespace damiera::c;

namespace {

constexpr std::size_t least_request = sizeof(damiera_claim_request);

/// The request as a ClaimRequest of the library. Error bad_notation.
Result<ClaimRequest> asked_by(const damiera_claim_request& request) {
  const auto given = [](const char* text) -> std::optional<std::string_view> {
    if (!text) return {};
    return text;
  };
  std::optional<int> moves;
  if (request.moves != 0) moves = request.moves;
  return claim_request(given(request.from), given(request.at), moves);
}

damiera_status give_text(const std::string& text, char* json, std::size_t size,
                         std::size_t* needed) {
  if (needed) *needed = text.size() + 1;
  if (text.size() >= size)
    return fail(DAMIERA_TOO_SMALL,
                "json: room for " + std::to_string(text.size() + 1) + " bytes is needed");
  std::memcpy(json, text.c_str(), text.size() + 1);
  return DAMIERA_OK;
}

}  // namespace

damiera_status damiera_claim(const damiera_claim_request* request, const char* pdn, char* json,
                             size_t size, size_t* needed) {
  return guarded([&] {
    if (!pdn) return null_argument("pdn");
    if (!json && size > 0) return null_argument("json");
    damiera_claim_request known{};
    if (request) {
      const auto given = known_options(*request, least_request);
      if (!given) return wrong_size("request", *request, least_request);
      known = *given;
    }
    if (known.game != 0 && !variant_of(known.game)) return unknown_game(known.game);
    if (known.moves < 0)
      return fail(DAMIERA_BAD_ARGUMENT,
                  "moves: found " + std::to_string(known.moves) + ", expected 0 or more");
    const auto asked = asked_by(known);
    if (!asked) return fail(asked.error());
    ClaimJudge judge{*asked, [&](Variant) { return folders_of(known.folders); }};
    const auto text = claim_lines(pdn, {variant_of(known.game), {}}, judge);
    return text ? give_text(*text, json, size, needed) : fail(text.error());
  });
}
