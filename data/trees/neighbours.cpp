#include "data/trees/neighbours.h"

#include <map>

namespace damiera {

namespace {

// Which group a piece belongs to, and which of its pieces it is.
struct PieceOf {
  std::size_t group;
  int piece;
};
// `piece` as in PieceStep. Nothing if there is no such piece, or if a side has no runs.
std::optional<PieceOf> piece_of(const CellOrder& order, int piece) {
  for (std::size_t g = 0; g < order.groups().size(); ++g) {
    if (piece < order.groups()[g].pieces) return PieceOf{g, piece};
    piece -= order.groups()[g].pieces;
  }
  const auto runs = std::ranges::find(order.groups(), CellOrder::first_kind_of_runs + piece,
                                      &CellOrder::Group::kind);
  if (runs == order.groups().end()) return {};
  return PieceOf{static_cast<std::size_t>(runs - order.groups().begin()), 0};
}

// The column of a square, counted in playing squares of either colour.
int column(const Rules& rules, int square) {
  const int row = square / rules.row_squares();
  const bool starts_left = (row % 2 == 0) == rules.top_left_is_dark;
  return 2 * (square % rules.row_squares()) + (starts_left ? 0 : 1);
}

std::uint8_t moved(const Rules& rules, const CellOrder::Group& group, int slot,
                   const std::array<int, 2>& by) {
  const int square = group.square_of[static_cast<std::size_t>(slot)];
  const int row = square / rules.row_squares() + by[0], col = column(rules, square) + by[1];
  if (row < 0 || row >= rules.width || col < 0 || col >= rules.width) return CellOrder::nowhere;
  return group.slot_of[static_cast<std::size_t>(row * rules.row_squares() + col / 2)];
}

// The number of another run, or `nowhere` if there is none. Run 0 is no run, and run k x limit + n
// means n moves of king number k.
std::uint8_t changed(const Rules& rules, int run, OtherRun how) {
  if (run == 0) return CellOrder::nowhere;
  const int limit = rules.king_limit, moves = (run - 1) % limit + 1;
  switch (how) {
    case OtherRun::none:
      return 0;
    case OtherRun::one_less:
      return static_cast<std::uint8_t>(moves == 1 ? 0 : run - 1);
    case OtherRun::of_king_before:
      break;
  }
  return run > limit ? static_cast<std::uint8_t>(run - limit) : CellOrder::nowhere;
}

FeatureSet::Step step(const Rules& rules, const CellOrder& order, const PieceOf& piece,
                      int displacement) {
  FeatureSet::Step made{piece.piece, {}};
  made.to.fill(CellOrder::nowhere);
  const CellOrder::Group& group = order.groups()[piece.group];
  for (int slot = 0; slot < group.slots; ++slot)
    made.to[static_cast<std::size_t>(slot)] =
        group.is_of_runs()
            ? changed(rules, slot, OtherRun(displacement))
            : moved(rules, group, slot, displacements[static_cast<std::size_t>(displacement)]);
  return made;
}

int pieces_of(const CellOrder& order) {
  int pieces = 0;
  for (const auto& group : order.groups()) pieces += group.pieces;
  return pieces;
}

// The steps of one piece, or of two of the same group.
using Steps = std::pair<PieceStep, std::optional<PieceStep>>;

// The shifts that a feature sums up: one, or two. Nothing if it names what does not exist.
std::optional<std::vector<Steps>> shifts_of(const CellOrder& order, const Feature& f) {
  const int pieces = pieces_of(order);
  const auto first = PieceStep::of(f.first, pieces);
  if (!first || !piece_of(order, first->piece)) return {};
  if (f.second == Feature::none) return {{{*first, {}}}};
  const auto second = PieceStep::of(f.second, pieces);
  if (!second || !piece_of(order, second->piece) || first->piece == second->piece) return {};
  if (piece_of(order, first->piece)->group == piece_of(order, second->piece)->group)
    return {{{*first, second}}};
  return {{{*first, {}}, {*second, {}}}};
}

FeatureSet::Shift shift(const Rules& rules, const CellOrder& order, const Steps& steps) {
  FeatureSet::Shift made{};
  for (const std::optional<PieceStep>& s : {std::optional{steps.first}, steps.second}) {
    if (!s) continue;
    const PieceOf piece = *piece_of(order, s->piece);
    made.group = piece.group;
    made.steps.push_back(step(rules, order, piece, s->displacement));
  }
  return made;
}

// The numbers of the pieces that are flying kings.
std::vector<int> flying_kings(const Rules& rules, const CellOrder& order) {
  std::vector<int> kings;
  int piece = 0;
  for (const auto& group : order.groups())
    for (int n = 0; n < group.pieces; ++n, ++piece)
      if (rules.flying_kings && group.is_of_kings()) kings.push_back(piece);
  return kings;
}

// Adds features of other runs, alone, of both sides, and with a piece displaced.
void add_runs(const CellOrder& order, int pieces, std::vector<Feature>& all) {
  const auto add = [&](const PieceStep& run, std::uint8_t second) {
    all.push_back({run.code(pieces), second});
  };
  const auto runs = [&](int side) {
    std::vector<PieceStep> made;
    for (int n = 0; n < other_runs && piece_of(order, pieces + side); ++n)
      made.push_back({pieces + side, n});
    return made;
  };
  for (const PieceStep& mine : runs(0))
    for (const PieceStep& theirs : runs(1)) add(mine, theirs.code(pieces));
  for (const int side : {0, 1})
    for (const PieceStep& run : runs(side)) {
      add(run, Feature::none);
      if (OtherRun(run.displacement) == OtherRun::of_king_before) continue;
      for (int p = 0; p < pieces; ++p)
        for (int d = 0; d < near_displacements; ++d) add(run, PieceStep{p, d}.code(pieces));
    }
}

}  // namespace

std::optional<PieceStep> PieceStep::of(std::uint8_t code, int pieces) {
  const int far = code - near_displacements * pieces;
  if (far < 0) return PieceStep{code / near_displacements, code % near_displacements};
  const int run = far - far_displacements * pieces;
  if (run < 0)
    return PieceStep{far / far_displacements, near_displacements + far % far_displacements};
  if (run >= 2 * other_runs) return {};
  return PieceStep{pieces + run / other_runs, run % other_runs};
}

std::uint8_t PieceStep::code(int pieces) const {
  if (piece >= pieces)
    return static_cast<std::uint8_t>(all_displacements * pieces + other_runs * (piece - pieces) +
                                     displacement);
  const int far = displacement - near_displacements;
  return static_cast<std::uint8_t>(far < 0 ? near_displacements * piece + displacement
                                           : near_displacements * pieces +
                                                 far_displacements * piece + far);
}

std::optional<FeatureSet> FeatureSet::make(const Rules& rules, const CellOrder& order,
                                           const std::vector<Feature>& features) {
  // In the order of groups. Runs may stand between groups of pieces, and are counted after these.
  const auto key = [&](const Steps& steps) {
    return std::pair{piece_of(order, steps.first.piece)->group, steps};
  };
  std::map<std::pair<std::size_t, Steps>, int> numbers;
  for (const Feature& f : features) {
    if (f.first == Feature::fact) continue;
    const auto shifts = shifts_of(order, f);
    if (!shifts) return {};
    for (const Steps& steps : *shifts) numbers.try_emplace(key(steps));
  }
  FeatureSet made;
  for (auto& [of_group, number] : numbers) {
    number = static_cast<int>(made.shifts_.size());
    made.shifts_.push_back(shift(rules, order, of_group.second));
  }
  const int none = static_cast<int>(made.shifts_.size());
  for (const Feature& f : features) {
    if (f.first == Feature::fact) {
      made.items_.push_back({-1, f.second});
      continue;
    }
    const auto shifts = *shifts_of(order, f);
    made.items_.push_back({numbers.at(key(shifts.front())),
                           shifts.size() == 2 ? numbers.at(key(shifts.back())) : none});
  }
  return made;
}

std::vector<Feature> FeatureSet::candidates(const Rules& rules, const CellOrder& order, int facts) {
  std::vector<Feature> all;
  for (int n = 0; n < facts; ++n) all.push_back({Feature::fact, static_cast<std::uint8_t>(n)});
  const int pieces = pieces_of(order);
  // Each adds the displacements of piece `p`, or of `q`, from number `begin` to the one before
  // `end`.
  const auto add_alone = [&](int p, int begin, int end) {
    for (int d = begin; d < end; ++d) all.push_back({PieceStep{p, d}.code(pieces), Feature::none});
  };
  // Piece `p`, of the slower group, goes back, so that the neighbour comes before the cell.
  const auto add_pair = [&](int p, int q, int begin, int end) {
    for (const int d : {0, 1, 4, 5})
      for (int e = begin; e < end; ++e)
        all.push_back({PieceStep{p, d}.code(pieces), PieceStep{q, e}.code(pieces)});
  };
  for (int p = 0; p < pieces; ++p) add_alone(p, 0, near_displacements);
  for (int p = 0; p < pieces; ++p)
    for (int q = p + 1; q < pieces; ++q) add_pair(p, q, 0, near_displacements);
  if (!PieceStep::have_codes(pieces)) return all;
  for (const int king : flying_kings(rules, order)) {
    add_alone(king, near_displacements, all_displacements);
    for (int p = 0; p < king; ++p) add_pair(p, king, near_displacements, all_displacements);
  }
  add_runs(order, pieces, all);
  return all;
}

Neighbours::Neighbours(const CellOrder& order, const FeatureSet& features, const CellCursor& cursor,
                       std::span<const std::uint16_t> block)
    : order_{&order},
      features_{&features},
      cursor_{&cursor},
      block_{block},
      by_(features.shifts().size() + 2) {
  by_.back() = off_board;
  for (std::size_t g = 0; g < order.groups().size(); ++g) {
    const auto& shifts = features.shifts();
    const auto first = std::ranges::lower_bound(shifts, g, {}, &FeatureSet::Shift::group),
               last = std::ranges::upper_bound(shifts, g, {}, &FeatureSet::Shift::group);
    if (first == last) continue;
    Group made{g,
               static_cast<std::size_t>(first - shifts.begin()),
               static_cast<std::size_t>(last - first),
               Group::no_choice,
               {},
               {}};
    const std::uint64_t in_block = block.size() / order.groups()[g].stride + 2,
                        enough = std::bit_ceil(std::min(in_block, order.groups()[g].count)),
                        most = std::bit_floor(Group::most_entries / made.shifts + 1);
    made.choice_of.assign(std::min(enough, most), Group::no_choice);
    made.rows.resize(made.choice_of.size() * made.shifts);
    groups_.push_back(std::move(made));
  }
}

void Neighbours::go_to(Group& group, std::uint64_t choice) {
  group.choice = choice;
  const std::size_t row = choice & (group.choice_of.size() - 1);
  const auto by = std::span{group.rows}.subspan(row * group.shifts, group.shifts);
  if (group.choice_of[row] != choice) {
    group.choice_of[row] = choice;
    for (std::size_t n = 0; n < group.shifts; ++n)
      by[n] = shifted_by(order_->groups()[group.number], features_->shifts()[group.first_shift + n],
                         cursor_->slots(group.number));
  }
  std::ranges::copy(by, by_.begin() + static_cast<std::ptrdiff_t>(group.first_shift));
}

std::int64_t Neighbours::shifted_by(const CellOrder::Group& group, const FeatureSet::Shift& shift,
                                    std::uint64_t slots) {
  std::uint64_t stay = slots, targets = 0;
  for (const FeatureSet::Step& step : shift.steps) {
    std::uint64_t rest = slots;
    for (int n = step.piece; n > 0; --n) rest &= rest - 1;
    const std::uint8_t to = step.to[static_cast<std::size_t>(std::countr_zero(rest))];
    if (to == CellOrder::nowhere || (targets >> to & 1) != 0) return off_board;
    stay &= ~(rest & -rest);
    targets |= std::uint64_t{1} << to;
  }
  if ((stay & targets) != 0) return off_board;
  return (static_cast<std::int64_t>(CellOrder::rank_of(stay | targets)) -
          static_cast<std::int64_t>(CellOrder::rank_of(slots))) *
         static_cast<std::int64_t>(group.stride);
}

}  // namespace damiera
