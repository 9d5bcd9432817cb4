#include "data/trees/word_features.h"

namespace damiera {

namespace {

constexpr std::uint64_t first_bits(int count) {
  return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace

WordFeatures::WordFeatures(const CellOrder& order, const FeatureSet& features, RowMoves& moves,
                           std::uint64_t begin, std::span<const std::uint16_t> cells)
    : order_{order},
      features_{features},
      moves_{moves},
      block_begin_{begin},
      size_{static_cast<std::int64_t>(cells.size())},
      row_{order.groups().back().count},
      planes_{cells},
      row_begin_{begin - begin % row_},
      cursor_{order, row_begin_},
      neighbours_{order, features, cursor_, cells},
      begin_{0},
      end_{0},
      known_(features.items().size()) {
  // The word that the block begins in may begin before it.
  const std::uint64_t in_row = begin % row_;
  begin_ = -static_cast<std::int64_t>(row_ > bits ? in_row % bits : in_row);
  end_ = begin_;
}

bool WordFeatures::next() {
  if (end_ >= size_) return false;
  begin_ = end_;
  ++word_;
  enter();
  return true;
}

// That of the cursor, or the next one.
void WordFeatures::go_to_row(std::uint64_t begin) {
  if (begin != row_begin_) cursor_.next_row();
  row_begin_ = begin;
  neighbours_.follow();
}

// Finds the parts of the word that begins here, and what is known of its cells.
void WordFeatures::enter() {
  parts_.clear();
  const auto all = static_cast<std::int64_t>(row_);
  int bit = 0;
  do {
    const std::uint64_t cell = block_begin_ + static_cast<std::uint64_t>(end_);
    const auto in_row = static_cast<std::int64_t>(cell % row_);
    chunk_ = static_cast<std::uint64_t>(in_row) / bits;
    const int cells = static_cast<int>(std::min<std::int64_t>(bits, all - in_row));
    go_to_row(cell - cell % row_);
    parts_.push_back({end_, bit, cells, neighbours_.shifts()});
    end_ += cells;
    bit += cells;
  } while (bit + all <= bits && end_ < size_);
  const AnswerPlanes values = planes_.from(begin_);
  // Before the block there are 3s, and behind it, too; what follows the last part is another word.
  matter_ = ~(values.low & values.high) & first_bits(bit);
  note_last(values);
}

// In each cell the value that mattered last, or that of the word before.
void WordFeatures::note_last(const AnswerPlanes& values) {
  AnswerPlanes filled{values.low & matter_, values.high & matter_};
  std::uint64_t known = matter_;
  for (int by = 1; by < bits; by *= 2) {
    filled.low |= filled.low << by & ~known;
    filled.high |= filled.high << by & ~known;
    known |= known << by;
  }
  const std::uint64_t before = ~(known << 1);
  last_.low = filled.low << 1 | (last_value_ % 2 != 0 ? before : 0);
  last_.high = filled.high << 1 | (last_value_ / 2 != 0 ? before : 0);
  if (matter_ != 0)
    last_value_ = static_cast<unsigned>((filled.low >> 63) | (filled.high >> 63) << 1);
}

// The answers of a feature that looks at a neighbour. Moving a piece of a slower group shifts all
// cells of a part by the same number; moving one of the last group shifts some cells by more than
// others.
AnswerPlanes WordFeatures::find(const FeatureSet::Item& item) {
  if (item.first < 0) return last_;
  const std::vector<RowMoves::Move>* in_row = nullptr;
  for (const int shift : {item.first, item.second})
    if (moves_.has(shift)) in_row = &moves_.moves(shift, chunk_);
  AnswerPlanes found;
  for (const Part& part : parts_) {
    std::int64_t by = 0;
    for (const int shift : {item.first, item.second})
      if (!moves_.has(shift)) by += part.by[static_cast<std::size_t>(shift)];
    if (by <= 0) found.take(first_bits(part.cells) << part.first_bit, moved(part, by, in_row));
  }
  return found;
}

// A neighbour after its cell is unknown: without a move of slower groups those moved on in the row.
AnswerPlanes WordFeatures::moved(const Part& part, std::int64_t by,
                                 const std::vector<RowMoves::Move>* moves) const {
  if (moves == nullptr) return planes_.from(part.begin + by) << part.first_bit;
  AnswerPlanes found;
  for (const RowMoves::Move& move : *moves)
    if (by < 0 || move.by < 0) found.take(move.mask, planes_.from(part.begin + by + move.by));
  return found << part.first_bit;
}

}  // namespace damiera
