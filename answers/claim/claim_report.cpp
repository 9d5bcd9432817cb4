#include "answers/claim/claim_report.h"

#include <algorithm>

#include "answers/claim/claim_sheet.h"
#include "answers/claim/claim_text.h"
#include "answers/claim/claim_words.h"
#include "answers/json.h"
#include "answers/values.h"

namespace damiera {

namespace {

/// Programs read these words, so they are in English whatever the language of the report.
ClaimWords words() { return ClaimWords{english_phrases()}; }

Json to_json(const ClaimValue& value) {
  Json object{{"wdl", name(value.without)}, {"dtc", nullptr}, {"counted", nullptr}};
  if (value.dtc) object["dtc"] = *value.dtc;
  if (value.with) object["counted"] = name(*value.with);
  return object;
}

Json to_json(const CountRun& run, const DrawCount& count, const ClaimSheet& sheet) {
  const auto [white, black] = run.moves(sheet.game());
  Json object{{"verdict", name(run.verdict)},
              {"from", sheet.short_number(run.from)},
              {"last", nullptr},
              {"counted", {{"white", white}, {"black", black}}},
              {"annulled_by", nullptr},
              {"reason", nullptr}};
  if (run.plies() > 0) object["last"] = sheet.short_number(run.to - 1);
  if (run.annulled_by())
    object["annulled_by"] = {{"number", sheet.short_number(run.to)},
                             {"move", sheet.move(run.to)},
                             {"kind", words().kind(sheet.game().moves[run.to].move)}};
  if (run.verdict == Verdict::not_admissible)
    object["reason"] = words().not_admissible(count, sheet.before(run.from), sheet.before(run.to));
  return object;
}

Json truth_json(const JudgedClaim& judged, const ClaimSheet& sheet) {
  const ClaimTruth& truth = judged.truth;
  if (!truth.not_covered.empty()) return {{"covered", false}, {"reason", truth.not_covered}};
  Json object{{"covered", true},
              {"to_move", name(sheet.before(judged.claim.run.from).to_move)},
              {"value", to_json(truth.at_request)},
              {"moves_needed", moves_needed(truth.at_request)},
              {"plies_left", truth.plies_left},
              {"changes", Json::array()}};
  for (const ValueChange& change : truth.changes)
    object["changes"].push_back({{"number", sheet.short_number(change.move)},
                                 {"move", sheet.move(change.move)},
                                 {"before", to_json(change.before)},
                                 {"after", to_json(change.after)},
                                 {"better", sheet.move(change.move, change.better)},
                                 {"kept", to_json(change.kept)}});
  return object;
}

Json to_json(const JudgedClaim& judged, std::optional<bool> claimed, const ClaimSheet& sheet) {
  const Claim& claim = judged.claim;
  Json object{{"article", claim.count.article},
              {"reduced_by", nullptr},
              {"moves", claim.count.moves},
              {"claimed", nullptr}};
  if (!claim.reduced_by.empty()) object["reduced_by"] = claim.reduced_by;
  if (claimed) object["claimed"] = *claimed;
  object.update(to_json(claim.run, claim.count, sheet));
  object["fen"] = fen(sheet.game().variant, sheet.before(claim.run.from));
  object["others"] = Json::array();
  for (const CountRun& run : claim.others)
    object["others"].push_back(to_json(run, claim.count, sheet));
  object["truth"] = truth_json(judged, sheet);
  return object;
}

Json repetition_json(const JudgedGame& judged, const ClaimSheet& sheet) {
  if (!judged.repetition) return nullptr;
  const auto article = repetition_article(judged);
  Json object{{"article", nullptr}, {"before", Json::array()}};
  if (!article.empty()) object["article"] = article;
  for (std::size_t i : *judged.repetition) object["before"].push_back(sheet.short_number(i));
  object["fen"] = fen(sheet.game().variant, sheet.before(judged.repetition->back()));
  return object;
}

}  // namespace

bool is_drawn(const JudgedGame& judged) {
  return std::ranges::any_of(
      judged.claims, [](const JudgedClaim& c) { return c.claim.run.verdict == Verdict::granted; });
}

const JudgedClaim& decisive_claim(const JudgedGame& judged) {
  // Among counts that are complete, the one that ended first comes first; among those that are not,
  // the one with the greater share of its moves.
  const auto rank = [](const JudgedClaim& judged_claim) {
    const Claim& claim = judged_claim.claim;
    constexpr std::array order{Verdict::not_admissible, Verdict::annulled, Verdict::not_yet,
                               Verdict::not_claimed, Verdict::granted};
    const auto place = std::ranges::find(order, claim.run.verdict) - order.begin();
    if (claim.run.verdict == Verdict::granted)
      return std::pair{place, -static_cast<double>(claim.run.to)};
    const double share = static_cast<double>(claim.run.plies()) / claim.count.moves;
    return std::pair{place, claim.run.verdict == Verdict::not_yet ? share : 0.0};
  };
  return *std::ranges::max_element(judged.claims, {}, rank);
}

std::string_view repetition_article(const JudgedGame& judged) {
  const auto count =
      judged.claims.empty() ? std::string_view{} : judged.claims.front().claim.count.article;
  return repetition_article(judged.read.game.variant, count);
}

std::optional<bool> is_claimed(const JudgedGame& judged, const Claim& claim) {
  if (!claim.count.on_request) return {};
  return judged.requested;
}

Json to_json(const JudgedGame& judged, const ClaimPhrases& phrases) {
  const Game& game = judged.read.game;
  Json object{{"game", judged.read.number},
              {"variant", variant_json(judged.read)},
              {"white", or_null(game.filled_tag("White"))},
              {"black", or_null(game.filled_tag("Black"))},
              {"result", game.result},
              {"plies", game.moves.size()}};
  if (judged.read.error) {
    object["error"] = judged.read.error->message;
    return object;
  }
  const ClaimSheet sheet{game};
  object["notes"] = judged.read.notes;
  object["headline"] = headline(judged, phrases);
  object["drawn"] = is_drawn(judged);
  object["won"] = judged.winner ? Json(name(*judged.winner)) : Json(nullptr);
  object["repetition"] = repetition_json(judged, sheet);
  object["claims"] = Json::array();
  for (const JudgedClaim& c : judged.claims)
    object["claims"].push_back(to_json(c, is_claimed(judged, c.claim), sheet));
  return object;
}

}  // namespace damiera
