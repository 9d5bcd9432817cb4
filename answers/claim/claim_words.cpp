#include "answers/claim/claim_words.h"

#include "answers/claim/claim_names.h"

namespace damiera {

namespace {

const char* cost(const ClaimPhrases& say, const ClaimValue& before, const ClaimValue& after) {
  if (before.without == Value::win) {
    if (after.without == Value::win) return say.win_too_late;
    return after.with.value_or(after.without) == Value::draw ? say.win_to_draw : say.win_to_loss;
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
  const bool over = value.dtc == 0;
  if (value.without == Value::win) return over ? say.has_won : say.wins;
  return over ? say.has_lost : say.loses;
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

std::string ClaimWords::short_number(const MoveNumber& number) const {
  return say(number.color == Color::white ? say_.short_of_white : say_.short_of_black,
             fmt::arg("number", number.number));
}

std::string ClaimWords::with_number(const std::string& move, const MoveNumber& number) const {
  return say(say_.move_with_number, fmt::arg("number", short_number(number)),
             fmt::arg("move", move));
}

std::string ClaimWords::moves(int n) const {
  return say(n == 1 ? say_.one_move : say_.moves, fmt::arg("n", n));
}

std::string ClaimWords::plies(int n) const {
  return say(n == 1 ? say_.one_ply : say_.plies, fmt::arg("n", n));
}

std::string ClaimWords::article(const Claim& claim) const {
  const auto article = article_in_sentence(claim.count.article, say_);
  if (claim.reduced_by.empty()) return std::string{article};
  return say(say_.reduced, fmt::arg("article", article), fmt::arg("by", claim.reduced_by));
}

std::string ClaimWords::kind(const Move& move) const {
  if (move.is_capture()) return say_.capture;
  if (move.by_king) return say_.left_line;
  return move.crowned ? say_.crowned : say_.man_move;
}

std::string ClaimWords::pieces(const Forces& forces) const {
  const int least = forces.least_pieces, most = forces.most_pieces;
  if (least == most) return std::to_string(least);
  return say(most == Forces{}.most_pieces ? say_.or_more : say_.from_to, fmt::arg("least", least),
             fmt::arg("most", most));
}

std::string ClaimWords::obstacle(Obstacle why, const DrawCount& count, const Setup& setup) const {
  const auto no_king = [&](Color color) {
    return say(say_.no_king, fmt::arg("side", side(color)));
  };
  switch (why) {
    case Obstacle::mover_without_king:
      return no_king(setup.to_move);
    case Obstacle::opponent_without_king:
      return no_king(opponent(setup.to_move));
    case Obstacle::men_on_board:
      return say_.men_on_board;
    case Obstacle::no_lone_king:
      return say_.no_lone_king;
    case Obstacle::wrong_pieces:
      return say(say_.wrong_pieces, fmt::arg("pieces", setup.pos.occupied().count()),
                 fmt::arg("expected", pieces(count.forces)));
    case Obstacle::line_not_held:
      return say_.line_not_held;
    case Obstacle::line_not_taken:
      return say_.line_not_taken;
  }
  return {};
}

std::string ClaimWords::not_admissible(const DrawCount& count, const Setup& from,
                                       const Setup& to) const {
  if (const auto why = damiera::obstacle(count, from)) return obstacle(*why, count, from);
  return say(to.pos.mine().empty() ? say_.lost_last_piece : say_.had_no_move,
             fmt::arg("side", side(to.to_move)));
}

std::string ClaimWords::won(Variant variant, const Setup& setup, Color winner) const {
  const bool by_king = rules_of(variant).goal == Goal::first_king_wins && winner != setup.to_move &&
                       setup.pos.their_kings.any();
  const char* why = by_king                    ? say_.king_made
                    : setup.pos.mine().empty() ? say_.no_piece_left
                                               : say_.no_legal_move;
  const Color of = by_king ? winner : setup.to_move;
  return say(say_.won, fmt::arg("winner", side(winner)),
             fmt::arg("why", say(why, fmt::arg("side", side(of)))));
}

std::string ClaimWords::condition(const Forces& forces) const {
  const std::string number = pieces(forces);
  const auto in_all = fmt::arg("pieces", number);
  const std::string on_line = forces.line.empty()      ? ""
                              : forces.lone_king_holds ? say_.if_line_held
                                                       : say_.if_line_taken;
  if (forces.kings_only) return say(say_.if_only_kings, in_all) + on_line;
  if (forces.lone_king) return say(say_.if_lone_king, in_all) + on_line;
  if (!forces.king_each_side) return {};
  const bool any_number = forces.least_pieces == Forces{}.least_pieces;
  return say(any_number ? say_.if_kings : say_.if_kings_among, in_all);
}

std::string ClaimWords::rule(const DrawCount& count) const {
  const Annulments& by = count.annulled;
  const char* end = by.by_man_move    ? say_.void_by_conversion
                    : by.by_crowning  ? say_.void_by_capture_or_king
                    : by.by_capture   ? say_.void_by_capture
                    : by.by_leaving   ? say_.void_by_leaving
                    : by.by_last_king ? say_.void_by_last_king
                                      : say_.void_by_nothing;
  return (count.on_request ? say_.on_request : say_.by_itself) + condition(count.forces) +
         say(count.of_the_stronger ? say_.draws_after_stronger : say_.draws_after,
             fmt::arg("n", count.moves)) +
         end;
}

std::string ClaimWords::value(const ClaimValue& value, const std::string& from, Color mover,
                              bool counted) const {
  std::string text =
      say(outcome(say_, value), fmt::arg("from", from), fmt::arg("mover", side(mover)));
  if (value.without == Value::draw || value.dtc == 0) return text;
  if (const auto needed = value.plies_needed())
    text += say(value.to_end ? say_.distance_to_end : say_.distance,
                fmt::arg("moves", moves(moves_needed(value))), fmt::arg("plies", plies(*needed)));
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
