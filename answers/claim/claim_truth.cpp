#include "answers/claim/claim_truth.h"

#include "probe/worth.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

/// The value of a position as the opponent of the side to move sees it.
ClaimValue for_opponent(ClaimValue value) {
  value.without = -value.without;
  if (value.with) value.with = -*value.with;
  return value;
}

/// Under the count, if the tables know: a move that loses with unlimited moves may still be a draw.
bool is_worse(const ClaimValue& after, const ClaimValue& before) {
  if (after.with && before.with) return *after.with < *before.with;
  return after.without < before.without;
}

/// Follows a claim with the tables.
class Follower {
 public:
  Follower(ClaimValues& values, const Game& game, const Claim& claim)
      : values_{values},
        game_{game},
        count_{claim.count},
        run_{claim.run},
        setups_{game.setups()},
        complete_{plies_of(count_, setups_[run_.from])} {}

  Result<void> follow(ClaimTruth& truth) {
    const auto first = values_.value(setups_[run_.from].pos, count_, complete_, 0);
    if (!first) return first.error();
    truth.at_request = *first;
    truth.plies_left = complete_;
    const std::size_t end = run_.annulled_by() ? run_.to + 1 : run_.to;
    ClaimValue before = *first;
    for (std::size_t i = run_.from; i < end; ++i) {
      const auto after = value_after(i, game_.moves[i].move);
      if (!after) return after.error();
      if (is_worse(*after, before))
        if (auto added = add_change(i, before, *after, truth); !added) return added.error();
      before = for_opponent(*after);
    }
    return {};
  }

 private:
  int plies_before(std::size_t i) const { return static_cast<int>(i - run_.from); }

  /// The value of `move`, made in place of the game's move `i`, for the side that makes it.
  Result<ClaimValue> value_after(std::size_t i, const Move& move) {
    const Setup next = damiera::after(game_.variant, setups_[i], move);
    const bool is_annulled = annuls(count_, move, next);
    auto value = values_.value(next.pos, count_, is_annulled ? plies_of(count_, next) : complete_,
                               is_annulled ? 0 : plies_before(i) + 1);
    if (!value) return value;
    return for_opponent(*value);
  }

  Result<void> add_change(std::size_t i, const ClaimValue& before, const ClaimValue& after,
                          ClaimTruth& truth) {
    ValueChange change{i, before, after, game_.moves[i].move, after};
    for (const Move& move : legal_moves(game_.variant, setups_[i])) {
      const auto value = value_after(i, move);
      if (!value) return value.error();
      if (!keeps_more(*value, move, change.kept, change.better)) continue;
      change.better = move;
      change.kept = *value;
    }
    truth.changes.push_back(change);
    return {};
  }

  /// Whether move `a` is better than `b` for the side to move: under the count, then without it.
  static bool keeps_more(const ClaimValue& value_a, const Move& a, const ClaimValue& value_b,
                         const Move& b) {
    const Value with_a = value_a.with.value_or(value_a.without);
    const Value with_b = value_b.with.value_or(value_b.without);
    if (with_a != with_b) return with_a > with_b;
    return better(worth_of(a, Probe{-value_a.without, value_a.dtc}),
                  worth_of(b, Probe{-value_b.without, value_b.dtc}));
  }

  ClaimValues& values_;
  const Game& game_;
  const DrawCount& count_;
  const CountRun& run_;
  std::vector<Setup> setups_;
  int complete_;  // plies of the whole count
};

}  // namespace

Result<ClaimTruth> claim_truth(ClaimValues& values, const Game& game, const Claim& claim) {
  ClaimTruth truth;
  const auto followed = Follower{values, game, claim}.follow(truth);
  if (followed) return truth;
  if (followed.error().code != Error::Code::missing_table) return followed.error();
  truth = {};
  truth.not_covered = followed.error().message;
  truth.missing_table = followed.error().table;
  return truth;
}

int moves_needed(const ClaimValue& value) {
  const std::optional<int> plies = value.plies_needed();
  if (value.without == Value::draw || !plies) return 0;
  return (*plies + (value.without == Value::win)) / 2;
}

}  // namespace damiera
