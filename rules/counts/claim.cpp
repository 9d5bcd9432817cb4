#include "rules/counts/claim.h"

#include <algorithm>
#include <utility>

#include "rules/notation/move_notation.h"
#include "rules/value_at_end.h"

namespace damiera {

namespace {

/// Follows one count through a game.
class Counting {
 public:
  Counting(const Game& game, const DrawCount& count, std::size_t end, bool stands_at_end = false)
      : game_{game},
        count_{count},
        setups_{game.setups()},
        end_{end},
        stands_at_end_{stands_at_end} {}

  /// The first place from `begin` on where the count can begin with a move that counts.
  std::optional<std::size_t> earliest(std::size_t begin) const {
    for (std::size_t i = begin; i < end_; ++i)
      if (can_begin(i) && !is_annulled_by(i)) return i;
    return {};
  }

  CountRun run(std::size_t from) const {
    if (!can_begin(from)) return {Verdict::not_admissible, from, from};
    const std::size_t complete = from + static_cast<std::size_t>(plies_of(count_, setups_[from]));
    const std::size_t last = stands_at_end_ ? end_ : std::min(end_, complete);
    CountRun run{Verdict::not_yet, from, from};
    while (run.to < last && !is_annulled_by(run.to)) ++run.to;
    if (is_over(run.to)) return {Verdict::not_admissible, from, run.to};
    if (run.to < last)
      run.verdict = Verdict::annulled;
    else if (run.to >= complete)
      run = {Verdict::granted, from, complete};
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
  bool can_begin(std::size_t i) const { return !obstacle(count_, setups_[i]); }

  bool is_annulled_by(std::size_t move) const {
    return annuls(count_, game_.moves[move].move, setups_[move + 1]);
  }

  bool is_over(std::size_t i) const {
    return i == game_.moves.size() && legal_moves(game_.variant, setups_[i]).empty();
  }

  const Game& game_;
  const DrawCount& count_;
  std::vector<Setup> setups_;
  std::size_t end_;     // the number of moves made when the claim is judged
  bool stands_at_end_;  // a move that annuls a count after it was complete makes it void as well
};

/// One past the last move to look at.
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

/// Judges every count up to `end`; each begins as early as it can.
void judge_all(const Counting& counting, std::size_t end, Claim& claim) {
  auto runs = counting.runs(0);
  // If no count could begin, the last position gives the reason.
  if (runs.empty()) runs.push_back(counting.run(end));
  decide(std::move(runs), claim);
}

/// Whether the game was won, by its result or, if it has none, on the board.
bool is_won(const Game& game) {
  return game.winner() || (!game.has_result() && winner_on_board(game));
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

Result<ClaimRequest> claim_request(std::optional<std::string_view> from,
                                   std::optional<std::string_view> at, std::optional<int> moves) {
  ClaimRequest request;
  request.moves = moves;
  const auto read = [](const char* name, const std::optional<std::string_view>& text,
                       std::optional<AskedMove>& move) -> Result<void> {
    if (!text) return {};
    const auto parsed = parse_asked_move(*text);
    if (!parsed) return Error{parsed.error().code, name + parsed.error().message};
    move = *parsed;
    return {};
  };
  if (auto done = read("from: ", from, request.from); !done) return done.error();
  if (auto done = read("at: ", at, request.at); !done) return done.error();
  return request;
}

Result<ClaimPlace> place_of(const ClaimRequest& request, const Game& game) {
  const auto end = end_of(game, request.at);
  if (!end) return end.error();
  if (!request.from) return ClaimPlace{{}, *end};
  const auto from = game.find(*request.from);
  if (!from) return from.error();
  if (*from <= *end) return ClaimPlace{*from, *end};
  return Error{Error::Code::bad_notation, "move " + text(*request.from) +
                                              ": expected one before the judgement at " +
                                              text(*request.at)};
}

Result<Claim> judge(const Game& game, const DrawCount& count, const ClaimRequest& request) {
  const auto place = place_of(request, game);
  if (!place) return place.error();
  Claim claim{count, {}, {}, {}};
  claim.count.moves = request.moves.value_or(count.moves);
  if (claim.count.moves < count.moves) claim.reduced_by = count.reduced_by;
  const auto& from = place->from;
  if (from && !count.looks_back) {
    judge_request(Counting{game, claim.count, place->end}, *from, claim);
    return claim;
  }
  const std::size_t end = from.value_or(place->end);
  judge_all(Counting{game, claim.count, end, from && count.on_request}, end, claim);
  const bool is_whole_game = place->end == game.moves.size();
  const bool nobody_asked = count.on_request && !from && is_whole_game && is_won(game);
  if (claim.run.verdict == Verdict::granted && nobody_asked)
    claim.run.verdict = Verdict::not_claimed;
  return claim;
}

Result<std::vector<DrawCount>> requested_counts(Variant variant, const ClaimRequest& request) {
  std::vector<DrawCount> fitting;
  const auto counts = draw_counts(variant);
  if (counts.empty() && !request.moves) return fitting;
  std::string admitted;
  for (const DrawCount& count : counts) {
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

std::optional<Color> winner_on_board(const Game& game) {
  const Setup last = game.setups().back();
  if (!legal_moves(game.variant, last).empty()) return {};
  return value_at(game.variant) == Value::win ? last.to_move : opponent(last.to_move);
}

}  // namespace damiera
