#include "generator/lanes/cell_marks.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace damiera {
namespace {

template <class Row>
std::set<std::size_t> columns_of(const Row& row) {
  std::set<std::size_t> columns;
  for (std::size_t column : row) {
    EXPECT_TRUE(columns.empty() || *columns.rbegin() < column);
    columns.insert(column);
  }
  return columns;
}

class CellMarksTest : public testing::TestWithParam<std::size_t> {};

TEST_P(CellMarksTest, HoldWhatWasSetUntilItsRowIsCleared) {
  constexpr std::size_t rows = 5;
  const std::size_t columns = GetParam();
  std::mt19937_64 random{1};
  CellMarks marks;
  for (int round = 0; round < 3; ++round) {
    marks.reset(rows, columns);
    std::array<std::set<std::size_t>, rows> expected;
    for (std::size_t k = 0; k < columns; ++k) {
      const std::size_t row = random() % rows, column = random() % columns;
      marks.set(row, column);
      expected[row].insert(column);
    }
    marks.clear(3);
    expected[3].clear();
    for (std::size_t row = 0; row < rows; ++row) {
      EXPECT_EQ(columns_of(marks.row(row)), expected[row]);
      EXPECT_EQ(marks.any(row), !expected[row].empty());
    }
  }
}

TEST_P(CellMarksTest, ARowCollectsOthers) {
  const std::size_t columns = GetParam();
  CellMarks marks;
  marks.reset(2, columns);
  marks.set(0, 0);
  marks.set(1, columns - 1);
  CellMarks::Row row{columns};
  row.add(marks.row(0));
  row.add(marks.row(1));
  row.set(columns / 2);
  EXPECT_EQ(columns_of(row), (std::set<std::size_t>{0, columns / 2, columns - 1}));
  row.clear();
  EXPECT_TRUE(columns_of(row).empty());
}

INSTANTIATE_TEST_SUITE_P(Columns, CellMarksTest, testing::Values(1, 2, 31, 32, 33, 64, 406));

}  // namespace
}  // namespace damiera
