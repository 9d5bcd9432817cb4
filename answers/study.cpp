#include "answers/study.h"

#include <algorithm>
#include <set>

#include "answers/best_line.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

/// The moves after the first that win as well.
std::vector<EvaluatedMove> other_wins(const std::vector<EvaluatedMove>& moves) {
  std::vector<EvaluatedMove> found;
  std::copy_if(moves.begin() + 1, moves.end(), std::back_inserter(found),
               [](const EvaluatedMove& m) { return m.worth.probe.value == Value::win; });
  return found;
}

Result<bool> is_sound_win(const Tablebase& tables, const Position& start, bool winner_moves) {
  bool has_dual = false, has_moves = false;
  const auto followed = follow_best_line(tables, start, [&](const auto& moves) {
    if (winner_moves) has_dual = !other_wins(moves).empty();
    has_moves |= winner_moves;
    winner_moves = !winner_moves;
    return !has_dual;
  });
  if (!followed) return followed.error();
  return has_moves && !has_dual;
}

Result<Study> check_win(const Tablebase& tables, const Position& start) {
  const auto here = Evaluator{tables, std::nullopt}.evaluate(start);
  if (!here) return here.error();
  Study study{*here, {}, 0};
  bool winner_moves = study.mover_solves();
  const auto followed = follow_best_line(tables, start, [&](const auto& moves) {
    study.line.push_back({moves.front(), {}});
    if (winner_moves) study.line.back().duals = other_wins(moves);
    study.positions += winner_moves;
    winner_moves = !winner_moves;
    return true;
  });
  if (!followed) return followed.error();
  return study;
}

/// A move that keeps a draw.
struct Drawing {
  Position next;
  bool converts;
};

Result<std::vector<Drawing>> drawing(const Tablebase& tables, const Position& pos) {
  const Setup setup{pos, Color::white};
  std::vector<Drawing> found;
  for (const Move& move : legal_moves(tables.variant(), setup)) {
    const Position next = after(tables.variant(), setup, move).pos;
    const auto value = tables.wdl(next);
    if (!value) return value.error();
    if (*value == Value::draw) found.push_back({next, move.is_conversion()});
  }
  return found;
}

/// Goes through the positions in which the side that draws has to find a move, those after fewer
/// moves first.
class DrawSearch {
 public:
  /// Stops at the first position with more than one such move.
  Result<bool> is_sound(const Tablebase& tables, const Position& start) {
    std::set<Position> met{start};
    reached_.push_back({start, start, 0});
    for (last_ = 0; last_ < reached_.size(); ++last_) {
      const Position here = reached_[last_].position;
      const auto mine = drawing(tables, here);
      if (!mine) return mine.error();
      if (mine->size() != 1) return false;
      const Drawing& only = mine->front();
      if (only.converts) continue;
      const auto replies = drawing(tables, only.next);
      if (!replies) return replies.error();
      for (const Drawing& reply : *replies)
        if (!reply.converts && met.insert(reply.next).second)
          reached_.push_back({reply.next, only.next, last_});
    }
    --last_;
    return true;
  }
  /// How many positions it has looked at.
  std::size_t positions() const { return last_ + 1; }
  /// The positions of both sides that lead to the last one, which comes last.
  std::vector<Position> line() const {
    std::vector<Position> found{reached_[last_].position};
    for (std::size_t n = last_; n > 0; n = reached_[n].from) {
      found.push_back(reached_[n].before);
      found.push_back(reached_[reached_[n].from].position);
    }
    std::ranges::reverse(found);
    return found;
  }

 private:
  struct Reached {
    Position position, before;  // `before`: of the opponent, whose reply leads here
    std::size_t from;           // the number of the position before that
  };
  std::vector<Reached> reached_;
  std::size_t last_ = 0;
};

Result<Study> check_draw(const Tablebase& tables, const Position& start) {
  const Evaluator evaluator{tables, std::nullopt};
  const auto here = evaluator.evaluate(start);
  if (!here) return here.error();
  Study study{*here, {}, 0};
  DrawSearch search;
  const auto sound = search.is_sound(tables, start);
  if (!sound) return sound.error();
  study.positions = search.positions();
  const std::vector<Position> line = search.line();
  for (std::size_t n = 0; n < line.size(); ++n) {
    auto moves = evaluator.moves(line[n]);
    if (!moves) return moves.error();
    std::erase_if(*moves, [](const auto& m) { return m.worth.probe.value != Value::draw; });
    const auto made = n + 1 == line.size()
                          ? moves->begin()
                          : std::ranges::find(*moves, line[n + 1], &EvaluatedMove::position);
    if (made == moves->end()) break;
    StudyMove move{*made, {}};
    moves->erase(made);
    if (n % 2 == 0) move.duals = std::move(*moves);
    study.line.push_back(std::move(move));
  }
  return study;
}

}  // namespace

bool Study::is_sound() const {
  return positions > 0 &&
         std::ranges::all_of(line, [](const StudyMove& m) { return m.duals.empty(); });
}

Result<Study> check_study(const Tablebase& tables, const Position& start) {
  const auto value = tables.wdl(start);
  if (!value) return value.error();
  return *value == Value::draw ? check_draw(tables, start) : check_win(tables, start);
}

Result<bool> is_sound_study(const Tablebase& tables, const Position& start) {
  const auto value = tables.wdl(start);
  if (!value) return value.error();
  if (*value == Value::draw) return DrawSearch{}.is_sound(tables, start);
  return is_sound_win(tables, start, *value == Value::win);
}

}  // namespace damiera
