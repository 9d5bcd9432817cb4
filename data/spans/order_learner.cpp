#include "data/spans/order_learner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <limits>
#include <random>
#include <span>

#include "data/spans/span_encoder.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace damiera {

namespace {

using Column = std::uint16_t;

// 64 rows of eight columns as bit planes: for each value a bit that says whether it matters, and
// its two lowest bits, so that distances that are 4, 8, ... apart seem alike.
struct alignas(64) EightColumns {
  static constexpr std::size_t columns = 8;
  std::array<std::uint64_t, columns> matters{}, low{}, high{};
};
// The same of one column.
struct ColumnWord {
  std::uint64_t matters, low, high;
};

// A distance is the share of rows in which the values of two columns differ, of the rows in which
// both matter, rounded down.
constexpr std::int32_t whole = 1 << 20;
constexpr std::int32_t unknown = whole / 4;  // if there are no such rows

// Division of integers would give the same result but take longer.
constexpr std::int32_t share(std::int32_t differ, std::int32_t both) {
  return both == 0 ? unknown
                   : static_cast<std::int32_t>(double{whole} * static_cast<double>(differ) /
                                               static_cast<double>(both));
}

// Finds the distances of a column, given word by word, and of all columns: eight for each eight
// columns. `others` has as many words of each eight columns, one after the other.
void compare_portably(std::span<const ColumnWord> column, const EightColumns* others,
                      std::span<std::int32_t> found) {
  constexpr std::size_t columns = EightColumns::columns;
  for (std::size_t first = 0; first < found.size(); first += columns) {
    // In how many rows the values of both columns matter, and in how many they differ.
    std::array<std::int32_t, columns> both{}, differ{};
    for (const auto [matters, low, high] : column) {
      for (std::size_t i = 0; i < columns; ++i) {
        const std::uint64_t in_both = matters & others->matters[i],
                            differs = in_both & ((low ^ others->low[i]) | (high ^ others->high[i]));
        both[i] += std::popcount(in_both);
        differ[i] += std::popcount(differs);
      }
      ++others;
    }
    for (std::size_t i = 0; i < columns; ++i) found[first + i] = share(differ[i], both[i]);
  }
}

#ifdef __x86_64__

[[gnu::target("avx512f,avx512vpopcntdq")]] void compare_by_avx512(
    std::span<const ColumnWord> column, const EightColumns* others, std::span<std::int32_t> found) {
  constexpr std::size_t columns = EightColumns::columns;
  for (std::size_t first = 0; first < found.size(); first += columns) {
    __m512i both = _mm512_setzero_si512(), differ = both;
    for (const ColumnWord& word : column) {
      const __m512i matters = _mm512_set1_epi64(static_cast<long long>(word.matters)),
                    low = _mm512_set1_epi64(static_cast<long long>(word.low)),
                    high = _mm512_set1_epi64(static_cast<long long>(word.high)),
                    in_both = _mm512_and_si512(matters, _mm512_load_si512(&others->matters)),
                    differs =
                        _mm512_or_si512(_mm512_xor_si512(low, _mm512_load_si512(&others->low)),
                                        _mm512_xor_si512(high, _mm512_load_si512(&others->high)));
      both = _mm512_add_epi64(both, _mm512_popcnt_epi64(in_both));
      differ = _mm512_add_epi64(differ, _mm512_popcnt_epi64(_mm512_and_si512(in_both, differs)));
      ++others;
    }
    // GCC 12 warns of the forms without a mask.
    constexpr __mmask8 all = 0xff;
    const __m512d of_both = _mm512_maskz_cvtepi32_pd(all, _mm512_maskz_cvtepi64_epi32(all, both)),
                  of_differ =
                      _mm512_maskz_cvtepi32_pd(all, _mm512_maskz_cvtepi64_epi32(all, differ)),
                  shares = _mm512_div_pd(_mm512_mul_pd(_mm512_set1_pd(whole), of_differ), of_both),
                  known = _mm512_mask_mov_pd(_mm512_set1_pd(unknown),
                                             _mm512_test_epi64_mask(both, both), shares);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(&found[first]),
                        _mm512_maskz_cvttpd_epi32(all, known));
  }
}

const bool has_avx512 =
    __builtin_cpu_supports("avx512vpopcntdq") != 0 && __builtin_cpu_supports("avx512dq") != 0;

#endif

// The distances between columns, as integers, so that paths are the same on every machine.
class RowColumns {
 public:
  explicit RowColumns(const Windows& rows)
      : size_{rows[0].size()},
        words_{(rows.size() + 63) / 64},
        planes_((size_ + EightColumns::columns - 1) / EightColumns::columns * words_) {
    for (std::size_t row = 0; row < rows.size(); ++row)
      for (std::size_t c = 0; c < rows[row].size(); ++c) {
        const std::uint16_t v = rows[row][c];
        if (v == SpanEncoder::any) continue;
        EightColumns& eight = planes_[place(c) + row / 64];
        const std::size_t i = c % EightColumns::columns;
        eight.matters[i] |= std::uint64_t{1} << row % 64;
        eight.low[i] |= std::uint64_t{v % 2U} << row % 64;
        eight.high[i] |= std::uint64_t{v / 2U % 2U} << row % 64;
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
    for (std::size_t w = 0; w < words_; ++w)
      if (word(c, w).matters != 0) return true;
    return false;
  }
  /// The share of rows with different values, among rows where neither value is a don't-care.
  std::int32_t distance(Column a, Column b) const {
    if (!known_.empty()) return known_[a * size() + b];
    std::int32_t both = 0, differ = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      const ColumnWord of_a = word(a, w), of_b = word(b, w);
      const std::uint64_t in_both = of_a.matters & of_b.matters;
      both += std::popcount(in_both);
      differ += std::popcount(in_both & ((of_a.low ^ of_b.low) | (of_a.high ^ of_b.high)));
    }
    return share(differ, both);
  }
  /// The distances from a column to all: faster than one after the other.
  std::vector<std::int32_t> distances(Column a) const {
    if (!known_.empty()) {
      const auto row = known_.begin() + static_cast<std::ptrdiff_t>(a * size());
      return {row, row + static_cast<std::ptrdiff_t>(size())};
    }
    std::vector<ColumnWord> column;
    for (std::size_t w = 0; w < words_; ++w) column.push_back(word(a, w));
    std::vector<std::int32_t> found(planes_.size() / words_ * EightColumns::columns);
    compare_with_all(column, found);
    found.resize(size());
    return found;
  }

 private:
  static constexpr std::size_t most_known = 2500;  // two kings of 10x10, and 25 MB

  // Where the words of a column begin.
  std::size_t place(std::size_t c) const { return c / EightColumns::columns * words_; }
  ColumnWord word(Column c, std::size_t w) const {
    const EightColumns& eight = planes_[place(c) + w];
    const std::size_t i = c % EightColumns::columns;
    return {eight.matters[i], eight.low[i], eight.high[i]};
  }
  void compare_with_all(std::span<const ColumnWord> column, std::span<std::int32_t> found) const {
#ifdef __x86_64__
    if (has_avx512) return compare_by_avx512(column, planes_.data(), found);
#endif
    compare_portably(column, planes_.data(), found);
  }

  std::size_t size_;
  std::size_t words_;                 // of each column
  std::vector<EightColumns> planes_;  // all words of eight columns one after the other
  std::vector<std::int32_t> known_;   // of all pairs, if these are few
};

std::int32_t least(std::span<const std::int32_t> numbers) {
  std::int32_t found = std::numeric_limits<std::int32_t>::max();
  for (const std::int32_t n : numbers) found = std::min(found, n);
  return found;
}

// The columns with the least distances, at most ten, in ascending order. `never`: not that column.
constexpr std::int32_t never = std::numeric_limits<std::int32_t>::max();
std::vector<Column> nearest(std::span<const std::int32_t> distances) {
  constexpr std::size_t most = 10, at_once = 64;
  std::vector<Column> found;
  std::int32_t farthest = never;  // a column must be nearer
  for (std::size_t begin = 0; begin < distances.size(); begin += at_once) {
    const auto some = distances.subspan(begin, std::min(at_once, distances.size() - begin));
    if (least(some) >= farthest) continue;
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (some[i] >= farthest) continue;
      const auto before =
          std::ranges::upper_bound(found, some[i], {}, [&](Column c) { return distances[c]; });
      found.insert(before, static_cast<Column>(begin + i));
      if (found.size() > most) found.pop_back();
      if (found.size() == most) farthest = distances[found.back()];
    }
  }
  return found;
}

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
    // All bits are set for columns that the path does not go to, or has been to.
    std::vector<std::int32_t> left_out(columns_.size(), never), been(left_out);
    for (const Column c : path_) left_out[c] = been[c] = 0;
    for (Place i = 0; i < size(); ++i) {
      const Column here = *at(i);
      std::vector<std::int32_t> distances = columns_.distances(here);
      distances[here] = never;
      been[here] = never;
      for (std::size_t c = 0; c < distances.size(); ++c) distances[c] |= left_out[c];
      near_[here] = nearest(distances);
      if (i + 1 == size()) break;
      for (std::size_t c = 0; c < distances.size(); ++c) distances[c] |= been[c];
      *at(i + 1) =
          static_cast<Column>(std::ranges::find(distances, least(distances)) - distances.begin());
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
