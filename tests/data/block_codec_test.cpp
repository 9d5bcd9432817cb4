#include "data/file/block_codec.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/data/fixtures.h"

namespace damiera {
namespace {

template <class T>
void expect_survives(Metric metric, std::span<const Outcome> outcomes) {
  const Bytes block = encode_block(metric, outcomes);
  std::vector<T> values(outcomes.size(), T(77));
  const auto decoded = decode_block(block, std::span{values});
  ASSERT_TRUE(decoded) << decoded.error().message;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    ASSERT_TRUE(stands_for(values[i], outcomes[i])) << "position " << i;
}

void expect_survives(std::span<const Outcome> outcomes) {
  expect_survives<Value>(Metric::wdl, outcomes);
  expect_survives<std::uint16_t>(Metric::dtc, outcomes);
}

Bytes bytes(std::initializer_list<int> values) {
  Bytes b;
  for (const int v : values) b.push_back(static_cast<std::byte>(v));
  return b;
}

class EveryLength : public testing::TestWithParam<std::size_t> {};

TEST_P(EveryLength, RandomOutcomesSurvive) {
  for (const int run : {1, 2, 5, 40, 1000, 100000})
    for (const int plies : {2, 12, 40, 300, Outcome::max_plies + 1})
      expect_survives(random_outcomes(GetParam(), run, plies, static_cast<unsigned>(run + plies)));
}

TEST_P(EveryLength, ConstantOutcomesTakeTwoBytes) {
  for (const Outcome o : {Outcome::draw(), Outcome::win(1), Outcome::loss(0), Outcome::loss(30),
                          Outcome::capture(Value::win), Outcome::capture(Value::draw)}) {
    const std::vector<Outcome> outcomes(GetParam(), o);
    expect_survives(outcomes);
    EXPECT_EQ(encode_block(Metric::wdl, outcomes).size(), 2u);
    EXPECT_EQ(encode_block(Metric::dtc, outcomes).size(), 2u);
  }
}

// The longest codes, and no two neighbours alike.
TEST_P(EveryLength, ExtremesSurvive) {
  std::vector<Outcome> outcomes(GetParam());
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    outcomes[i] = i % 2 == 0 ? Outcome::win(Outcome::max_plies) : Outcome::loss(0);
  expect_survives(outcomes);
  for (const int around : {30, 31, 32, 157, 158, 159, 160})
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      outcomes[i] = Outcome::win(around + static_cast<int>(i % 3));
  expect_survives(outcomes);
}

INSTANTIATE_TEST_SUITE_P(BlockCodec, EveryLength,
                         testing::Values(1, 2, 3, 7, 8, 9, 10, 17, 127, 128, 129, 16383, 16512,
                                         block_positions));

// All lengths of a run around those whose code changes.
TEST(BlockCodec, RunLengthsSurvive) {
  for (const std::size_t length : {1, 2, 6, 7, 8, 9, 134, 135, 136, 137, 16390, 16391, 16392}) {
    std::vector<Outcome> outcomes(length, Outcome::win(3));
    outcomes.push_back(Outcome::loss(2));
    outcomes.insert(outcomes.end(), length, Outcome::win(40));
    expect_survives(outcomes);
  }
}

TEST(BlockCodec, CapturesJoinTheRunBefore) {
  const Outcome capture = Outcome::capture(Value::loss);
  const std::vector<Outcome> outcomes{capture, Outcome::win(5), capture, Outcome::win(5), capture};
  EXPECT_EQ(encode_block(Metric::wdl, outcomes), bytes({0, 2}));
  EXPECT_EQ(encode_block(Metric::dtc, outcomes), bytes({0, 5}));
}

// The examples of FORMAT.md, worked out by hand.
TEST(BlockCodec, BytesAreThoseOfTheFormat) {
  const std::vector<Outcome> outcomes{Outcome::loss(2), Outcome::loss(2), Outcome::win(31),
                                      Outcome::draw(),  Outcome::win(3),  Outcome::win(3),
                                      Outcome::draw(),  Outcome::draw()};
  // Runs: loss 2, win 1, draw 1, win 2, draw 2; turns 1, 1, 0, 1.
  EXPECT_EQ(encode_block(Metric::wdl, outcomes), bytes({0, 3 * 4 + 0, 0b1011, 1, 0, 0, 1}));
  // Runs: 2 twice, 31 twice, 3 to the end.
  EXPECT_EQ(encode_block(Metric::dtc, outcomes), bytes({0, 1 << 5 | 2, 1 << 5 | 31, 0, 3}));
}

TEST(BlockCodec, SameInputGivesSameBytesInAnyThread) {
  const auto outcomes = random_outcomes(block_positions, 10, 20, 1);
  const auto others = random_outcomes(5000, 3, 100, 2);
  for (const Metric metric : {Metric::wdl, Metric::dtc}) {
    const Bytes once = encode_block(metric, outcomes);
    EXPECT_NE(encode_block(metric, others), once);
    EXPECT_EQ(encode_block(metric, outcomes), once);
    std::thread{[&] { EXPECT_EQ(encode_block(metric, outcomes), once); }}.join();
  }
}

TEST(BlockCodec, RejectsWhatItDoesNotKnow) {
  std::vector<Value> wdl(10);
  std::vector<std::uint16_t> dtc(10);
  for (const Bytes& block : {
           bytes({}),                                    // no form
           bytes({2, 0}),                                // another form
           bytes({0}),                                   // no runs
           bytes({1}),                                   // no frame
           bytes({0, 0x80}),                             // a varint without an end
           bytes({0, 0xff, 0xff, 0xff, 0xff, 0x7f}),     // a varint beyond 2^32
           bytes({0, 0xff, 0xff, 0xff, 0xff, 0xff, 1}),  // a varint longer than any
           bytes({0, 3 * 10}),                           // more runs than positions
           bytes({0, 3, 0, 9}),                          // nothing left for the last run
           bytes({0, 3, 0}),                             // a length is missing
           bytes({0, 3, 0, 1, 1}),                       // a byte too many
       })
    EXPECT_FALSE(decode_block(block, std::span{wdl}));
  for (const Bytes& block : {
           bytes({0, 31}),                    // a value is missing
           bytes({0, 31, 0xff, 0xff, 0x03}),  // a value beyond 16 bits
           bytes({0, 7 << 5 | 1}),            // a length is missing
           bytes({0, 3 << 5 | 1}),            // the last run has a length
           bytes({0, 7 << 5 | 1, 2, 0}),      // nothing left for the last run
           bytes({0, 7 << 5 | 1, 0xff, 0xff, 0xff, 0xff, 0x0f, 0}),  // a length beyond 32 bits
       })
    EXPECT_FALSE(decode_block(block, std::span{dtc}));
}

// Damaged bytes must give an error that says what is wrong, or else possible values, the same each
// time. Nothing may be written outside `out`. Returns whether there was an error.
template <class T>
bool expect_no_harm(const Bytes& bad, std::size_t size, T guard, const auto& is_possible) {
  std::vector<T> out(size + 2, guard), again(size);
  const auto decoded = decode_block(bad, std::span{out}.subspan(1, size));
  const auto repeated = decode_block(bad, std::span{again});
  EXPECT_EQ(out.front(), guard);
  EXPECT_EQ(out.back(), guard);
  EXPECT_EQ(bool(decoded), bool(repeated));
  if (!decoded) {
    EXPECT_EQ(decoded.error().code, Error::Code::corrupt);
    EXPECT_FALSE(decoded.error().message.empty());
    return true;
  }
  EXPECT_TRUE(std::equal(again.begin(), again.end(), out.begin() + 1));
  EXPECT_TRUE(std::ranges::all_of(again, is_possible));
  return false;
}

// Checksums reject such blocks. If one passes, its values may be wrong, but it must do no harm.
TEST(BlockCodec, DamagedBlocksDoNoHarm) {
  const auto is_value = [](Value v) { return Value::loss <= v && v <= Value::win; };
  const auto is_distance = [](std::uint16_t) { return true; };  // all are some distance
  std::mt19937 random{1};
  for (const Metric metric : {Metric::wdl, Metric::dtc})
    for (const int run : {2, 30, 2000}) {
      const auto outcomes = random_outcomes(3000, run, 200, 3);
      const Bytes good = encode_block(metric, outcomes);
      int errors = 0;
      for (int n = 0; n < 2000; ++n) {
        Bytes bad = good;
        for (int flips = 0; flips <= n % 4; ++flips)
          bad[random() % bad.size()] ^= std::byte(1 << random() % 8);
        if (n % 3 == 0) bad.resize(random() % bad.size());
        errors += metric == Metric::wdl
                      ? expect_no_harm(bad, outcomes.size(), Value::win, is_value)
                      : expect_no_harm(bad, outcomes.size(), std::uint16_t{0xffff}, is_distance);
      }
      EXPECT_GT(errors, 1000);  // of 2000; the others are blocks that might have been written
    }
}

}  // namespace
}  // namespace damiera
