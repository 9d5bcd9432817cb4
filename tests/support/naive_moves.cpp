#include "tests/support/naive_moves.h"

#include <algorithm>
#include <string>
#include <vector>

namespace damiera::test {

namespace {

enum class Content : char { off_board, empty, my_man, my_king, their_man, their_king, jumped };

struct Place {
  int row, column;
  auto operator<=>(const Place&) const = default;
  Place operator+(Place step) const { return {row + step.row, column + step.column}; }
};

constexpr Place diagonals[]{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};  // forward is up: rows fall
constexpr Place straight[]{{-2, 0}, {2, 0}, {0, -2}, {0, 2}};     // to the next dark square

/// A board of rows and columns, row 0 at the top, where the men of the side to move are crowned.
class Grid {
 public:
  Grid(const Rules& rules, const Position& pos) : rules_{rules} {
    for (int sq = 0; sq < rules.squares_total(); ++sq) {
      Content& c = content_[place(sq).row][place(sq).column];
      c = Content::empty;
      if (pos.my_men.contains(Square(sq))) c = Content::my_man;
      if (pos.my_kings.contains(Square(sq))) c = Content::my_king;
      if (pos.their_men.contains(Square(sq))) c = Content::their_man;
      if (pos.their_kings.contains(Square(sq))) c = Content::their_king;
    }
  }

  Place place(int sq) const {
    const int row = sq / (rules_.width / 2);
    const bool from_corner = rules_.top_left_is_dark == (row % 2 == 0);
    return {row, sq % (rules_.width / 2) * 2 + (from_corner ? 0 : 1)};
  }
  Square square(Place p) const { return Square(p.row * (rules_.width / 2) + p.column / 2); }

  Content at(Place p) const {
    const bool inside =
        p.row >= 0 && p.row < rules_.width && p.column >= 0 && p.column < rules_.width;
    return inside ? content_[p.row][p.column] : Content::off_board;
  }
  void set(Place p, Content c) { content_[p.row][p.column] = c; }

 private:
  const Rules& rules_;
  Content content_[10][10] = {};
};

/// A capturing sequence, of one piece or more.
struct Capture {
  Place from;
  std::vector<Place> landings, victims;
  std::string kinds;  ///< of the victims in order: 'M' or 'K'; note 'M' > 'K'
  bool by_king, king_at_end;
};

class Generator {
 public:
  Generator(const Rules& rules, const Position& pos) : rules_{rules}, grid_{rules, pos} {
    const bool tired = rules.king_limit > 0 && pos.my_run.moves == rules.king_limit;
    if (tired) tired_king_ = static_cast<int>(pos.my_run.king);
  }

  Moves moves() {
    if (opponent_has_won()) return {};
    for (int sq = 0; sq < rules_.squares_total(); ++sq) {
      const Place from = grid_.place(sq);
      const bool king = grid_.at(from) == Content::my_king;
      if (!king && grid_.at(from) != Content::my_man) continue;
      Grid without = grid_;
      without.set(from, Content::empty);
      capture(without, from, {from, {}, {}, {}, king, king});
      if (sq != tired_king_) step(from, king);
    }
    if (captures_.empty()) return sorted(quiet_);
    cross_out_early_stops();
    if (rules_.landing == KingLanding::behind_last_king) cross_out_far_stops();
    for (Prefer p : rules_.prefer) keep_best(p);
    Moves legal;
    for (const Capture& c : captures_) legal.push_back(as_move(c));
    return sorted(legal);
  }

 private:
  bool opponent_has_won() const {
    if (rules_.goal != Goal::first_king_wins) return false;
    for (int sq = 0; sq < rules_.squares_total(); ++sq)
      if (grid_.at(grid_.place(sq)) == Content::their_king) return true;
    return false;
  }

  void step(Place from, bool king) {
    for (Place d : diagonals) {
      if (!king && d.row > 0) continue;
      for (Place to = from + d; grid_.at(to) == Content::empty; to = to + d) {
        quiet_.push_back({grid_.square(from), grid_.square(to), {}, king, !king && to.row == 0});
        if (!king || !rules_.flying_kings) break;
      }
    }
  }

  // Adds every way to go on from `at` until no jump is left.
  void capture(const Grid& grid, Place at, const Capture& so_far) {
    bool ended = true;
    const bool king = so_far.king_at_end;
    const bool flies = king && rules_.flying_kings;
    std::vector<Place> ways{std::begin(diagonals), std::end(diagonals)};
    if (rules_.captures_orthogonally)
      ways.insert(ways.end(), std::begin(straight), std::end(straight));
    for (Place d : ways) {
      if (!king && d.row > 0 && !rules_.men_capture_backward) continue;
      Place victim = at + d;
      while (flies && grid.at(victim) == Content::empty) victim = victim + d;
      const bool man = grid.at(victim) == Content::their_man;
      const bool other_king = grid.at(victim) == Content::their_king;
      if (!man && !(other_king && (king || rules_.men_capture_kings))) continue;
      for (Place to = victim + d; grid.at(to) == Content::empty; to = to + d) {
        ended = false;
        Grid next = grid;
        // It stays on the board, and is not jumped again; or its square is empty from now on.
        next.set(victim, rules_.removal == Removal::at_once ? Content::empty : Content::jumped);
        Capture longer = so_far;
        longer.landings.push_back(to);
        longer.victims.push_back(victim);
        longer.kinds += man ? 'M' : 'K';
        if (to.row == 0 && rules_.crowning == Crowning::goes_on) longer.king_at_end = true;
        capture(next, to, longer);
        if (!flies || rules_.landing == KingLanding::next_square) break;
      }
    }
    if (!ended || so_far.victims.empty()) return;
    captures_.push_back(so_far);
    if (at.row == 0) captures_.back().king_at_end = true;
  }

  // A piece may not stop on a landing square if it could have gone on from another landing square
  // behind the same last victim.
  void cross_out_early_stops() {
    const auto all = captures_;
    std::erase_if(captures_, [&](const Capture& c) {
      return std::ranges::any_of(all, [&](const Capture& longer) {
        const auto n = c.victims.size();
        return longer.victims.size() > n && longer.from == c.from &&
               std::equal(c.victims.begin(), c.victims.end(), longer.victims.begin()) &&
               std::equal(c.landings.begin(), c.landings.end() - 1, longer.landings.begin());
      });
    });
  }

  // Behind a king that is the last victim only the next square will do.
  void cross_out_far_stops() {
    std::erase_if(captures_, [](const Capture& c) {
      const int rows = c.landings.back().row - c.victims.back().row;
      return c.kinds.back() == 'K' && rows != 1 && rows != -1;
    });
  }

  // Crosses out every capture that is worse than another by this property.
  void keep_best(Prefer p) {
    const auto all = captures_;
    std::erase_if(captures_, [&](const Capture& c) {
      return std::ranges::any_of(all, [&](const Capture& other) { return better(p, other, c); });
    });
  }

  static bool better(Prefer p, const Capture& a, const Capture& b) {
    const auto kings = [](const Capture& c) { return std::ranges::count(c.kinds, 'K'); };
    switch (p) {
      case Prefer::nothing:
        return false;
      case Prefer::most_pieces:
        return a.victims.size() > b.victims.size();
      case Prefer::most_value:  // as lidraughts counts
        return 100 * a.victims.size() + 99 * std::size_t(kings(a)) >
               100 * b.victims.size() + 99 * std::size_t(kings(b));
      case Prefer::with_king:
        return a.by_king && !b.by_king;
      case Prefer::most_kings:
        return kings(a) > kings(b);
      case Prefer::kings_first:
        return a.kinds < b.kinds;
    }
    return false;
  }

  Move as_move(const Capture& c) const {
    Bitboard taken;
    for (Place victim : c.victims) taken = taken.with(grid_.square(victim));
    return {grid_.square(c.from), grid_.square(c.landings.back()), taken, c.by_king,
            c.king_at_end && !c.by_king};
  }

  static Moves sorted(Moves moves) {
    std::ranges::sort(moves);
    moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
    return moves;
  }

  const Rules& rules_;
  Grid grid_;
  Moves quiet_;
  std::vector<Capture> captures_;
  int tired_king_ = -1;  // the square of a king that may only capture
};

}  // namespace

Moves naive_moves(const Rules& rules, const Position& pos) { return Generator{rules, pos}.moves(); }

}  // namespace damiera::test
