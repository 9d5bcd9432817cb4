#include "generator/outcome_bits.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace damiera {
namespace {

/// Decided outcomes, captures among them, some with distances as long as there are.
std::vector<Outcome> mixed_outcomes(std::size_t count, unsigned seed) {
  std::mt19937 random{seed};
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < count; ++i) {
    const int plies =
        static_cast<int>(random() % 8 == 0 ? random() % (Outcome::max_plies + 1) : random() % 100);
    switch (random() % 5) {
      case 0:
        outcomes.push_back(Outcome::win(plies));
        break;
      case 1:
        outcomes.push_back(Outcome::loss(plies));
        break;
      case 2:
        outcomes.push_back(Outcome::draw());
        break;
      case 3:
        outcomes.push_back(Outcome::capture(Value::win));
        break;
      default:
        outcomes.push_back(Outcome::capture(Value::loss, plies));
    }
  }
  return outcomes;
}

TEST(OutcomeBits, AreThoseOfEachOutcome) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const auto outcomes = mixed_outcomes(4, seed);
    const FourOutcomes four{std::span{outcomes}.first<4>()};
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(four.wins() >> k & 1, outcomes[k].value() == Value::win);
      EXPECT_EQ(four.losses() >> k & 1, outcomes[k].value() == Value::loss);
      EXPECT_EQ(four.captures() >> k & 1, outcomes[k].is_capture());
    }
  }
}

// Each combination of three bits at each place, together with other bits at the other places.
TEST(OutcomeBits, MakeEightOutcomes) {
  for (std::size_t k = 0; k < 8; ++k)
    for (const std::uint64_t others : {std::uint64_t{0}, ~(std::uint64_t{1} << k)})
      for (const Value v : {Value::win, Value::draw, Value::loss})
        for (const bool capture : {false, true}) {
          const auto bit = [&](bool set) { return std::uint64_t{set} << k; };
          const EightOutcomes eight =
              eight_outcomes((v == Value::win ? bit(true) : 0) | others, bit(v == Value::loss),
                             bit(capture) | (others & 0x55));
          const Outcome quiet = v == Value::win    ? Outcome::win(0)
                                : v == Value::loss ? Outcome::loss(0)
                                                   : Outcome::draw();
          EXPECT_EQ(std::bit_cast<Outcome>(std::uint16_t{eight[k]}),
                    capture ? Outcome::capture(v) : quiet);
        }
}

TEST(OutcomeBits, TellCapturesAndTheLongestDistance) {
  for (std::size_t count = 1; count < 70; ++count) {
    const auto outcomes = mixed_outcomes(count, static_cast<unsigned>(count));
    std::vector<std::uint8_t> plane((count + 7) / 8, 0xa5);  // what was there before is gone
    put_bits<&FourOutcomes::captures>(outcomes, plane.data());
    int longest = 0;
    for (std::size_t i = 0; i < 8 * plane.size(); ++i) {
      const bool capture = i < count && outcomes[i].is_capture();
      EXPECT_EQ(plane[i / 8] >> i % 8 & 1, capture) << i << " of " << count;
      if (i < count && !capture) longest = std::max(longest, outcomes[i].plies());
    }
    EXPECT_EQ(longest_without_capture(outcomes), longest) << count;
  }
}

TEST(OutcomeBits, HoldTheLongestDistanceThatThereIs) {
  std::vector<Outcome> outcomes(17, Outcome::capture(Value::loss, Outcome::max_plies));
  EXPECT_EQ(longest_without_capture(outcomes), 0);
  for (const std::size_t i : {16u, 9u, 0u}) {
    outcomes[i] = Outcome::loss(Outcome::max_plies);
    EXPECT_EQ(longest_without_capture(outcomes), Outcome::max_plies);
    outcomes[i] = Outcome::draw();
  }
}

}  // namespace
}  // namespace damiera
