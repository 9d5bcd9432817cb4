#include "generator/lanes/transpose.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace damiera {

namespace {

#ifdef __x86_64__

// Sorts bytes by the columns that they hold: each register then has the same eight columns of all
// 32 rows. One instruction takes one bit from each byte: a column.
[[gnu::target("avx2")]] void transpose_avx2(BitMatrix<std::uint32_t>& m) {
  const auto* words = reinterpret_cast<const __m256i*>(m.data());
  // The bytes of four rows side by side: all first ones, all second ones, and so on.
  const __m256i sorted = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,  //
                                          0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  const __m256i halves = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  __m256i rows[4];  // eight each: a quarter of the register for each byte
  for (int n = 0; n < 4; ++n)
    rows[n] = _mm256_permutevar8x32_epi32(
        _mm256_shuffle_epi8(_mm256_loadu_si256(words + n), sorted), halves);
  const __m256i even_low = _mm256_unpacklo_epi64(rows[0], rows[1]);
  const __m256i even_high = _mm256_unpacklo_epi64(rows[2], rows[3]);
  const __m256i odd_low = _mm256_unpackhi_epi64(rows[0], rows[1]);
  const __m256i odd_high = _mm256_unpackhi_epi64(rows[2], rows[3]);
  const __m256i bytes[]{_mm256_permute2x128_si256(even_low, even_high, 0x20),
                        _mm256_permute2x128_si256(odd_low, odd_high, 0x20),
                        _mm256_permute2x128_si256(even_low, even_high, 0x31),
                        _mm256_permute2x128_si256(odd_low, odd_high, 0x31)};
  for (std::size_t n = 0; n < 4; ++n) {
    __m256i columns = bytes[n];
    for (std::size_t bit = 8; bit-- > 0; columns = _mm256_add_epi8(columns, columns))
      m[8 * n + bit] = static_cast<std::uint32_t>(_mm256_movemask_epi8(columns));
  }
}

// Transposes the quarters; the one at the top right and the one at the bottom left change places.
[[gnu::target("avx2")]] void transpose_avx2(BitMatrix<std::uint64_t>& m) {
  std::array<std::array<BitMatrix<std::uint32_t>, 2>, 2> quarters;
  for (std::size_t top = 0; top < 2; ++top)
    for (std::size_t r = 0; r < 32; ++r) {
      quarters[top][0][r] = static_cast<std::uint32_t>(m[32 * top + r]);
      quarters[top][1][r] = static_cast<std::uint32_t>(m[32 * top + r] >> 32);
    }
  for (auto& pair : quarters)
    for (auto& quarter : pair) transpose_avx2(quarter);
  for (std::size_t low = 0; low < 2; ++low)
    for (std::size_t r = 0; r < 32; ++r)
      m[32 * low + r] = quarters[0][low][r] | std::uint64_t{quarters[1][low][r]} << 32;
}

const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;

#endif

}  // namespace

void transpose(BitMatrix<std::uint32_t>& m) {
#ifdef __x86_64__
  if (has_avx2) return transpose_avx2(m);
#endif
  transpose_portably(m);
}

void transpose(BitMatrix<std::uint64_t>& m) {
#ifdef __x86_64__
  if (has_avx2) return transpose_avx2(m);
#endif
  transpose_portably(m);
}

}  // namespace damiera
