#include "data/file/cell_order.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "rules/board/geometry.h"

namespace damiera {

namespace {

constexpr std::array<Bitboard Position::*, 4> piece_sets{
    &Position::my_men, &Position::their_men, &Position::my_kings, &Position::their_kings};

// True if square `a` comes before `b` in the snake: even rows from the top down, then odd rows from
// the bottom up; rows 0, 1, 4, 5, ... from the left, the others from the right. A king's step
// changes the parity of its row, and with it the side that has the opposition, so squares of rows
// with the same parity have similar values.
bool before_in_snake(int a, int b, int width) {
  const int ra = a / width, rb = b / width;
  if (ra % 2 != rb % 2) return ra % 2 < rb % 2;
  if (ra != rb) return ra % 2 == 0 ? ra < rb : ra > rb;
  return ra / 2 % 2 == 0 ? a < b : a > b;
}

std::vector<int> squares_in_order(const Rules& rules, CellLayout::Squares order) {
  std::vector<int> squares(static_cast<std::size_t>(rules.squares_total()));
  std::iota(squares.begin(), squares.end(), 0);
  if (order == CellLayout::Squares::snake)
    std::ranges::sort(squares,
                      [&](int a, int b) { return before_in_snake(a, b, rules.row_squares()); });
  return squares;
}

CellOrder::Group group(int kind, Bitboard Position::*set, int pieces, int chosen) {
  CellOrder::Group made{kind, set, pieces, chosen, 0, 0, 0, {}, {}};
  made.slot_of.fill(CellOrder::nowhere);
  return made;
}

// Adds a slot for a square, or for the number of a run.
void add_slot(CellOrder::Group& g, int square) {
  g.square_of[static_cast<std::size_t>(g.slots)] = static_cast<std::uint8_t>(square);
  g.slot_of[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(g.slots++);
}

// The order of groups with this number among the permutations of 0, 1, 2, 3 in lexicographic order.
std::array<int, 4> group_order(int number) {
  std::array<int, 4> order{0, 1, 2, 3};
  for (; number > 0; --number) std::ranges::next_permutation(order);
  return order;
}

}  // namespace

CellOrder::CellOrder(const Rules& rules, const Material& m, const CellLayout& layout)
    : runs_{m, rules.king_limit}, learned_{layout.learned} {
  const std::array pieces{m.my_men, m.their_men, m.my_kings, m.their_kings};
  const auto squares = squares_in_order(rules, layout.squares);
  for (const int kind : group_order(layout.groups)) {
    const int count = pieces[static_cast<std::size_t>(kind)];
    if (count == 0) continue;
    Group g = group(kind, piece_sets[static_cast<std::size_t>(kind)], count, count);
    const int forbidden_row = kind == 0 ? 0 : kind == 1 ? rules.width - 1 : -1;
    for (const int sq : squares)
      if (sq / rules.row_squares() != forbidden_row) add_slot(g, sq);
    groups_.push_back(g);
  }
  groups_of_pieces_ = groups_.size();
  const bool are_first = layout.runs == CellLayout::Runs::first;
  add_runs(are_first                               ? groups_.begin()
           : layout.runs == CellLayout::Runs::last ? groups_.end()
                                                   : std::prev(groups_.end()));
  for (auto g = groups_.rbegin(); g != groups_.rend(); ++g) {
    g->stride = cells_;
    g->count = choose(g->slots, g->chosen);
    cells_ *= g->count;
    if (g->kind == first_kind_of_runs) my_run_stride_ = g->stride;
    if (g->kind == first_kind_of_runs + 1) their_run_stride_ = g->stride;
  }
  assert(!learned_ || (are_first && layout.learned_groups < groups_of_pieces_));
  assert(!learned_ || learned_->size() == last_cells(layout.learned_groups));
  plain_groups_ = groups_.size() - (learned_ ? layout.learned_groups : 0);
}

// Inserts the groups of runs of which there is more than one.
void CellOrder::add_runs(std::vector<Group>::iterator at) {
  int kind = first_kind_of_runs;
  for (const std::uint64_t count : {runs_.mine(), runs_.theirs()}) {
    Group g = group(kind++, nullptr, 0, 1);
    for (std::uint64_t n = 0; n < count; ++n) add_slot(g, static_cast<int>(n));
    if (count > 1) at = std::next(groups_.insert(at, g));
  }
}

CellCursor::CellCursor(const CellOrder& order, std::uint64_t cell) : order_{&order}, pieces_{0} {
  std::uint64_t number = cell;  // without the learned order
  if (const LearnedOrder* learned = order.learned()) {
    place_ = cell % learned->size();
    number = cell - place_ + learned->number_at(place_);
  }
  for (const CellOrder::Group& group : order.groups()) pieces_ += group.pieces;
  set_from(0, number);
  set_runs();
}

// Sets the groups from `first` on as they are in the cell with this number.
void CellCursor::set_from(std::size_t first, std::uint64_t number) {
  for (std::size_t g = first; g < order_->groups().size(); ++g) {
    const CellOrder::Group& group = order_->groups()[g];
    const std::uint64_t choice = number / group.stride % group.count;
    set(g, choice, unrank(choice, group.chosen, Bitboard::first(group.slots)).bits());
  }
}

void CellCursor::set(std::size_t g, std::uint64_t choice, std::uint64_t slots) {
  const CellOrder::Group& group = order_->groups()[g];
  slots_[g] = slots;
  choice_[g] = choice;
  if (group.is_of_runs()) return;
  Bitboard squares;
  for (std::uint64_t rest = slots; rest != 0; rest &= rest - 1)
    squares =
        squares.with(Square(group.square_of[static_cast<std::size_t>(std::countr_zero(rest))]));
  position_.*group.set = squares;
}

void CellCursor::next() {
  if (const LearnedOrder* learned = order_->learned()) {
    place_ = (place_ + 1) % learned->size();
    set_from(order_->plain_groups(), learned->number_at(place_));
    if (place_ != 0) return set_runs();
  }
  next(order_->plain_groups());
  set_runs();
}

void CellCursor::next_row() {
  assert(order_->learned() == nullptr);
  const CellOrder::Group& last = order_->groups().back();
  set(order_->groups().size() - 1, 0, (std::uint64_t{1} << last.chosen) - 1);
  next(order_->groups().size() - 1);
  set_runs();
}

// Goes on to the next choice of the first `groups` groups; the others stay.
void CellCursor::next(std::size_t groups) {
  for (std::size_t g = groups; g-- > 0;) {
    const CellOrder::Group& group = order_->groups()[g];
    // The next larger number with the same count of bits is the next set in colexicographic order.
    const std::uint64_t x = slots_[g], low = x & -x, high = x + low;
    const std::uint64_t larger = (((high ^ x) >> 2) / low) | high;
    if (larger >> group.slots == 0) return set(g, choice_[g] + 1, larger);
    set(g, 0, (std::uint64_t{1} << group.chosen) - 1);
  }
}

// Sets the runs of the kings on their current squares.
void CellCursor::set_runs() {
  const KingRuns& runs = order_->runs();
  if (runs.count() == 1) return;
  std::uint64_t number = 0;
  for (std::size_t g = 0; g < order_->groups().size(); ++g) {
    const int kind = order_->groups()[g].kind;
    if (kind == CellOrder::first_kind_of_runs) number += choice_[g] * runs.theirs();
    if (kind == CellOrder::first_kind_of_runs + 1) number += choice_[g];
  }
  runs.unrank(number, position_);
}

}  // namespace damiera
