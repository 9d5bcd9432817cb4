#include "answers/claim_sentences.h"

#include <algorithm>

namespace damiera {

std::string ClaimSentences::headline() const {
  const Claim& claim = decisive_claim(judged_).claim;
  std::string sentence = how_it_ends(claim);
  if (claim.run.verdict == Verdict::granted && game().winner())
    sentence += say(say_.against_result, fmt::arg("result", game().result));
  return sentence + repeated();
}

std::string ClaimSentences::how_it_ends(const Claim& claim) const {
  const CountRun& run = claim.run;
  const std::string by = words_.article(claim);
  const auto n = fmt::arg("n", claim.count.moves);
  const auto article = fmt::arg("article", by);
  const auto [white, black] = run.moves(game());
  switch (run.verdict) {
    case Verdict::granted:
      return say(say_.drawn, n, article, fmt::arg("first", first(run)),
                 fmt::arg("last", last(run)));
    case Verdict::not_claimed:
      return say(say_.not_claimed, n, article, fmt::arg("first", first(run)),
                 fmt::arg("last", last(run)), fmt::arg("result", game().result));
    case Verdict::not_yet:
      return say(run.plies() > 0 ? say_.running : say_.nothing_counted, n, article,
                 fmt::arg("white", white), fmt::arg("black", black), fmt::arg("first", first(run)));
    case Verdict::annulled:
      return annulled(claim);
    case Verdict::not_admissible:
      return say(say_.cannot_be_counted, article, fmt::arg("first", first(run)),
                 fmt::arg("why", why(claim, run)));
  }
  return {};
}

std::string ClaimSentences::annulled(const Claim& claim) const {
  const CountRun& run = claim.run;
  const auto [white, black] = run.moves(game());
  const std::string sentence = say(say_.annulled, fmt::arg("article", words_.article(claim)),
                                   fmt::arg("last", words_.move(sheet_.number(run.to))),
                                   fmt::arg("move", sheet_.move(run.to)),
                                   fmt::arg("kind", words_.kind(game().moves[run.to].move)),
                                   fmt::arg("white", white), fmt::arg("black", black));
  const bool again = judged_.requested && !claim.others.empty();
  if (!again || claim.others.back().verdict != Verdict::not_yet) return sentence;
  const CountRun& later = claim.others.back();
  const auto [white_again, black_again] = later.moves(game());
  return sentence + say(say_.begun_again, fmt::arg("first", first(later)),
                        fmt::arg("white", white_again), fmt::arg("black", black_again));
}

std::string ClaimSentences::repeated() const {
  if (!judged_.repetition) return {};
  const auto article = repetition_article(game().variant);
  const auto move = [&](int i) {
    return words_.move(sheet_.number((*judged_.repetition)[static_cast<std::size_t>(i)]));
  };
  return say(article.empty() ? say_.repeated_by : say_.repeated, fmt::arg("first", move(0)),
             fmt::arg("second", move(1)), fmt::arg("third", move(2)), fmt::arg("article", article));
}

std::string ClaimSentences::title(const Claim& claim) const {
  return say(claim.reduced_by.empty() ? say_.title : say_.title_reduced,
             fmt::arg("article", claim.count.article), fmt::arg("by", claim.reduced_by),
             fmt::arg("moves", words_.moves(claim.count.moves)));
}

std::string ClaimSentences::why(const Claim& claim, const CountRun& run) const {
  const auto obstacle = words_.obstacle(claim.count, sheet_.before(run.from));
  return obstacle.empty() ? words_.lost(sheet_.before(run.to)) : obstacle;
}

std::string ClaimSentences::in_words(const Claim& claim, const CountRun& run) const {
  const std::string number = sheet_.short_number(run.from);
  const auto from = fmt::arg("from", number);
  const auto [white, black] = run.moves(game());
  switch (run.verdict) {
    case Verdict::granted:
      return say(say_.count_granted, from, fmt::arg("to", sheet_.both(run.to - 1)));
    case Verdict::not_yet:
      return say(say_.count_not_yet, from, fmt::arg("white", white), fmt::arg("black", black));
    case Verdict::annulled:
      return say(say_.count_annulled, from, fmt::arg("to", sheet_.both(run.to)),
                 fmt::arg("kind", words_.kind(game().moves[run.to].move)), fmt::arg("white", white),
                 fmt::arg("black", black));
    case Verdict::not_admissible:
      return say(say_.count_not_admissible, from, fmt::arg("why", why(claim, run)));
    case Verdict::not_claimed:
      return say(say_.count_not_claimed, from, fmt::arg("to", sheet_.both(run.to - 1)),
                 fmt::arg("result", game().result));
  }
  return {};
}

/// Sentences about the counts that do not decide: those before the deciding count, or those that
/// began again after it was annulled. Describes the last three; a sentence before them gives the
/// number of the others.
std::vector<std::string> ClaimSentences::others(const Claim& claim) const {
  constexpr std::size_t shown = 3;
  const std::size_t hidden = claim.others.size() - std::min(shown, claim.others.size());
  const bool later = claim.run.verdict == Verdict::annulled && judged_.requested;
  std::vector<std::string> all;
  if (hidden > 0) all.push_back(say(say_.earlier, fmt::arg("n", hidden)));
  for (std::size_t i = hidden; i < claim.others.size(); ++i)
    all.push_back(
        say(later ? say_.after : say_.before, fmt::arg("count", in_words(claim, claim.others[i]))));
  return all;
}

std::vector<std::string> ClaimSentences::truth(const JudgedClaim& judged) const {
  const ClaimTruth& truth = judged.truth;
  if (!truth.missing_table.empty())
    return {say(say_.no_table, fmt::arg("table", truth.missing_table))};
  if (!truth.not_covered.empty())
    return {say(say_.not_covered, fmt::arg("why", truth.not_covered))};
  const CountRun& run = judged.claim.run;
  const bool counted = run.verdict != Verdict::not_admissible;
  std::vector<std::string> all{words_.value(truth.at_request, sheet_.short_number(run.from),
                                            sheet_.before(run.from).to_move, counted) +
                               "."};
  for (const ValueChange& change : truth.changes)
    all.push_back(words_.change(change, sheet_.both(change.move),
                                sheet_.move(change.move, change.better),
                                sheet_.before(change.move).to_move) +
                  ".");
  return all;
}

}  // namespace damiera
