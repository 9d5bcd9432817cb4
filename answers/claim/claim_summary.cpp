#include "answers/claim/claim_summary.h"

#include <algorithm>

#include "answers/claim/claim_words.h"

namespace damiera {

void ClaimSummary::add(const JudgedGame& judged) {
  ++games;
  if (judged.read.error) {
    ++unread;
    return;
  }
  repeated += judged.repetition.has_value();
  if (is_drawn(judged)) {
    ++drawn;
    return;
  }
  not_claimed += std::ranges::any_of(judged.claims, [](const JudgedClaim& c) {
    return c.claim.run.verdict == Verdict::not_claimed;
  });
}

std::string in_words(const ClaimSummary& summary, const ClaimPhrases& phrases) {
  return say(phrases.summary, fmt::arg("games", summary.games), fmt::arg("drawn", summary.drawn),
             fmt::arg("not_drawn", summary.not_drawn()),
             fmt::arg("not_claimed", summary.not_claimed), fmt::arg("repeated", summary.repeated),
             fmt::arg("unread", summary.unread));
}

nlohmann::ordered_json to_json(const ClaimSummary& summary) {
  return {{"games", summary.games},           {"drawn", summary.drawn},
          {"not_drawn", summary.not_drawn()}, {"not_claimed", summary.not_claimed},
          {"repeated", summary.repeated},     {"unread", summary.unread}};
}

}  // namespace damiera
