#include "data/spans/string_planes.h"

#include <algorithm>
#include <tuple>

#include "data/trees/bits.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace damiera {

namespace {

using Part = SpanPlanes::Part;
using Eight = StringPlanes::Eight;
using Fits = StringPlanes::Fits;

Fits scan_portably(const Eight* groups, std::size_t planes, std::size_t begin, std::size_t end,
                   const Part& part) {
  for (std::size_t g = begin; g < end; ++g) {
    const Eight* const group = groups + g * (planes + 1);
    std::uint32_t fits = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      std::uint64_t differ = 0;
      for (std::size_t p = 0; p < planes; ++p) differ |= group[p].words[i] ^ part.planes[p];
      fits |= std::uint32_t{(differ & part.matters & group[planes].words[i]) == 0} << i;
    }
    if (fits != 0) return {g, fits};
  }
  return {end, 0};
}

#ifdef __x86_64__

[[gnu::target("avx2")]] Fits scan_by_avx2(const Eight* groups, std::size_t planes,
                                          std::size_t begin, std::size_t end, const Part& part) {
  const auto words = [](const Eight& eight, int half) {
    return reinterpret_cast<const __m256i*>(eight.words.data()) + half;
  };
  const __m256i zero = _mm256_setzero_si256(),
                matters = _mm256_set1_epi64x(static_cast<long long>(part.matters));
  for (std::size_t g = begin; g < end; ++g) {
    const Eight* const group = groups + g * (planes + 1);
    __m256i low = zero, high = zero;
    for (std::size_t p = 0; p < planes; ++p) {
      const __m256i plane = _mm256_set1_epi64x(static_cast<long long>(part.planes[p]));
      low = _mm256_or_si256(low, _mm256_xor_si256(plane, *words(group[p], 0)));
      high = _mm256_or_si256(high, _mm256_xor_si256(plane, *words(group[p], 1)));
    }
    low = _mm256_and_si256(low, _mm256_and_si256(matters, *words(group[planes], 0)));
    high = _mm256_and_si256(high, _mm256_and_si256(matters, *words(group[planes], 1)));
    const int fits = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(low, zero))) |
                     _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(high, zero))) << 4;
    if (fits != 0) return {g, static_cast<std::uint32_t>(fits)};
  }
  return {end, 0};
}

[[gnu::target("avx512f")]] Fits scan_by_avx512(const Eight* groups, std::size_t planes,
                                               std::size_t begin, std::size_t end,
                                               const Part& part) {
  const __m512i matters = _mm512_set1_epi64(static_cast<long long>(part.matters));
  for (std::size_t g = begin; g < end; ++g) {
    const Eight* const group = groups + g * (planes + 1);
    __m512i differ = _mm512_setzero_si512();
    for (std::size_t p = 0; p < planes; ++p)
      differ = _mm512_or_si512(
          differ, _mm512_xor_si512(_mm512_set1_epi64(static_cast<long long>(part.planes[p])),
                                   _mm512_load_si512(group[p].words.data())));
    const __m512i cells = _mm512_and_si512(matters, _mm512_load_si512(group[planes].words.data()));
    const std::uint32_t fits = _mm512_testn_epi64_mask(differ, cells);
    if (fits != 0) return {g, fits};
  }
  return {end, 0};
}

#endif

}  // namespace

SpanPlanes::SpanPlanes(std::span<const std::uint16_t> numbers, std::size_t alphabet,
                       std::uint16_t any)
    : size_{static_cast<std::uint32_t>(numbers.size())},
      planes_{planes_for(alphabet)},
      words_((numbers.size() / 64 + 2) * (planes_ + 1)) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == any) continue;
    for (std::size_t p = 0; p < planes_; ++p)
      word(i / 64)[p] |= std::uint64_t{numbers[i] >> p & 1U} << i % 64;
    word(i / 64)[planes_] |= std::uint64_t{1} << i % 64;
  }
}

SpanPlanes::SpanPlanes(const FewValues& values, std::span<const std::uint16_t> alphabet)
    : size_{static_cast<std::uint32_t>(values.size())},
      planes_{planes_for(alphabet.size())},
      words_((values.size() / 64 + 2) * (planes_ + 1)) {
  for (std::size_t w = 0; w < values.words().size(); ++w) {
    const auto [low, high] = values.words()[w];
    for (std::size_t v = 0; v < alphabet.size(); ++v)
      for (std::size_t p = 0; p < planes_; ++p)
        if ((v >> p & 1) != 0)
          word(w)[p] |= (alphabet[v] % 2 != 0 ? low : ~low) & (alphabet[v] / 2 != 0 ? high : ~high);
    const std::uint64_t left = std::min<std::uint64_t>(64, values.size() - 64 * w),
                        there = first_bits(static_cast<int>(left));
    word(w)[planes_] = there & ~(low & high);
  }
}

SpanPlanes::Part SpanPlanes::from(std::uint32_t i) const {
  const std::uint64_t* const word = &words_[i / 64 * (planes_ + 1)];
  const auto plane = [&](std::size_t p) {
    const std::uint64_t next = word[planes_ + 1 + p];
    return word[p] >> i % 64 | next << 1 << (63 - i % 64);
  };
  Part part;
  for (std::size_t p = 0; p < planes_; ++p) part.planes[p] = plane(p);
  part.matters = plane(planes_);
  return part;
}

bool SpanPlanes::has_run(std::size_t number, std::uint32_t begin, std::uint32_t end) const {
  for (std::uint32_t w = begin / 64; 64 * w < end; ++w) {
    const std::uint64_t* const word = &words_[w * (planes_ + 1)];
    std::uint64_t differ = 0;
    for (std::size_t p = 0; p < planes_; ++p) differ |= word[p] ^ -(std::uint64_t{number} >> p & 1);
    differ &= word[planes_];
    if (64 * w < begin) differ &= ~std::uint64_t{0} << begin % 64;
    if (end - 64 * w < 64) differ &= (std::uint64_t{1} << end % 64) - 1;
    if (differ != 0) return false;
  }
  return true;
}

// The first one of two strings that can lead to the same place decides which codes a span has, so
// the order must be fixed: the longer string first, then the first run with the smaller value, or
// with the same value and more length.
bool StringPlanes::comes_before(const Spelling& a, const Spelling& b) {
  const auto key = [](const PairCodes::Run& run) { return std::tuple{run.value, ~run.length}; };
  if (a.runs.front().value != b.runs.front().value)
    return a.runs.front().value < b.runs.front().value;
  if (a.length != b.length) return a.length > b.length;
  return std::ranges::lexicographical_compare(a.runs, b.runs, {}, key, key);
}

StringPlanes::StringPlanes(const PairCodes& codes, std::span<const std::uint16_t> alphabet)
    : planes_{SpanPlanes::planes_for(alphabet.size())}, scan_{scans().back()} {
  std::vector<Spelling> strings;
  for (std::size_t code = codes.size(); code-- > 0;) {
    strings.push_back({codes.runs(code), 0, static_cast<std::uint16_t>(code)});
    for (PairCodes::Run& run : strings.back().runs) {
      run.value = static_cast<std::uint16_t>(std::ranges::lower_bound(alphabet, run.value) -
                                             alphabet.begin());
      strings.back().length += run.length;
    }
  }
  // Of strings with the same values the last code comes first, and is kept.
  std::ranges::stable_sort(strings, comes_before);
  const auto are_same = [](const Spelling& a, const Spelling& b) {
    return !comes_before(a, b) && !comes_before(b, a);
  };
  strings.erase(std::unique(strings.begin(), strings.end(), are_same), strings.end());
  auto string = strings.begin();
  for (std::size_t value = 0; value < alphabet.size(); ++value) {
    const std::size_t begin = lengths_.size();
    for (; string != strings.end() && string->runs.front().value == value; ++string) add(*string);
    lengths_.resize((lengths_.size() + 7) / 8 * 8);
    codes_.resize(lengths_.size());
    rests_.resize(lengths_.size());
    groups_.push_back({begin / 8, lengths_.size() / 8});
  }
}

void StringPlanes::add(const Spelling& string) {
  const std::size_t n = lengths_.size();
  if (n % 8 == 0) planes_of_.resize(planes_of_.size() + planes_ + 1);
  Eight* const group = &planes_of_[n / 8 * (planes_ + 1)];
  std::uint32_t place = 0;
  std::vector<PairCodes::Run> rest;
  for (auto [value, length] : string.runs) {
    for (; length > 0 && place < first_values; --length, ++place) {
      for (std::size_t p = 0; p < planes_; ++p)
        group[p].words[n % 8] |= std::uint64_t{value >> p & 1U} << place;
      group[planes_].words[n % 8] |= std::uint64_t{1} << place;
    }
    if (length > 0) rest.push_back({value, length});
  }
  lengths_.push_back(string.length);
  codes_.push_back(string.code);
  rests_.push_back(std::move(rest));
}

std::vector<StringPlanes::Scan> StringPlanes::scans() {
  std::vector<Scan> found{scan_portably};
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") != 0) found.push_back(scan_by_avx2);
  if (__builtin_cpu_supports("avx512f") != 0) found.push_back(scan_by_avx512);
#endif
  return found;
}

}  // namespace damiera
