#include "rules/counts/claim.h"

#include <algorithm>
#include <utility>

#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

/// Follows one count through a game.
class Counting {
 public:
  Counting(const Game& game, const DrawCount& count, std::size_t end)
      : game_{game}, count_{count}, setups_{game.setups()}, end_{end} {}

  /// The first place from `begin` on where the count can begin with a move that counts.
  std::optional<std::size_t> earliest(std::size_t begin) const {
    for (std::size_t i = begin; i < end_; ++i)
      if (can_begin(i) && !is_annulled_by(i)) return i;
    return {};
  }

  CountRun run(std::size_t from) const {
    if (auto why = obstacle(count_, setups_[from]); !why.empty())
      return {Verdict::not_admissible, from, from, std::move(why)};
    const std::size_t complete = from + 2 * static_cast<std::size_t>(count_.moves);
    CountRun run{Verdict::not_yet, from, from, {}};
    while (run.to < std::min(end_, complete) && !is_annulled_by(run.to)) ++run.to;
    if (is_over(run.to))
      run = {Verdict::not_admissible, from, run.to, lost(setups_[run.to]) + " before it stood"};
    else if (run.to == complete)
      run.verdict = Verdict::granted;
    else if (run.to < end_)
      run.verdict = Verdict::annulled;
    return run;
  }

  /// The counts from `begin` on, up to the first that is not annulled. Each begins at the earliest
  /// place after the end of the count before it.
  std::vector<CountRun> runs(std::size_t begin) const {
    std::vector<CountRun> all;
    for (auto from = earliest(begin); from; from = earliest(all.back().to)) {
      all.push_back(run(*from));
      if (all.back().verdict != Verdict::annulled) break;
    }
    return all;
  }

 private:
  bool can_begin(std::size_t i) const { return obstacle(count_, setups_[i]).empty(); }

  bool is_annulled_by(std::size_t move) const {
    return annuls(count_, game_.moves[move].move, setups_[move + 1]);
  }

  bool is_over(std::size_t i) const {
    return i == game_.moves.size() && legal_moves(game_.variant, setups_[i]).empty();
  }

  static std::string lost(const Setup& setup) {
    const char* side = setup.to_move == Color::white ? "White" : "Black";
    return std::string{side} + (setup.pos.mine().empty() ? " lost the last piece" : " had no move");
  }

  const Game& game_;
  const DrawCount& count_;
  std::vector<Setup> setups_;
  std::size_t end_;  // the number of moves made when the claim is judged
};

/// One past the last move made when the claim is judged.
Result<std::size_t> end_of(const Game& game, const std::optional<AskedMove>& at) {
  if (!at) return game.moves.size();
  const auto found = game.find(*at);
  if (!found) return found.error();
  if (*found < game.moves.size()) return *found + 1;
  return Error{Error::Code::bad_notation, "move " + text(*at) + ": expected one that was played"};
}

/// Makes the last of several counts the one that decides; the others are kept as `others`.
void decide(std::vector<CountRun> runs, Claim& claim) {
  claim.run = std::move(runs.back());
  runs.pop_back();
  claim.others = std::move(runs);
}

/// Judges the count that was requested. If a move annuls it, it may begin again; the later count
/// decides if it is complete.
void judge_request(const Counting& counting, std::size_t from, Claim& claim) {
  claim.run = counting.run(from);
  if (claim.run.verdict != Verdict::annulled) return;
  auto later = counting.runs(claim.run.to);
  if (later.empty() || later.back().verdict != Verdict::granted) {
    claim.others = std::move(later);
    return;
  }
  later.insert(later.begin(), claim.run);
  decide(std::move(later), claim);
}

/// Judges every count of a game; each begins as early as it can.
void judge_all(const Counting& counting, std::size_t end, Claim& claim) {
  auto runs = counting.runs(0);
  // If no count could begin, the last position gives the reason.
  if (runs.empty()) runs.push_back(counting.run(end));
  decide(std::move(runs), claim);
}

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::granted:
      return "granted";
    case Verdict::not_yet:
      return "not yet";
    case Verdict::annulled:
      return "annulled";
    case Verdict::not_admissible:
      return "not admissible";
    case Verdict::not_claimed:
      return "not claimed";
  }
  return {};
}

std::optional<std::size_t> CountRun::annulled_by() const {
  if (verdict != Verdict::annulled) return {};
  return to;
}

std::array<int, 2> CountRun::moves(const Game& game) const {
  std::array<int, 2> stand{};
  for (std::size_t i = from; i < to; ++i)
    ++stand[static_cast<std::size_t>(game.moves[i].number.color)];
  return stand;
}

Result<Claim> judge(const Game& game, const DrawCount& count, const ClaimRequest& request) {
  const auto end = end_of(game, request.at);
  if (!end) return end.error();
  Claim claim{count, {}, {}, {}};
  claim.count.moves = request.moves.value_or(count.moves);
  if (claim.count.moves < count.moves) claim.reduced_by = count.reduced_by;
  const Counting counting{game, claim.count, *end};
  if (!request.from) {
    judge_all(counting, *end, claim);
    const bool won = !request.at && game.winner();
    if (claim.run.verdict == Verdict::granted && count.on_request && won)
      claim.run.verdict = Verdict::not_claimed;
    return claim;
  }
  const auto from = game.find(*request.from);
  if (!from) return from.error();
  if (*from > *end)
    return Error{Error::Code::bad_notation, "move " + text(*request.from) +
                                                ": expected one before the judgement at " +
                                                text(*request.at)};
  judge_request(counting, *from, claim);
  return claim;
}

Result<std::vector<DrawCount>> requested_counts(Variant variant, const ClaimRequest& request) {
  std::vector<DrawCount> fitting;
  std::string admitted;
  for (const DrawCount& count : draw_counts(variant)) {
    if (request.moves ? count.admits(*request.moves) : count.usual) fitting.push_back(count);
    admitted += (admitted.empty() ? "" : ", ") +
                (count.least < count.moves ? std::to_string(count.least) + " to " : "") +
                std::to_string(count.moves) + " (" + std::string{count.article} + ")";
  }
  if (!fitting.empty()) return fitting;
  if (admitted.empty())
    return Error{Error::Code::bad_notation, "this game knows no draw by a count of moves"};
  return Error{Error::Code::bad_notation,
               "a count of " + std::to_string(*request.moves) + " moves: expected " + admitted};
}

}  // namespace damiera
