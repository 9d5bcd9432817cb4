#include "answers/claim_text.h"

#include <algorithm>
#include <iterator>

#include "answers/claim_sheet.h"
#include "answers/claim_words.h"

namespace damiera {

namespace {

/// The first sentence and the lines of each count of one game, in one language.
class ClaimWriter {
 public:
  ClaimWriter(const JudgedGame& judged, const ClaimPhrases& phrases)
      : judged_{judged}, sheet_{judged.read.game}, words_{phrases}, say_{phrases} {}

  std::string headline() const {
    const Claim& claim = decisive_claim(judged_).claim;
    const std::string sentence = headline_of(claim);
    if (claim.run.verdict != Verdict::granted || !game().winner()) return sentence;
    return sentence + say(say_.against_result, fmt::arg("result", game().result));
  }

  void append_claim(const JudgedClaim& judged, Text& out) const {
    const Claim& claim = judged.claim;
    line(out, "", title(claim));
    line(out, "  ", in_words(claim.run) + ".");
    append_others(claim, out);
    append_truth(judged, out);
  }

 private:
  const Game& game() const { return judged_.read.game; }

  static void line(Text& out, std::string_view indent, const std::string& text) {
    fmt::format_to(std::back_inserter(out), "{}{}\n", indent, text);
  }

  std::string first(const CountRun& run) const { return words_.move(sheet_.number(run.from)); }
  std::string last(const CountRun& run) const { return words_.move(sheet_.number(run.to - 1)); }

  std::string headline_of(const Claim& claim) const {
    const CountRun& run = claim.run;
    const std::string article = words_.article(claim);
    const auto n = fmt::arg("n", claim.count.moves);
    const auto [white, black] = run.moves(game());
    switch (run.verdict) {
      case Verdict::granted:
        return say(say_.drawn, n, fmt::arg("article", article), fmt::arg("first", first(run)),
                   fmt::arg("last", last(run)));
      case Verdict::not_claimed:
        return say(say_.not_claimed, n, fmt::arg("article", article), fmt::arg("first", first(run)),
                   fmt::arg("last", last(run)), fmt::arg("result", game().result));
      case Verdict::not_yet:
        return say(run.plies() > 0 ? say_.running : say_.nothing_counted, n,
                   fmt::arg("article", article), fmt::arg("white", white), fmt::arg("black", black),
                   fmt::arg("first", first(run)));
      case Verdict::annulled:
        return annulled(claim);
      case Verdict::not_admissible:
        return say(say_.cannot_be_counted, fmt::arg("article", article),
                   fmt::arg("first", first(run)), fmt::arg("why", run.why));
    }
    return {};
  }

  std::string annulled(const Claim& claim) const {
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

  std::string title(const Claim& claim) const {
    return say(claim.reduced_by.empty() ? say_.title : say_.title_reduced,
               fmt::arg("article", claim.count.article), fmt::arg("by", claim.reduced_by),
               fmt::arg("moves", words_.moves(claim.count.moves)));
  }

  std::string in_words(const CountRun& run) const {
    const auto from = fmt::arg("from", sheet_.short_number(run.from));
    const auto [white, black] = run.moves(game());
    switch (run.verdict) {
      case Verdict::granted:
        return say(say_.count_granted, from, fmt::arg("to", sheet_.both(run.to - 1)));
      case Verdict::not_yet:
        return say(say_.count_not_yet, from, fmt::arg("white", white), fmt::arg("black", black));
      case Verdict::annulled:
        return say(say_.count_annulled, from, fmt::arg("to", sheet_.both(run.to)),
                   fmt::arg("kind", words_.kind(game().moves[run.to].move)),
                   fmt::arg("white", white), fmt::arg("black", black));
      case Verdict::not_admissible:
        return say(say_.count_not_admissible, from, fmt::arg("why", run.why));
      case Verdict::not_claimed:
        return say(say_.count_not_claimed, from, fmt::arg("to", sheet_.both(run.to - 1)),
                   fmt::arg("result", game().result));
    }
    return {};
  }

  /// The counts that do not decide: those that came before, or those that were begun again.
  void append_others(const Claim& claim, Text& out) const {
    constexpr std::size_t shown = 3;
    const std::size_t hidden = claim.others.size() - std::min(shown, claim.others.size());
    const bool later = claim.run.verdict == Verdict::annulled && judged_.requested;
    if (hidden > 0) line(out, "  ", say(say_.earlier, fmt::arg("n", hidden)) + ".");
    for (std::size_t i = hidden; i < claim.others.size(); ++i)
      line(out, "  ",
           say(later ? say_.after : say_.before, fmt::arg("count", in_words(claim.others[i]))) +
               ".");
  }

  void append_truth(const JudgedClaim& judged, Text& out) const {
    const ClaimTruth& truth = judged.truth;
    if (!truth.not_covered.empty())
      return line(out, "  ", say(say_.not_covered, fmt::arg("why", truth.not_covered)));
    const CountRun& run = judged.claim.run;
    const bool counted = run.verdict != Verdict::not_admissible;
    line(out, "  ",
         words_.value(truth.at_request, sheet_.short_number(run.from),
                      sheet_.before(run.from).to_move, counted) +
             ".");
    for (const ValueChange& change : truth.changes)
      line(out, "    ",
           words_.change(change, sheet_.both(change.move), sheet_.move(change.move, change.better),
                         sheet_.before(change.move).to_move) +
               ".");
  }

  const JudgedGame& judged_;
  ClaimSheet sheet_;
  ClaimWords words_;
  const ClaimPhrases& say_;
};

}  // namespace

std::string headline(const JudgedGame& judged, const ClaimPhrases& phrases) {
  return ClaimWriter{judged, phrases}.headline();
}

void append_text(const JudgedGame& judged, Text& out, const ClaimPhrases& phrases) {
  if (judged.read.error) return;
  const Game& game = judged.read.game;
  const ClaimWriter writer{judged, phrases};
  fmt::format_to(std::back_inserter(out), "{}\nGame {}: {} - {}, {}, {} plies, {}\n",
                 writer.headline(), judged.read.number, game.tag("White").value_or(phrases.white),
                 game.tag("Black").value_or(phrases.black), name(game.variant), game.moves.size(),
                 game.result);
  for (const std::string& note : judged.read.notes)
    fmt::format_to(std::back_inserter(out), "  Note: {}.\n", note);
  for (const JudgedClaim& claim : judged.claims) writer.append_claim(claim, out);
}

}  // namespace damiera
