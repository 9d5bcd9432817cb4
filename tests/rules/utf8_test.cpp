#include "rules/notation/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace damiera {
namespace {

TEST(Utf8, IsKnownByItsBytes) {
  for (const char* text : {"", "Rossi", "Citt\xc3\xa0", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
                           "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"})
    EXPECT_TRUE(is_utf8(text)) << text;
  for (const char* text : {"Citt\xe0", "\xc3", "\xa0", "\xc0\xaf", "\xc1\xbf", "\xe0\x80\xaf",
                           "\xed\xa0\x80", "\xf0\x80\x80\xaf", "\xf4\x90\x80\x80",
                           "\xf5\x80\x80\x80", "\xe2\x82", "\xf0\x9f\x98", "\xff"})
    EXPECT_FALSE(is_utf8(text)) << text;
}

TEST(Utf8, IsMadeOfLatin1) {
  EXPECT_EQ(as_utf8("Citt\xe0 \xc9\xff"), "Citt\xc3\xa0 \xc3\x89\xc3\xbf");
  EXPECT_EQ(as_utf8("Citt\xc3\xa0"), "Citt\xc3\xa0");
  for (int b = 0; b < 256; ++b) EXPECT_TRUE(is_utf8(as_utf8(std::string(1, static_cast<char>(b)))));
}

TEST(Utf8, IsNotCutWithinACharacter) {
  EXPECT_EQ(shortened("Citt\xc3\xa0", 6), "Citt\xc3\xa0");
  EXPECT_EQ(shortened("Citt\xc3\xa0", 5), "Citt");
  EXPECT_EQ(shortened("Citt\xc3\xa0", 4), "Citt");
  EXPECT_EQ(shortened("\xf0\x9f\x98\x80", 3), "");
}

}  // namespace
}  // namespace damiera
