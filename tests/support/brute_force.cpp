#include "tests/support/brute_force.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "rules/moves.h"
#include "tests/support/positions.h"

namespace damiera::test {

namespace {

constexpr std::int16_t unknown = -1;

// Captures take pieces away, and promotions turn men into kings.
bool leads_to(const Material& from, const Material& to) {
  return to.my_men <= from.my_men && to.mine() <= from.mine() && to.their_men <= from.their_men &&
         to.theirs() <= from.theirs();
}

}  // namespace

BruteForce::BruteForce(Variant variant, int max_pieces)
    : squares_{rules_of(variant).squares_total()},
      max_pieces_{max_pieces},
      goal_{rules_of(variant).goal},
      king_limit_{rules_of(variant).king_limit} {
  solve(variant);
}

BruteForce::BruteForce(Variant variant, const Material& slice)
    : squares_{rules_of(variant).squares_total()},
      max_pieces_{slice.total()},
      goal_{rules_of(variant).goal},
      king_limit_{rules_of(variant).king_limit},
      slice_{slice} {
  solve(variant);
}

void BruteForce::solve(Variant variant) {
  with_moves(variant, [&]<Rules R>() {
    number_positions<R>();
    list_successors<R>();
  });
  solve_values();
  dtc_ = distances(false);
  dtw_ = distances(true);
}

BruteForce::Id BruteForce::id(const Position& pos) const {
  const Id id = id_at_.at(address(pos));
  if (id == 0) throw std::invalid_argument{"not a position that was solved"};
  return id;
}

BruteForce::Solved BruteForce::lookup(const Position& pos) const {
  const Id at = id(pos);
  return {value_[at], value_[at] == Value::draw ? 0 : dtc_[at]};
}

int BruteForce::dtw(const Position& pos) const {
  const Id at = id(pos);
  return value_[at] == Value::draw ? 0 : dtw_[at];
}

BruteForce::Solved BruteForce::Counted::lookup(const Position& pos) const {
  const Id at = all_->id(pos);
  return {value_[at], value_[at] == Value::draw ? 0 : plies_[at]};
}

// A slice has one address for every choice of a square for every piece: most are never used.
std::size_t BruteForce::address(const Position& pos) const {
  std::size_t slice = 0, place = 0;
  for (Bitboard set : {pos.my_men, pos.my_kings, pos.their_men, pos.their_kings}) {
    slice = slice * std::size_t(max_pieces_ + 1) + std::size_t(set.count());
    for (Square sq : set) place = place * std::size_t(squares_) + std::size_t(sq);
  }
  if (king_limit_ > 0) place = with_runs(pos, place);
  return slice_at_.at(slice) + place;
}

// The place of a position with the runs of both sides. A side has no run, or a run of up to
// king_limit_ moves by any of its kings.
std::size_t BruteForce::with_runs(const Position& pos, std::size_t place) const {
  const auto add = [&](const KingRun& run, Bitboard men, Bitboard kings) {
    const auto states = states_of(men.count(), kings.count());
    std::size_t state = 0;
    for (Square king : kings)
      for (int moves = 1; states > 1 && moves <= king_limit_; ++moves)
        if (++state; run.moves == moves && run.king == king) place = place * states + state;
    if (run.moves == 0) place *= states;
  };
  add(pos.my_run, pos.my_men, pos.my_kings);
  add(pos.their_run, pos.their_men, pos.their_kings);
  return place;
}

std::size_t BruteForce::states_of(int men, int kings) const {
  return men > 0 ? 1 + std::size_t(king_limit_ * kings) : 1;
}

template <Rules R, class Visit>
void BruteForce::for_each_wanted(const Visit& visit) const {
  for (int pieces = 2; pieces <= max_pieces_; ++pieces)
    for_each_position<R>(pieces, [&](const Position& pos) {
      const Material m = material_of(pos);
      if (R.goal == Goal::first_king_wins && m.kings() > 0) return;  // the game is over
      if (!slice_ || leads_to(*slice_, m) || leads_to(slice_->flipped(), m)) visit(pos);
    });
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
          addresses += size * states_of(my_men, my_kings) * states_of(their_men, their_kings);
        }
  id_at_.assign(addresses, 0);
  Id last = 0;
  for_each_wanted<R>([&](const Position& pos) { id_at_[address(pos)] = ++last; });
  value_.assign(last + 1, Value::draw);
}

template <Rules R>
void BruteForce::list_successors() {
  first_ = {0, 0};  // position 0 has no successors
  for_each_wanted<R>([&](const Position& pos) {
    for (const Move& m : legal_moves<R>(pos)) {
      const Position next = after<R>(pos, m);
      const bool crowned = R.goal == Goal::first_king_wins && m.crowned;
      const bool over = crowned || next.mine().empty();
      successors_.push_back({over ? 0 : id(next), m.is_conversion()});
    }
    first_.push_back(successors_.size());
  });
}

// Won: some move leads to a lost position. Lost: every move leads to a won one. A position that can
// never be shown to be either is a draw.
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
  if (successors(id).begin() == successors(id).end())
    value_[id] = value_without_move();
  else if (std::ranges::any_of(successors(id), leads_to(Value::loss)))
    value_[id] = Value::win;
  else if (std::ranges::all_of(successors(id), leads_to(Value::win)))
    value_[id] = Value::loss;
  return value_[id] != Value::draw;
}

// Pass `ply` finds the positions with that distance; it reads smaller distances only.
std::vector<std::int16_t> BruteForce::distances(bool through_conversions) const {
  std::vector<std::int16_t> plies(value_.size(), unknown);
  std::vector<Id> rest;
  for (Id id = 0; id < value_.size(); ++id)
    if (value_[id] != Value::draw) rest.push_back(id);
  const auto decide = [&](Id id, int ply) {
    return decide_distance(id, ply, through_conversions, plies);
  };
  for (int ply = 0; !rest.empty(); ++ply)
    if (std::erase_if(rest, [&](Id id) { return decide(id, ply); }) == 0)
      throw std::logic_error{"decided positions without a distance"};
  return plies;
}

bool BruteForce::decide_distance(Id id, int ply, bool through,
                                 std::vector<std::int16_t>& plies) const {
  const bool won = value_[id] == Value::win;
  int most = 0;
  for (const Successor& s : successors(id)) {
    if (won && value_[s.id] != Value::loss) continue;
    const bool ends = s.is_conversion && !through;
    const bool known = ends || (plies[s.id] != unknown && plies[s.id] < ply);
    if (!known && !won) return false;
    if (!known) continue;
    const int distance = ends ? 1 : 1 + plies[s.id];
    if (won && distance == ply) most = ply;
    if (!won) most = std::max(most, distance);
  }
  const bool over = successors(id).begin() == successors(id).end();
  const bool decided = won && !over ? most == ply && ply > 0 : most == ply;
  if (decided) plies[id] = static_cast<std::int16_t>(ply);
  return decided;
}

// A conversion resets the count, so it is worth the value of the next position with the count at
// zero. This function computes these values: it begins with all positions drawn, and repeats.
BruteForce::Counted BruteForce::counted(int moves) const {
  Counted found = within(2 * moves, std::vector<Value>(value_.size(), Value::draw));
  for (;;) {
    Counted more = within(2 * moves, found.value_);
    if (more.value_ == found.value_) return more;
    found = std::move(more);
  }
}

// The values that can be forced within `plies` plies; `fresh` are the values after a conversion.
// Computes all positions with no plies left, then with one, two, and so on.
BruteForce::Counted BruteForce::within(int plies, const std::vector<Value>& fresh) const {
  Counted found;
  found.all_ = this;
  found.value_.assign(value_.size(), Value::draw);
  found.plies_.assign(value_.size(), 0);
  std::vector<Id> rest(value_.size());
  std::iota(rest.begin(), rest.end(), Id{0});
  for (int left = 0; left <= plies; ++left) {
    const auto decided =
        std::erase_if(rest, [&](Id id) { return decide_within(id, left, fresh, found); });
    if (decided == 0 && left > 1) break;
  }
  return found;
}

bool BruteForce::decide_within(Id id, int left, const std::vector<Value>& fresh,
                               Counted& found) const {
  const auto leads_to = [&](Value v) {
    return [&, v](const Successor& s) {
      if (left == 0) return false;
      return s.is_conversion ? fresh[s.id] == v
                             : found.value_[s.id] == v && found.plies_[s.id] < left;
    };
  };
  if (successors(id).begin() == successors(id).end())
    found.value_[id] = value_without_move();
  else if (std::ranges::any_of(successors(id), leads_to(Value::loss)))
    found.value_[id] = Value::win;
  else if (std::ranges::all_of(successors(id), leads_to(Value::win)))
    found.value_[id] = Value::loss;
  found.plies_[id] = static_cast<std::int16_t>(left);
  return found.value_[id] != Value::draw;
}

}  // namespace damiera::test
