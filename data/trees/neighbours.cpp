#include "data/trees/neighbours.h"

#include <map>

namespace damiera {

namespace {

// Which group a piece belongs to, and which of its pieces it is.
struct PieceOf {
  std::size_t group;
  int piece;
};
std::optional<PieceOf> piece_of(const CellOrder& order, int piece) {
  for (std::size_t g = 0; g < order.groups().size(); ++g) {
    if (piece < order.groups()[g].pieces) return PieceOf{g, piece};
    piece -= order.groups()[g].pieces;
  }
  return {};
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

// One of the piece's displacements.
FeatureSet::Step step(const Rules& rules, const CellOrder& order, const PieceOf& piece, int code) {
  FeatureSet::Step made{piece.piece, {}};
  made.to.fill(CellOrder::nowhere);
  const CellOrder::Group& group = order.groups()[piece.group];
  for (int slot = 0; slot < group.slots; ++slot)
    made.to[static_cast<std::size_t>(slot)] = moved(
        rules, group, slot, displacements[static_cast<std::size_t>(code % Feature::displacements)]);
  return made;
}

// The displacements of two pieces of a group; the second is `none` if only one piece is displaced.
using Codes = std::pair<int, int>;

// The shifts that a feature sums up: one, or two. Nothing if it names what does not exist.
std::optional<std::vector<Codes>> shifts_of(const CellOrder& order, const Feature& f) {
  const auto piece = piece_of(order, f.first / Feature::displacements);
  if (!piece) return {};
  if (f.second == Feature::none) return {{{f.first, Feature::none}}};
  const auto other = piece_of(order, f.second / Feature::displacements);
  if (!other || f.first / Feature::displacements == f.second / Feature::displacements) return {};
  if (piece->group == other->group) return {{{f.first, f.second}}};
  return {{{f.first, Feature::none}, {f.second, Feature::none}}};
}

FeatureSet::Shift shift(const Rules& rules, const CellOrder& order, const Codes& codes) {
  FeatureSet::Shift made{};
  for (const int code : {codes.first, codes.second}) {
    if (code == Feature::none) continue;
    const PieceOf piece = *piece_of(order, code / Feature::displacements);
    made.group = piece.group;
    made.steps.push_back(step(rules, order, piece, code));
  }
  return made;
}

}  // namespace

std::optional<FeatureSet> FeatureSet::make(const Rules& rules, const CellOrder& order,
                                           const std::vector<Feature>& features) {
  // In the order of groups, as pieces are counted through them.
  std::map<Codes, int> numbers;
  for (const Feature& f : features) {
    if (f.first == Feature::fact) continue;
    const auto shifts = shifts_of(order, f);
    if (!shifts) return {};
    for (const Codes& codes : *shifts) numbers.try_emplace(codes);
  }
  FeatureSet made;
  for (auto& [codes, number] : numbers) {
    number = static_cast<int>(made.shifts_.size());
    made.shifts_.push_back(shift(rules, order, codes));
  }
  const int none = static_cast<int>(made.shifts_.size());
  for (const Feature& f : features) {
    if (f.first == Feature::fact) {
      made.items_.push_back({-1, f.second});
      continue;
    }
    const auto shifts = *shifts_of(order, f);
    made.items_.push_back(
        {numbers.at(shifts.front()), shifts.size() == 2 ? numbers.at(shifts.back()) : none});
  }
  return made;
}

std::vector<Feature> FeatureSet::candidates(const CellOrder& order, int facts) {
  std::vector<Feature> all;
  for (int n = 0; n < facts; ++n) all.push_back({Feature::fact, static_cast<std::uint8_t>(n)});
  int pieces = 0;
  for (const auto& g : order.groups()) pieces += g.pieces;
  const auto code = [](int piece, int d) {
    return static_cast<std::uint8_t>(piece * Feature::displacements + d);
  };
  for (int p = 0; p < pieces; ++p)
    for (int d = 0; d < Feature::displacements; ++d) all.push_back({code(p, d), Feature::none});
  // The piece of the slower group goes back, so that the neighbour comes before the cell.
  for (int p = 0; p < pieces; ++p)
    for (int q = p + 1; q < pieces; ++q)
      for (const int d : {0, 1, 4, 5})
        for (int e = 0; e < Feature::displacements; ++e) all.push_back({code(p, d), code(q, e)});
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
