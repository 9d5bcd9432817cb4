#include "answers/claim_words.h"

namespace damiera {

namespace {

const char* cost(const ClaimPhrases& say, const ClaimValue& before, const ClaimValue& after) {
  if (before.without == Value::win) {
    if (after.without == Value::win) return say.win_too_late;
    return after.without == Value::draw ? say.win_to_draw : say.win_to_loss;
  }
  return before.without == Value::draw ? say.draw_to_loss : say.draw_by_count_lost;
}

const char* better(const ClaimPhrases& say, const ClaimValue& kept) {
  if (kept.without == Value::draw) return say.better_draws;
  if (kept.without == Value::loss) return say.better_draws_by_count;
  if (!kept.with) return say.better_wins;
  return *kept.with == Value::win ? say.better_wins_in_time : say.better_wins_too_late;
}

const char* outcome(const ClaimPhrases& say, const ClaimValue& value) {
  if (value.without == Value::draw) return say.draws;
  if (value.without == Value::win) return say.wins;
  return value.dtc == 0 ? say.has_lost : say.loses;
}

const char* in_time(const ClaimPhrases& say, const ClaimValue& value) {
  if (!value.with) return say.time_unknown;
  return value.with == value.without ? say.in_time : say.too_late;
}

}  // namespace

std::string ClaimWords::move(const MoveNumber& number) const {
  return say(number.color == Color::white ? say_.move_of_white : say_.move_of_black,
             fmt::arg("number", number.number));
}

std::string ClaimWords::moves(int n) const {
  return say(n == 1 ? say_.one_move : say_.moves, fmt::arg("n", n));
}

std::string ClaimWords::plies(int n) const {
  return say(n == 1 ? say_.one_ply : say_.plies, fmt::arg("n", n));
}

std::string ClaimWords::article(const Claim& claim) const {
  if (claim.reduced_by.empty()) return std::string{claim.count.article};
  return say(say_.reduced, fmt::arg("article", claim.count.article),
             fmt::arg("by", claim.reduced_by));
}

std::string ClaimWords::kind(const Move& move) const {
  if (move.is_capture()) return say_.capture;
  return move.crowned ? say_.crowned : say_.man_move;
}

std::string ClaimWords::value(const ClaimValue& value, const std::string& from, Color mover,
                              bool counted) const {
  std::string text =
      say(outcome(say_, value), fmt::arg("from", from), fmt::arg("mover", side(mover)));
  if (value.without == Value::draw || value.dtc == 0) return text;
  if (value.dtc)
    text += say(say_.distance, fmt::arg("moves", moves(moves_needed(value))),
                fmt::arg("plies", plies(*value.dtc)));
  return counted ? text + in_time(say_, value) : text;
}

std::string ClaimWords::change(const ValueChange& change, const std::string& move,
                               const std::string& kept, Color mover) const {
  const auto filled = [&](const char* phrase) {
    return say(phrase, fmt::arg("move", move), fmt::arg("better", kept),
               fmt::arg("mover", side(mover)));
  };
  return filled(cost(say_, change.before, change.after)) + filled(better(say_, change.kept));
}

}  // namespace damiera
