#include "data/trees/word_features.h"

#include "data/trees/bits.h"

namespace damiera {

template <class W>
WordFeatures<W>::WordFeatures(const CellOrder& order, const FeatureSet& features, RowMoves& moves,
                              std::uint64_t begin, std::span<const std::uint16_t> cells)
    : features_{features},
      moves_{moves},
      block_begin_{begin},
      size_{static_cast<std::int64_t>(cells.size())},
      row_{moves.row()},
      row_begin_{begin - begin % row_},
      cursor_{order, row_begin_},
      neighbours_{order, features, cursor_, cells},
      answers_(features.items().size()) {
  planes_.emplace_back(cells);
  planes_of_.emplace_back(-1, false);
  for (const FeatureSet::Item& item : features.items()) looks_.push_back(look_of(item));
  // The lane that the block begins in may begin before it.
  const std::uint64_t in_row = begin % row_;
  end_ = -static_cast<std::int64_t>(row_ > bits ? in_row % bits : in_row);
  const std::vector<Shift> unmoved(neighbours_.shifts().size());
  std::uint64_t bit = 0;
  do {
    parts_.push_back({.first_bit = static_cast<int>(bit), .shifts = unmoved});
    bit += row_;
  } while (bit + row_ <= bits);
}

template <class W>
typename WordFeatures<W>::Look WordFeatures<W>::look_of(const FeatureSet::Item& item) {
  if (item.first < 0) return {};
  const std::size_t none = features_.shifts().size();
  Look look{none, none, 0};
  const auto add = [&](int shift, std::size_t& slow, bool is_alone) {
    if (moves_.has(shift))
      look.planes = moved_planes(shift, is_alone);
    else
      slow = static_cast<std::size_t>(shift);
  };
  // Values of later cells are not known, so without a shift of slower groups only moves back count.
  add(item.first, look.first, static_cast<std::size_t>(item.second) == none);
  add(item.second, look.second, static_cast<std::size_t>(item.first) == none);
  return look;
}

template <class W>
std::size_t WordFeatures<W>::moved_planes(int shift, bool back) {
  const std::pair wanted{shift, back};
  const auto found = std::ranges::find(planes_of_, wanted);
  const auto number = static_cast<std::size_t>(found - planes_of_.begin());
  if (found == planes_of_.end()) {
    planes_.push_back(moves_.moved(shift, back, planes_.front(), block_begin_, size_));
    planes_of_.push_back(wanted);
  }
  return number;
}

template <class W>
bool WordFeatures<W>::next() {
  if (end_ >= size_) return false;
  known_ = 0;
  for (Parts& p : parts_) p.cells = Lanes{};
  matter_ = Lanes{};
  for (std::size_t lane = 0; lane < W::lanes && end_ < size_; ++lane) enter_lane(lane);
  return true;
}

// Fills a lane with parts, and finds which of its cells have values that matter.
template <class W>
void WordFeatures<W>::enter_lane(std::size_t lane) {
  const auto all = static_cast<std::int64_t>(row_);
  int bit = 0;
  std::size_t part = 0;
  do {
    const std::uint64_t cell = block_begin_ + static_cast<std::uint64_t>(end_);
    const auto in_row = static_cast<std::int64_t>(cell % row_);
    if (cell - cell % row_ != row_begin_) {
      row_begin_ = cell - cell % row_;
      cursor_.next_row();
    }
    const int cells = static_cast<int>(std::min<std::int64_t>(bits, all - in_row));
    add_part(lane, parts_[part++], cells);
    bit += cells;
  } while (bit + all <= bits && end_ < size_);
  const AnswerPlanes values = planes_.front().from(begin(lane));
  // Cells before and after the block are 3, so they do not matter. Bits above the last part belong
  // to another lane.
  matter_[lane] = ~(values.low & values.high) & first_bits(bit);
  note_last(lane, values);
}

template <class W>
void WordFeatures<W>::add_part(std::size_t lane, Parts& parts, int cells) {
  neighbours_.follow();
  parts.begins[lane] = end_;
  parts.cells[lane] = first_bits(cells) << parts.first_bit;
  for (std::size_t n = 0; n < parts.shifts.size(); ++n)
    parts.shifts[n].by[lane] = neighbours_.shifts()[n];
  end_ += cells;
}

// Notes for each cell the last value before it that is not a don't-care; it may come from the lane
// before.
template <class W>
void WordFeatures<W>::note_last(std::size_t lane, const AnswerPlanes& values) {
  const std::uint64_t matter = matter_[lane];
  AnswerPlanes filled{values.low & matter, values.high & matter};
  std::uint64_t known = matter;
  for (int by = 1; by < bits; by *= 2) {
    filled.low |= filled.low << by & ~known;
    filled.high |= filled.high << by & ~known;
    known |= known << by;
  }
  const std::uint64_t before = ~(known << 1);
  last_.low[lane] = filled.low << 1 | (last_value_ % 2 != 0 ? before : 0);
  last_.high[lane] = filled.high << 1 | (last_value_ / 2 != 0 ? before : 0);
  if (matter != 0)
    last_value_ = static_cast<unsigned>((filled.low >> 63) | (filled.high >> 63) << 1);
}

template class WordFeatures<Word<4>>;
template class WordFeatures<Word<8>>;

}  // namespace damiera
