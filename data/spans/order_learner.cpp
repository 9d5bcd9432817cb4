#include "data/spans/order_learner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <random>
#include <span>

#include "data/spans/span_encoder.h"

namespace damiera {

namespace {

using Column = std::uint16_t;

// The values of many columns as bit planes. A word has 64 rows of one column; the words of the same
// rows are contiguous, column by column. Each value has a bit that says whether it matters, and its
// two lowest bits, so that distances that are 4, 8, ... apart seem alike.
struct Planes {
  explicit Planes(std::size_t words) : matters(words), low(words), high(words) {}
  std::vector<std::uint64_t> matters, low, high;
};
// In how many rows the values of two columns matter, and in how many they differ.
struct Compared {
  static constexpr std::size_t most = 256;  // columns
  std::array<std::uint64_t, most> both, differ;
};

// Compares column `a` with `count` columns from number `begin` on. Compiled twice: for every
// processor, and for those with AVX-512.
[[gnu::always_inline]] inline void compare(const Planes& planes, std::size_t columns, std::size_t a,
                                           std::size_t begin, std::size_t count, Compared& found) {
  for (std::size_t i = 0; i < count; ++i) found.both[i] = found.differ[i] = 0;
  for (std::size_t row = 0; row < planes.low.size(); row += columns) {
    const std::uint64_t matters = planes.matters[row + a], low = planes.low[row + a],
                        high = planes.high[row + a];
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t b = row + begin + i;
      const std::uint64_t both = matters & planes.matters[b],
                          differ = both & ((low ^ planes.low[b]) | (high ^ planes.high[b]));
      found.both[i] += static_cast<std::uint64_t>(std::popcount(both));
      found.differ[i] += static_cast<std::uint64_t>(std::popcount(differ));
    }
  }
}

#ifdef __x86_64__

[[gnu::target("avx512f,avx512vpopcntdq")]] void compare_by_avx512(const Planes& planes,
                                                                  std::size_t columns,
                                                                  std::size_t a, std::size_t begin,
                                                                  std::size_t count,
                                                                  Compared& found) {
  compare(planes, columns, a, begin, count, found);
}

const bool has_avx512 = __builtin_cpu_supports("avx512vpopcntdq") != 0;

#endif

// The distances between columns, as integers, so that paths are the same on every machine.
class RowColumns {
 public:
  explicit RowColumns(const Windows& rows)
      : size_{rows[0].size()}, planes_{(rows.size() + 63) / 64 * size_} {
    for (std::size_t row = 0; row < rows.size(); ++row)
      for (std::size_t c = 0; c < rows[row].size(); ++c) {
        const std::uint16_t v = rows[row][c];
        if (v == SpanEncoder::any) continue;
        const std::size_t word = row / 64 * size_ + c;
        planes_.matters[word] |= std::uint64_t{1} << row % 64;
        planes_.low[word] |= std::uint64_t{v % 2U} << row % 64;
        planes_.high[word] |= std::uint64_t{v / 2U % 2U} << row % 64;
      }
    if (size() > most_known) return;
    std::vector<std::int32_t> known;
    for (std::size_t a = 0; a < size(); ++a) {
      const std::vector<std::int32_t> of_column = distances(static_cast<Column>(a));
      known.insert(known.end(), of_column.begin(), of_column.end());
    }
    known_ = std::move(known);
  }

  std::size_t size() const { return size_; }
  bool matters(Column c) const {
    for (std::size_t word = c; word < planes_.matters.size(); word += size_)
      if (planes_.matters[word] != 0) return true;
    return false;
  }
  /// The share of rows with different values, among rows where neither value is a don't-care.
  std::int32_t distance(Column a, Column b) const {
    if (!known_.empty()) return known_[a * size() + b];
    Compared found;
    compare(planes_, size_, a, b, 1, found);
    return share(found.differ[0], found.both[0]);
  }
  /// The distances from a column to all: faster than one after the other.
  std::vector<std::int32_t> distances(Column a) const {
    if (!known_.empty()) {
      const auto row = known_.begin() + static_cast<std::ptrdiff_t>(a * size());
      return {row, row + static_cast<std::ptrdiff_t>(size())};
    }
    std::vector<std::int32_t> found(size());
    Compared compared;
    for (std::size_t begin = 0; begin < size(); begin += Compared::most) {
      const std::size_t count = std::min(Compared::most, size() - begin);
      compare_some(a, begin, count, compared);
      for (std::size_t i = 0; i < count; ++i)
        found[begin + i] = share(compared.differ[i], compared.both[i]);
    }
    return found;
  }

 private:
  static constexpr std::size_t most_known = 2500;  // two kings of 10x10, and 25 MB

  void compare_some(std::size_t a, std::size_t begin, std::size_t count, Compared& found) const {
#ifdef __x86_64__
    if (has_avx512) return compare_by_avx512(planes_, size(), a, begin, count, found);
#endif
    compare(planes_, size(), a, begin, count, found);
  }
  // Rounds down. Division of such small integers would give the same result but take longer.
  static std::int32_t share(std::uint64_t differ, std::uint64_t both) {
    constexpr std::int32_t whole = 1 << 20, unknown = whole / 4;
    return both == 0 ? unknown
                     : static_cast<std::int32_t>(static_cast<double>(whole * differ) /
                                                 static_cast<double>(both));
  }

  std::size_t size_;
  Planes planes_;
  std::vector<std::int32_t> known_;  // of all pairs, if these are few
};

// A path through the columns that matter.
// Sources: Croes 1958 (reversing), Or 1976 (moving), Martin, Otto and Felten 1991 (kicks).
class ColumnPath {
 public:
  explicit ColumnPath(const RowColumns& columns)
      : columns_{columns},
        place_(columns.size()),
        near_(columns.size()),
        is_waiting_(columns.size()) {
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (columns.matters(static_cast<Column>(c))) path_.push_back(static_cast<Column>(c));
    go_to_the_nearest();
    note(0, size());
  }

  void shorten(int kicks) {
    for (Place i = 0; i < size(); ++i) wait(i);
    settle();
    shortest_ = path_;
    begin_changed_ = end_changed_ = 0;
    for (int i = 0; i < kicks; ++i) kick();
  }
  const std::vector<Column>& path() const { return path_; }

 private:
  using Place = std::ptrdiff_t;

  Place size() const { return std::ssize(path_); }
  auto at(Place i) { return path_.begin() + i; }
  // The distance of the columns at two places; 0 if one lies beyond the ends.
  std::int64_t distance(Place i, Place j) const {
    if (std::min(i, j) < 0 || std::max(i, j) >= size()) return 0;
    return columns_.distance(path_[static_cast<std::size_t>(i)],
                             path_[static_cast<std::size_t>(j)]);
  }
  std::int64_t step(Place i) const { return distance(i, i + 1); }
  // Notes that the places from `begin` to before `end` have changed.
  void note(Place begin, Place end) {
    if (begin_changed_ == end_changed_) begin_changed_ = end_changed_ = begin;
    begin_changed_ = std::min(begin_changed_, begin);
    end_changed_ = std::max(end_changed_, end);
    for (; begin < end; ++begin) place_[*at(begin)] = begin;
  }
  void wait(Place i) {
    if (i < 0 || i >= size() || is_waiting_[*at(i)]) return;
    is_waiting_[*at(i)] = true;
    waiting_.push_back(*at(i));
  }

  // Builds a path that always goes on to the nearest remaining column. Also fills near_.
  void go_to_the_nearest() {
    constexpr Place neighbours = 10;
    std::vector<std::pair<std::int32_t, Column>> others;
    for (Place i = 0; i < size(); ++i) {
      const Column here = *at(i);
      others.clear();
      const std::vector<std::int32_t> distances = columns_.distances(here);
      for (const Column c : path_)
        if (c != here) others.emplace_back(distances[c], c);
      // The first i of `others` are on the path already; the rest are still to be placed.
      if (const auto next = std::min_element(others.begin() + i, others.end());
          next != others.end())
        std::iter_swap(at(i + 1), at(next - others.begin() + 1));
      const auto nearest = others.begin() + std::min(neighbours, std::ssize(others));
      std::partial_sort(others.begin(), nearest, others.end());
      for (auto other = others.begin(); other != nearest; ++other)
        near_[here].push_back(other->second);
    }
  }

  // Shortens the path around the columns in waiting_. Returns by how much.
  std::int64_t settle() {
    std::int64_t gained = 0;
    while (!waiting_.empty()) {
      const Column a = waiting_.back();
      waiting_.pop_back();
      is_waiting_[a] = false;
      for (const Column b : near_[a])
        if (const std::int64_t gain = join(place_[a], place_[b]); gain > 0) {
          gained += gain;
          wait(place_[a]);
          break;
        }
    }
    return gained;
  }

  // Exchanges two neighbouring stretches of the path and lets it settle. Takes this back if the
  // path became longer.
  void kick() {
    constexpr Place reach = 60;
    const Place length = std::min(reach, size() + 1), begin = below(size() + 2 - length);
    std::array cut{begin + below(length), begin + below(length), begin + below(length)};
    std::ranges::sort(cut);
    const auto [a, b, c] = cut;
    if (a == b || b == c) return;
    const Place middle = a + (c - b);
    std::int64_t longer = -step(a - 1) - step(b - 1) - step(c - 1);
    std::rotate(at(a), at(b), at(c));
    note(a, c);
    longer += step(a - 1) + step(middle - 1) + step(c - 1);
    for (const Place i : {a, middle, c}) {
      wait(i - 1);
      wait(i);
    }
    if (settle() >= longer)
      std::copy(at(begin_changed_), at(end_changed_), shortest_.begin() + begin_changed_);
    else
      take_back();
    begin_changed_ = end_changed_ = 0;
  }
  void take_back() {
    std::copy(shortest_.begin() + begin_changed_, shortest_.begin() + end_changed_,
              at(begin_changed_));
    note(begin_changed_, end_changed_);
  }
  Place below(Place limit) {
    return static_cast<Place>(random_() % static_cast<std::uint64_t>(limit));
  }

  // Makes the columns at two places neighbours if that shortens the path. Returns by how much, else
  // 0.
  std::int64_t join(Place i, Place j) {
    const Place low = std::min(i, j), high = std::max(i, j);
    if (const std::int64_t gain = reverse(low + 1, high + 1); gain > 0) return gain;
    if (const std::int64_t gain = reverse(low, high); gain > 0) return gain;
    if (const std::int64_t gain = move(i, j); gain > 0) return gain;
    return move(i, j - 1);
  }
  std::int64_t reverse(Place begin, Place end) {
    const std::int64_t gain =
        step(begin - 1) + step(end - 1) - distance(begin - 1, end - 1) - distance(begin, end);
    if (gain <= 0) return 0;
    std::reverse(at(begin), at(end));
    note(begin, end);
    for (const Place i : {begin - 1, begin, end - 1, end}) wait(i);
    return gain;
  }
  // Moves the column at place i to the place after `to`.
  std::int64_t move(Place i, Place to) {
    if (to == i || to + 1 == i) return 0;
    const std::int64_t gain = step(i - 1) + step(i) - distance(i - 1, i + 1) + step(to) -
                              distance(i, to) - distance(i, to + 1);
    if (gain <= 0) return 0;
    const Place begin = std::min(i, to + 1), end = std::max(i, to) + 1;
    if (i < to)
      std::rotate(at(i), at(i + 1), at(end));
    else
      std::rotate(at(begin), at(i), at(i + 1));
    note(begin, end);
    for (const Place beside : {begin - 1, begin, begin + 1, end - 2, end - 1, end}) wait(beside);
    return gain;
  }

  const RowColumns& columns_;
  std::vector<Column> path_;
  std::vector<Column> shortest_;               // before the kick
  Place begin_changed_ = 0, end_changed_ = 0;  // since the kick
  std::vector<Place> place_;                   // by column
  std::vector<std::vector<Column>> near_;      // by column
  std::vector<Column> waiting_;
  std::vector<bool> is_waiting_;  // by column
  std::mt19937_64 random_;        // each path has the same seed
};

}  // namespace

LearnedOrder learn_order(const Windows& rows, int kicks) {
  assert(!rows.empty() && rows[0].size() >= 2 && rows[0].size() <= LearnedOrder::max_size);
  const RowColumns columns{rows};
  ColumnPath path{columns};
  path.shorten(kicks);
  std::vector<Column> numbers = path.path();
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (!columns.matters(static_cast<Column>(c))) numbers.push_back(static_cast<Column>(c));
  return LearnedOrder{std::move(numbers)};
}

}  // namespace damiera
