#include "generator/lanes/transpose.h"

#include <gtest/gtest.h>

#include <random>

namespace damiera {
namespace {

template <class Word>
BitMatrix<Word> random_matrix(std::mt19937_64& random) {
  BitMatrix<Word> m;
  for (Word& row : m) row = static_cast<Word>(random());
  return m;
}

template <class Word>
void expect_transposed(const BitMatrix<Word>& m, const BitMatrix<Word>& transposed) {
  for (std::size_t r = 0; r < m.size(); ++r)
    for (std::size_t c = 0; c < m.size(); ++c)
      ASSERT_EQ(transposed[c] >> r & 1, m[r] >> c & 1) << "row " << r << ", column " << c;
}

// Whatever this processor has, the code for any processor is run as well.
template <class Word>
void expect_transposed(std::mt19937_64& random) {
  for (int n = 0; n < 100; ++n) {
    const auto before = random_matrix<Word>(random);
    auto best = before, portable = before;
    transpose(best);
    expect_transposed(before, best);
    transpose_portably(portable);
    expect_transposed(before, portable);
  }
}

TEST(Transpose, RowsBecomeColumns) {
  std::mt19937_64 random{1};
  expect_transposed<std::uint32_t>(random);
  expect_transposed<std::uint64_t>(random);
}

}  // namespace
}  // namespace damiera
