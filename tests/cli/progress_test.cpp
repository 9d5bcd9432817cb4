#include "apps/cli/progress.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

TEST(ProgressText, RatesAreShownInAUnitThatFits) {
  EXPECT_EQ(rate_text(118'500'000, 2), "59.25 M/s");
  EXPECT_EQ(rate_text(100'000, 1), "0.10 M/s");
  EXPECT_EQ(rate_text(19'440, 10), "1.9 k/s");
  EXPECT_EQ(rate_text(120, 10), "12/s");
  EXPECT_EQ(rate_text(0, 10), "0/s");
  EXPECT_EQ(rate_text(5, 0), "5.0 k/s");  // a thousandth of a second at least
}

TEST(ProgressText, TimesAreShownInHoursMinutesAndSeconds) {
  EXPECT_EQ(clock_text(0.4), "0:00");
  EXPECT_EQ(clock_text(123), "2:03");
  EXPECT_EQ(clock_text(3723), "1:02:03");
}

}  // namespace
}  // namespace damiera
