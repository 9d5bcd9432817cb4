#include "apps/serve/rate_limiter.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

using namespace std::chrono_literals;

constexpr RateLimiter::Time start{};

TEST(RateLimiter, GrantsABurstAndThenARate) {
  RateLimiter limiter{2, 3};
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limiter.grants("a", start));
  EXPECT_FALSE(limiter.grants("a", start));
  EXPECT_TRUE(limiter.grants("b", start));
  EXPECT_TRUE(limiter.grants("a", start + 500ms));
  EXPECT_FALSE(limiter.grants("a", start + 500ms));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limiter.grants("a", start + 1h));
  EXPECT_FALSE(limiter.grants("a", start + 1h));
}

TEST(RateLimiter, TellsHowLongToWait) {
  RateLimiter limiter{0.25, 1};
  EXPECT_EQ(limiter.wait("a", start), 0s);
  EXPECT_TRUE(limiter.grants("a", start));
  EXPECT_EQ(limiter.wait("a", start), 4s);
  EXPECT_EQ(limiter.wait("a", start + 3s), 1s);
  EXPECT_TRUE(limiter.grants("a", start + 4s));
}

TEST(RateLimiter, LendsWhatIsChargedAfterwards) {
  RateLimiter limiter{2, 3};
  EXPECT_TRUE(limiter.grants("a", start));
  limiter.charge("a", 10, start);
  EXPECT_EQ(limiter.wait("a", start), 4500ms);
  EXPECT_FALSE(limiter.grants("a", start + 4s));
  EXPECT_TRUE(limiter.grants("a", start + 5s));
}

TEST(RateLimiter, OfNothingGrantsAll) {
  RateLimiter limiter{0, 1};
  limiter.charge("a", 10, start);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(limiter.grants("a", start));
  EXPECT_EQ(limiter.wait("a", start), 0s);
}

// A client with many addresses must not make the limiter forget those that have used up their
// share, unless it has more of them than the limiter remembers.
TEST(RateLimiter, ForgetsIdleAddressesFirst) {
  RateLimiter limiter{1, 1};
  for (std::size_t i = 1; i < RateLimiter::most_addresses; ++i)
    limiter.grants(std::to_string(i), start);
  EXPECT_TRUE(limiter.grants("busy", start + 10s));
  EXPECT_TRUE(limiter.grants("one more", start + 10s));
  EXPECT_FALSE(limiter.grants("busy", start + 10s));
}

}  // namespace
}  // namespace damiera
