#include "answers/claim/claim_sentences.h"

#include <algorithm>

#include "answers/claim/claim_names.h"
#include "rules/notation/game_result.h"
#include "rules/notation/game_type.h"

namespace damiera {

namespace {

/// True if the other counts began after the count that decides; false if they came before it.
bool begins_again(const Claim& claim) {
  return !claim.others.empty() && claim.others.front().from > claim.run.from;
}

}  // namespace

std::string ClaimSentences::headline() const {
  const std::string sentence =
      judged_.claims.empty() ? say_.no_count : how_it_ends(decisive_claim(judged_).claim);
  return sentence + played_to_the_end() + repeated();
}

/// What became of the game on the board, and the result of its file if it says something else.
std::string ClaimSentences::played_to_the_end() const {
  const auto result = say(say_.against_result, fmt::arg("result", game().result));
  if (is_drawn(judged_)) {
    const std::string told = game().winner() ? result : "";
    if (!judged_.winner) return told;
    return told + say(say_.played_on, fmt::arg("winner", words_.side(*judged_.winner)));
  }
  if (!judged_.winner) return {};
  const std::string won =
      words_.won(game().variant, sheet_.before(game().moves.size()), *judged_.winner);
  return !is_no_result(game().result) && game().winner() != judged_.winner ? won + result : won;
}

/// The result of the file, or if it has none, that of the board.
std::string ClaimSentences::result_of_a_won_game() const {
  if (game().winner() || !judged_.winner) return game().result;
  return std::string{result_text(game().variant, judged_.winner)};
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
                 fmt::arg("last", last(run)), fmt::arg("result", result_of_a_won_game()));
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
  if (!begins_again(claim) || claim.others.back().verdict != Verdict::not_yet) return sentence;
  const CountRun& later = claim.others.back();
  const auto [white_again, black_again] = later.moves(game());
  return sentence + say(say_.begun_again, fmt::arg("first", first(later)),
                        fmt::arg("white", white_again), fmt::arg("black", black_again));
}

std::string ClaimSentences::repeated() const {
  if (!judged_.repetition) return {};
  const auto article = article_name(repetition_article(judged_), say_);
  const auto move = [&](int i) {
    return words_.move(sheet_.number((*judged_.repetition)[static_cast<std::size_t>(i)]));
  };
  return say(article.empty() ? say_.repeated_by : say_.repeated, fmt::arg("first", move(0)),
             fmt::arg("second", move(1)), fmt::arg("third", move(2)), fmt::arg("article", article));
}

std::string ClaimSentences::title(const Claim& claim) const {
  return say(claim.count.of_the_stronger ? say_.title_stronger
             : claim.reduced_by.empty()  ? say_.title
                                         : say_.title_reduced,
             fmt::arg("article", article_name(claim.count.article, say_)),
             fmt::arg("by", claim.reduced_by), fmt::arg("moves", words_.moves(claim.count.moves)));
}

std::string ClaimSentences::why(const Claim& claim, const CountRun& run) const {
  return words_.not_admissible(claim.count, sheet_.before(run.from), sheet_.before(run.to));
}

std::string ClaimSentences::in_words(const Claim& claim, const CountRun& run) const {
  const std::string number = shortly(run.from);
  const auto from = fmt::arg("from", number);
  const auto [white, black] = run.moves(game());
  switch (run.verdict) {
    case Verdict::granted:
      return say(say_.count_granted, from, fmt::arg("to", numbered_move(run.to - 1)));
    case Verdict::not_yet:
      return say(say_.count_not_yet, from, fmt::arg("white", white), fmt::arg("black", black));
    case Verdict::annulled:
      return say(say_.count_annulled, from, fmt::arg("to", numbered_move(run.to)),
                 fmt::arg("kind", words_.kind(game().moves[run.to].move)), fmt::arg("white", white),
                 fmt::arg("black", black));
    case Verdict::not_admissible:
      return say(say_.count_not_admissible, from, fmt::arg("why", why(claim, run)));
    case Verdict::not_claimed:
      return say(
          say_.count_not_claimed, from, fmt::arg("to", numbered_move(run.to - 1)),
          fmt::arg("result", result_of_a_won_game()),
          fmt::arg("option", sheet_.short_number(claim.count.looks_back ? run.to : run.from)));
  }
  return {};
}

/// Sentences about the counts that do not decide: those before the deciding count, or those that
/// began again after it was annulled. Describes the last three; a sentence before them gives the
/// number of the others.
std::vector<std::string> ClaimSentences::others(const Claim& claim) const {
  constexpr std::size_t shown = 3;
  const std::size_t hidden = claim.others.size() - std::min(shown, claim.others.size());
  const bool later = begins_again(claim);
  std::vector<std::string> all;
  if (hidden > 0)
    all.push_back(say(hidden == 1 ? say_.one_earlier : say_.earlier, fmt::arg("n", hidden)));
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
  std::vector<std::string> all{
      words_.value(truth.at_request, shortly(run.from), sheet_.before(run.from).to_move, counted) +
      "."};
  for (const ValueChange& change : truth.changes)
    all.push_back(words_.change(change, numbered_move(change.move),
                                sheet_.move(change.move, change.better),
                                sheet_.before(change.move).to_move) +
                  ".");
  return all;
}

}  // namespace damiera
