#include "tests/support/brute_force.h"

#include <algorithm>
#include <stdexcept>

#include "rules/moves.h"
#include "tests/support/positions.h"

namespace damiera::test {

namespace {

constexpr std::int16_t unknown = -1;

}  // namespace

BruteForce::BruteForce(Variant variant, int max_pieces)
    : squares_{rules_of(variant).squares_total()}, max_pieces_{max_pieces} {
  with_rules(variant, [&]<Rules R>() {
    number_positions<R>();
    list_successors<R>();
  });
  solve_values();
  solve_distances();
}

BruteForce::Solved BruteForce::lookup(const Position& pos) const {
  const Id id = id_at_.at(address(pos));
  if (id == 0) throw std::invalid_argument{"not a position that was solved"};
  return {value_[id], value_[id] == Value::draw ? 0 : dtc_[id]};
}

// A slice has one address for every choice of a square for every piece: most are never used.
std::size_t BruteForce::address(const Position& pos) const {
  std::size_t slice = 0, place = 0;
  for (Bitboard set : {pos.my_men, pos.my_kings, pos.their_men, pos.their_kings}) {
    slice = slice * std::size_t(max_pieces_ + 1) + std::size_t(set.count());
    for (Square sq : set) place = place * std::size_t(squares_) + std::size_t(sq);
  }
  return slice_at_.at(slice) + place;
}

template <Rules R>
void BruteForce::number_positions() {
  const int n = max_pieces_;
  std::size_t addresses = 0;
  for (int my_men = 0; my_men <= n; ++my_men)
    for (int my_kings = 0; my_kings <= n; ++my_kings)
      for (int their_men = 0; their_men <= n; ++their_men)
        for (int their_kings = 0; their_kings <= n; ++their_kings) {
          slice_at_.push_back(addresses);
          const int mine = my_men + my_kings, theirs = their_men + their_kings;
          if (mine == 0 || theirs == 0 || mine + theirs > n) continue;
          std::size_t size = 1;
          for (int i = 0; i < mine + theirs; ++i) size *= std::size_t(squares_);
          addresses += size;
        }
  id_at_.assign(addresses, 0);
  Id last = 0;
  for (int pieces = 2; pieces <= n; ++pieces)
    for_each_position<R>(pieces, [&](const Position& pos) { id_at_[address(pos)] = ++last; });
  value_.assign(last + 1, Value::draw);
  dtc_.assign(last + 1, unknown);
}

template <Rules R>
void BruteForce::list_successors() {
  first_ = {0, 0};  // position 0 has none: it is lost
  for (int pieces = 2; pieces <= max_pieces_; ++pieces)
    for_each_position<R>(pieces, [&](const Position& pos) {
      for (const Move& m : legal_moves<R>(pos)) {
        const Position next = after<R>(pos, m);
        const Id id = next.mine().empty() ? 0 : id_at_[address(next)];
        successors_.push_back({id, m.is_conversion()});
      }
      first_.push_back(successors_.size());
    });
}

// Won: some move leads to a lost position. Lost: every move leads to a won one. What can never
// be shown to be either is a draw.
void BruteForce::solve_values() {
  for (bool changed = true; changed;) {
    changed = false;
    for (Id id = 0; id < value_.size(); ++id)
      if (value_[id] == Value::draw) changed |= decide_value(id);
  }
}

bool BruteForce::decide_value(Id id) {
  const auto leads_to = [&](Value v) {
    return [this, v](const Successor& s) { return value_[s.id] == v; };
  };
  if (std::ranges::any_of(successors(id), leads_to(Value::loss)))
    value_[id] = Value::win;
  else if (std::ranges::all_of(successors(id), leads_to(Value::win)))
    value_[id] = Value::loss;
  return value_[id] != Value::draw;
}

// Pass `ply` finds the positions with that distance; it reads smaller distances only.
void BruteForce::solve_distances() {
  std::vector<Id> rest;
  for (Id id = 0; id < value_.size(); ++id)
    if (value_[id] != Value::draw) rest.push_back(id);
  for (int ply = 0; !rest.empty(); ++ply)
    if (std::erase_if(rest, [&](Id id) { return decide_distance(id, ply); }) == 0)
      throw std::logic_error{"decided positions without a distance"};
}

bool BruteForce::decide_distance(Id id, int ply) {
  const bool won = value_[id] == Value::win;
  int most = 0;
  for (const Successor& s : successors(id)) {
    if (won && value_[s.id] != Value::loss) continue;
    const bool known = s.is_conversion || dtc_[s.id] != unknown;
    if (!known && !won) return false;
    if (!known) continue;
    const int distance = s.is_conversion ? 1 : 1 + dtc_[s.id];
    if (won && distance == ply) most = ply;
    if (!won) most = std::max(most, distance);
  }
  const bool decided = won ? most == ply && ply > 0 : most == ply;
  if (decided) dtc_[id] = static_cast<std::int16_t>(ply);
  return decided;
}

}  // namespace damiera::test
