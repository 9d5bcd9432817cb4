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
      if (can_begin(i) && !annuls(count_, game_.moves[i].move)) return i;
    return {};
  }

  CountRun run(std::size_t from) const {
    if (auto why = obstacle(count_, setups_[from]); !why.empty())
      return {Verdict::not_admissible, from, from, std::move(why)};
    const std::size_t complete = from + 2 * static_cast<std::size_t>(count_.moves);
    CountRun run{Verdict::not_yet, from, from, {}};
    while (run.to < std::min(end_, complete) && !annuls(count_, game_.moves[run.to].move)) ++run.to;
    if (is_over(run.to))
      run = {Verdict::not_admissible, from, run.to, lost(setups_[run.to]) + " before it stood"};
    else if (run.to == complete)
      run.verdict = Verdict::granted;
    else if (run.to < end_)
      run.verdict = Verdict::annulled;
    return run;
  }

  /// All counts from `begin` on, each from the earliest place after the one before it, up to the
  /// first that is not annulled.
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
  std::size_t end_;  // what was played when it is judged
};

Error no_such_move(const Game& game, const MoveNumber& number) {
  const std::string has = game.moves.empty() ? "no moves"
                                             : text(game.moves.front().number) + " to " +
                                                   text(game.moves.back().number);
  return {Error::Code::bad_notation,
          "the game has no move " + text(number) + ": expected one of its moves, " + has};
}

/// One past the last move that had been made.
Result<std::size_t> end_of(const Game& game, const std::optional<MoveNumber>& at) {
  if (!at) return game.moves.size();
  const auto found = game.find(*at);
  if (!found || *found == game.moves.size()) return no_such_move(game, *at);
  return *found + 1;
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
  Claim claim{count, {}, {}};
  if (request.moves) claim.count.moves = *request.moves;
  const Counting counting{game, claim.count, *end};
  if (!request.from) {
    claim.others = counting.runs(0);
    // Where no count could begin, the reason is that of the last position.
    claim.run = claim.others.empty() ? counting.run(*end) : claim.others.back();
    if (!claim.others.empty()) claim.others.pop_back();
    return claim;
  }
  const auto from = game.find(*request.from);
  if (!from || *from > *end) return no_such_move(game, *request.from);
  claim.run = counting.run(*from);
  if (claim.run.verdict == Verdict::annulled || claim.run.plies() == 0)
    claim.others = counting.runs(claim.run.to);
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
  return Error{Error::Code::bad_notation,
               "a count of " + std::to_string(*request.moves) + " moves: expected " + admitted};
}

}  // namespace damiera
