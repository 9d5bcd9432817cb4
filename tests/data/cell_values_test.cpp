// Reads all cells of a slice, in the order in which they are stored and in other orders.

#include <gtest/gtest.h>

#include "data/file/cell_reader.h"
#include "data/file/index_walk.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

std::uint16_t value_of(std::uint64_t cell) {
  const std::uint64_t v = cell * 0x9e3779b97f4a7c15 >> 62;
  return v == 3 ? dont_care : static_cast<std::uint16_t>(v);
}

CellValues no_values(const Rules& rules, const Material& m, bool few) {
  static Memory memory{0, {}};
  auto values = CellValues::make(rules, m, few, memory);
  EXPECT_TRUE(values);
  return *std::move(values);
}

CellValues made_values(const Rules& rules, const Material& m, bool few) {
  CellValues values = no_values(rules, m, few);
  CellValues::Setter setter{values};
  for (std::uint64_t cell = 0; cell < values.order().cells(); ++cell)
    if (value_of(cell) != dont_care) setter.set(cell, value_of(cell));
  return values;
}

TEST(CellValues, KeepWhatWasSet) {
  for (const bool few : {false, true}) {
    const CellValues values = made_values(english, *parse_material("KMvK"), few);
    EXPECT_EQ(values.has_few_values(), few);
    for (std::uint64_t cell = 0; cell < values.order().cells(); ++cell)
      ASSERT_EQ(values.get(cell), value_of(cell));
    EXPECT_EQ(values.alphabet(), (std::vector<std::uint16_t>{0, 1, 2}));
  }
}

TEST(CellValues, TheAlphabetIsWhatMatters) {
  CellValues few = no_values(english, *parse_material("KvK"), true),
             many = no_values(english, *parse_material("KvK"), false);
  EXPECT_TRUE(few.alphabet().empty());
  few.set(1023, 2);
  EXPECT_EQ(few.alphabet(), (std::vector<std::uint16_t>{2}));
  many.set(7, 900);
  many.set(1000, 4);
  EXPECT_EQ(many.alphabet(), (std::vector<std::uint16_t>{4, 900}));
}

// The value of each position is found at its cell in the other order.
template <Rules R>
void expect_read(const char* slice, CellLayout layout) {
  const Material m = *parse_material(slice);
  for (const bool few : {false, true}) {
    const CellValues values = made_values(R, m, few);
    const CellOrder order{R, m, layout};
    const CellReader reader{values, order};
    ASSERT_EQ(reader.cells(), order.cells());
    CellCursor cursor{order, 0};
    for (std::uint64_t begin = 0; begin < order.cells(); begin += 1000)
      for (const std::uint16_t found : reader.cells(begin, 1000)) {
        const std::uint64_t cell = values.order().cell(cursor.position());
        ASSERT_TRUE(!cursor.is_position() || found == value_of(cell)) << slice << ' ' << cell;
        cursor.next();
      }
    EXPECT_EQ(reader.cells(order.cells() - 3, 1000).size(), 3u);
  }
}

TEST(CellReader, ReadsInAnyOrder) {
  for (std::uint8_t number = 0; number < CellLayout::group_orders; number += 7)
    for (const auto squares : {CellLayout::Squares::by_row, CellLayout::Squares::snake}) {
      expect_read<english>("KMvMM", {number, squares});
      expect_read<international>("KKvK", {number, squares});
    }
  std::vector<std::uint16_t> numbers(32 * 32);
  for (std::size_t n = 0; n < numbers.size(); ++n)
    numbers[n] = static_cast<std::uint16_t>((n * 387 + 5) % numbers.size());
  expect_read<italian>("KMvK", {3, CellLayout::Squares::snake, 2,
                                std::make_shared<const LearnedOrder>(std::move(numbers))});
}

template <Rules R>
void expect_walk(const char* name, std::uint64_t step) {
  const SliceIndex<R> slice{*parse_material(name)};
  const CellOrder order{R, slice.material(), {}};
  for (std::uint64_t begin = 0; begin < slice.size(); begin += step) {
    IndexWalk<R> walk{slice, order, Index{begin}};
    for (std::uint64_t i = begin; i < std::min(begin + step, slice.size()); ++i, walk.next()) {
      ASSERT_EQ(walk.position(), slice.position(Index{i})) << name << ' ' << i;
      ASSERT_EQ(walk.cell(), order.cell(walk.position())) << name << ' ' << i;
    }
  }
}

TEST(IndexWalk, GoesThroughAllPositions) {
  for (const char* slice : {"KvK", "MvM", "KMvK", "KvKM", "KKvK", "MvKK", "KvMM"})
    expect_walk<english>(slice, 1000);
  expect_walk<italian>("KKvM", 1 << 20);
  expect_walk<international>("MMvK", 12345);
}

}  // namespace
}  // namespace damiera
