#include "data/file/cell_reader.h"

#include <algorithm>

namespace damiera {

namespace {

using Offsets = std::vector<std::uint64_t>;

const CellOrder::Group& group_of_kind(const CellOrder& order, int kind) {
  return *std::ranges::find(order.groups(), kind, &CellOrder::Group::kind);
}

// The offset of each choice of a group in another order of cells, where its slots may be different.
Offsets offsets_of(const CellOrder::Group& group, const CellOrder::Group& other) {
  Offsets offsets(group.count);
  std::uint64_t slots = (std::uint64_t{1} << group.chosen) - 1;
  for (std::uint64_t& offset : offsets) {
    std::uint64_t there = 0;
    for (std::uint64_t rest = slots; rest != 0; rest &= rest - 1) {
      const auto square = group.square_of[static_cast<std::size_t>(std::countr_zero(rest))];
      there |= std::uint64_t{1} << other.slot_of[square];
    }
    offset = CellOrder::rank_of(there) * other.stride;
    // The next larger number with the same count of bits is the next set in colexicographic order.
    const std::uint64_t low = slots & -slots, high = slots + low;
    slots = (((high ^ slots) >> 2) / low) | high;
  }
  return offsets;
}

// The offsets of the joint choices of two groups, the slower one first.
Offsets joined(const Offsets& slow, const Offsets& fast) {
  Offsets both;
  both.reserve(slow.size() * fast.size());
  for (const std::uint64_t s : slow)
    for (const std::uint64_t f : fast) both.push_back(s + f);
  return both;
}

Offsets reordered(const Offsets& offsets, const LearnedOrder& order) {
  Offsets made(offsets.size());
  for (std::uint64_t place = 0; place < made.size(); ++place)
    made[place] = offsets[order.number_at(place)];
  return made;
}

}  // namespace

CellReader::CellReader(const CellValues& values, const CellOrder& order)
    : values_{values}, cells_{order.cells()}, row_{0} {
  constexpr std::size_t long_enough = 1 << 10;
  std::size_t g = order.groups().size();
  const auto offsets = [&](std::size_t n) {
    const CellOrder::Group& group = order.groups()[n];
    return offsets_of(group, group_of_kind(values.order(), group.kind));
  };
  while (g > order.plain_groups()) row_ = joined(offsets(--g), row_);
  if (order.learned() != nullptr)
    row_ = reordered(row_, *order.learned());
  else
    row_ = offsets(--g);
  while (g > 0 && row_.size() * order.groups()[g - 1].count <= long_enough)
    row_ = joined(offsets(--g), row_);
  for (std::size_t n = 0; n < g; ++n) slow_.push_back({order.groups()[n].stride, offsets(n)});
}

std::uint64_t CellReader::begin_of_row(std::uint64_t cell) const {
  std::uint64_t begin = 0;
  for (const Part& part : slow_) {
    begin += part.offsets[cell / part.stride];
    cell %= part.stride;
  }
  return begin;
}

template <class Read>
void CellReader::each_row(std::uint64_t begin, std::uint64_t size, const Read& read) const {
  for (std::uint64_t done = 0; done < size;) {
    const std::uint64_t in_row = (begin + done) % row_.size(),
                        count = std::min<std::uint64_t>(row_.size() - in_row, size - done);
    read(done, begin_of_row(begin + done), std::span{row_}.subspan(in_row, count));
    done += count;
  }
}

std::vector<std::uint16_t> CellReader::cells(std::uint64_t begin, std::uint64_t size) const {
  std::vector<std::uint16_t> found(std::min(size, cells_ - begin));
  each_row(begin, found.size(), [&](std::uint64_t to, std::uint64_t from, const auto& offsets) {
    values_.gather(from, offsets, std::span{found}.subspan(to, offsets.size()));
  });
  return found;
}

std::vector<std::uint16_t> CellReader::sample(std::uint64_t begin, std::uint64_t size) const {
  std::vector<std::uint16_t> found(std::min(size, cells_ - begin));
  each_row(begin, found.size(), [&](std::uint64_t to, std::uint64_t from, const auto& offsets) {
    values_.copy(from, offsets, std::span{found}.subspan(to, offsets.size()));
  });
  return found;
}

FewValues CellReader::few(std::uint64_t begin, std::uint64_t size) const {
  FewValues found{std::min(size, cells_ - begin)};
  each_row(begin, found.size(), [&](std::uint64_t to, std::uint64_t from, const auto& offsets) {
    for (std::size_t n = 0; n < offsets.size(); n += 32)
      found.put(to + n, values_.gather_few(from, offsets.subspan(n, std::min<std::size_t>(
                                                                        32, offsets.size() - n))));
  });
  return found;
}

}  // namespace damiera
