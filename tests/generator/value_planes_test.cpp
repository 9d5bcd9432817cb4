#include "generator/value_planes.h"

#include <array>
#include <thread>

#include "tests/generator/fixtures.h"

namespace damiera {
namespace {

constexpr std::uint64_t blocks = 5;
constexpr std::array<std::uint64_t, 6> block_sizes{1, 7, 8, 9, 64, 1003};

ValuePlanes draws(std::uint64_t block_size) {
  return {zeroed(ValuePlanes::bytes_for(blocks, block_size)), block_size};
}

std::vector<Value> random_values(std::uint64_t count, unsigned seed = 1) {
  std::mt19937 random{seed};
  std::vector<Value> values(count);
  for (Value& v : values) v = Value(static_cast<int>(random() % 3) - 1);
  return values;
}

/// `values` go block by block.
void expect_holds(const ValuePlanes& planes, const std::vector<Value>& values) {
  for (std::uint64_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(planes.value(i / (values.size() / blocks), i % (values.size() / blocks)), values[i]);
}

TEST(ValuePlanes, AreDrawsAtFirst) {
  for (const auto size : block_sizes)
    expect_holds(draws(size), std::vector(blocks * size, Value::draw));
}

// In any order of the blocks, and again over other values.
TEST(ValuePlanes, HoldStoredBlocks) {
  for (const auto size : block_sizes) {
    ValuePlanes planes = draws(size);
    for (const unsigned seed : {1u, 2u}) {
      const auto values = random_values(blocks * size, seed);
      for (const std::uint64_t b : {3u, 0u, 4u, 2u, 1u}) {
        std::vector<Outcome> outcomes;
        for (std::uint64_t p = 0; p < size; ++p) {
          const Value v = values[b * size + p];
          outcomes.push_back(p % 5 == 0         ? Outcome::capture(v)
                             : v == Value::win  ? Outcome::win(int(p))
                             : v == Value::loss ? Outcome::loss(int(p))
                                                : Outcome::draw());
        }
        planes.store(b, outcomes);
      }
      expect_holds(planes, values);
    }
  }
}

TEST(ValuePlanes, HoldSingleStoredValues) {
  for (const auto size : block_sizes) {
    const auto values = random_values(blocks * size);
    ValuePlanes planes = draws(size);
    for (std::uint64_t i = values.size(); i-- > 0;) planes.store(i / size, i % size, values[i]);
    expect_holds(planes, values);
  }
}

TEST(ValuePlanes, ReplaceOneValueAndNoOther) {
  for (const auto size : block_sizes) {
    auto values = random_values(blocks * size);
    ValuePlanes planes = draws(size);
    for (std::uint64_t i = 0; i < values.size(); ++i) planes.store(i / size, i % size, values[i]);
    for (const Value v : {Value::win, Value::loss, Value::draw, Value::win, Value::draw})
      for (std::uint64_t i = size / 2; i < values.size(); i += size) {
        values[i] = v;
        planes.replace(i / size, i % size, v);
        expect_holds(planes, values);
      }
  }
}

TEST(ValuePlanes, RunsAreTheValuesInOrder) {
  for (const auto size : block_sizes) {
    if (size == 1) continue;
    const auto values = random_values(blocks * size);
    ValuePlanes planes = draws(size);
    for (std::uint64_t i = 0; i < values.size(); ++i) planes.store(i / size, i % size, values[i]);
    for (std::uint64_t i = 0; i < values.size(); ++i) {
      const auto run = planes.run(i / size, i % size);
      for (std::uint64_t k = 0; k < 57 && i % size + k < size; ++k) {
        ASSERT_EQ(run.win >> k & 1, std::uint64_t{values[i + k] == Value::win});
        ASSERT_EQ(run.loss >> k & 1, std::uint64_t{values[i + k] == Value::loss});
      }
    }
  }
}

TEST(ValuePlanes, RunsOfSinglePositionsAreTheValuesInOrder) {
  for (const std::uint64_t count : {1u, 3u, 4u, 5u, 29u, 40u, 101u}) {
    const auto values = random_values(count);
    ValuePlanes planes{zeroed(ValuePlanes::bytes_for(count, 1)), 1};
    for (std::uint64_t i = 0; i < count; ++i) planes.store(i, 0, values[i]);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto run = planes.run_of_blocks(i);
      for (std::uint64_t k = 0; k < 28 && i + k < count; ++k) {
        ASSERT_EQ(run.win >> k & 1, std::uint64_t{values[i + k] == Value::win});
        ASSERT_EQ(run.loss >> k & 1, std::uint64_t{values[i + k] == Value::loss});
      }
    }
  }
}

// Four blocks of one position share a byte.
TEST(ValuePlanes, LetThreadsStoreIntoNeighbouringBlocks) {
  constexpr unsigned threads = 4;
  const auto values = random_values(200'000);
  ValuePlanes planes{zeroed(ValuePlanes::bytes_for(values.size(), 1)), 1};
  {
    std::vector<std::jthread> at_work;
    for (unsigned t = 0; t < threads; ++t)
      at_work.emplace_back([&, t] {
        for (std::uint64_t i = t; i < values.size(); i += threads) {
          const Value v = values[i];
          planes.store(i, std::vector{v == Value::win    ? Outcome::win(1)
                                      : v == Value::loss ? Outcome::loss(1)
                                                         : Outcome::draw()});
        }
      });
  }
  for (std::uint64_t i = 0; i < values.size(); ++i) ASSERT_EQ(planes.value(i, 0), values[i]);
}

// Neighbours share bytes.
TEST(ValuePlanes, LetThreadsStoreIntoOneBlock) {
  constexpr std::uint64_t size = 40'000;
  constexpr unsigned threads = 4;
  const auto values = random_values(blocks * size);
  ValuePlanes planes = draws(size);
  {
    std::vector<std::jthread> at_work;
    for (unsigned t = 0; t < threads; ++t)
      at_work.emplace_back([&, t] {
        for (std::uint64_t i = t; i < values.size(); i += threads)
          planes.store(i / size, i % size, values[i]);
      });
  }
  expect_holds(planes, values);
}

}  // namespace
}  // namespace damiera
