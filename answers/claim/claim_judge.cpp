#include "answers/claim/claim_judge.h"

#include "answers/json.h"

namespace damiera {

namespace {

/// Whether an error is about the game or the request, not about tables.
bool is_about_the_game(const Error& error) {
  return error.code == Error::Code::bad_notation || error.code == Error::Code::bad_position;
}

}  // namespace

ClaimJudge::ClaimJudge(ClaimRequest request, Folders folders)
    : ClaimJudge{std::move(request), Tables{[folders = std::move(folders)](Variant variant) {
                   return Tablebase::open(variant, folders(variant), {.dtc_required = false});
                 }}} {}

Result<JudgedGame> ClaimJudge::judge(PdnGame read) {
  JudgedGame judged{std::move(read), request_.from.has_value(), {}, {}, {}};
  if (judged.read.error) return judged;
  const auto completed = complete(judged);
  if (completed) return judged;
  const Error& error = completed.error();
  if (!is_about_the_game(error)) return error;
  judged.read.error =
      Error{error.code, "game " + std::to_string(judged.read.number) + ": " + error.message};
  return judged;
}

/// Judges the game, which was read without an error.
Result<void> ClaimJudge::complete(JudgedGame& judged) {
  const Game& game = judged.read.game;
  const auto place = place_of(request_, game);
  if (!place) return place.error();
  auto judged_claims = claims(game);
  if (!judged_claims) return judged_claims.error();
  judged.claims = *std::move(judged_claims);
  judged.repetition = third_repetition(game, place->end);
  if (place->end == game.moves.size()) judged.winner = winner_on_board(game);
  return {};
}

Result<std::vector<JudgedClaim>> ClaimJudge::claims(const Game& game) {
  const auto counts = requested_counts(game.variant, request_);
  if (!counts) return counts.error();
  if (counts->empty()) return std::vector<JudgedClaim>{};
  const auto values = values_of(game.variant);
  if (!values) return values.error();
  std::vector<JudgedClaim> all;
  for (const DrawCount& count : *counts) {
    auto claim = damiera::judge(game, count, request_);
    if (!claim) return claim.error();
    auto truth = claim_truth(**values, game, *claim);
    if (!truth) return truth.error();
    all.push_back({*std::move(claim), *std::move(truth)});
  }
  return all;
}

Result<ClaimValues*> ClaimJudge::values_of(Variant variant) {
  const auto known = values_.find(variant);
  if (known != values_.end()) return &known->second;
  auto tables = tables_(variant);
  if (!tables) return tables.error();
  return &values_.try_emplace(variant, *std::move(tables)).first->second;
}

Result<std::string> claim_lines(std::string_view pdn, const PdnDefaults& defaults,
                                ClaimJudge& judge, const ClaimPhrases& phrases) {
  PdnReader reader{pdn, defaults};
  std::string lines;
  while (auto read = reader.next()) {
    const auto judged = judge.judge(*std::move(read));
    if (!judged) return judged.error();
    lines += to_line(to_json(*judged, phrases)) + "\n";
  }
  return lines;
}

}  // namespace damiera
