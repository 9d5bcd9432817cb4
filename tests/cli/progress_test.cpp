#include "apps/terminal/progress.h"

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

// As a log has it: the file that standard error is captured in is no terminal.
std::string shown(std::uint64_t done, std::uint64_t total) {
  testing::internal::CaptureStderr();
  Progress{ProgressForm::text, "bytes"}.show("fetching", "KvK", done, total);
  return testing::internal::GetCapturedStderr();
}

TEST(Progress, ShowsNoMoreThanAll) {
  EXPECT_NE(shown(50, 100).find("fetching KvK; 50 of 100 bytes (50.0%)"), std::string::npos);
  const std::string more = shown(190, 100);
  EXPECT_NE(more.find("100 of 100 bytes (100.0%)"), std::string::npos) << more;
  EXPECT_NE(more.find(" 0:00 left"), std::string::npos) << more;
}

}  // namespace
}  // namespace damiera
