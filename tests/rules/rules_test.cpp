#include "rules/rules.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

TEST(RulesOfGames, NamesAreReadBack) {
  for (Variant v : all_variants) {
    const auto read = parse_variant(name(v));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, v);
    EXPECT_EQ(rules_of(v).id, v);
    EXPECT_TRUE(is_variant(static_cast<int>(v)));
  }
}

TEST(RulesOfGames, OtherNamesAreRefused) {
  for (const char* text : {"", "Italian", "english ", "frisian"}) {
    const auto read = parse_variant(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, Error::Code::bad_notation);
    EXPECT_NE(read.error().message.find("brazilian"), std::string::npos);
  }
  EXPECT_FALSE(is_variant(0));
  EXPECT_FALSE(is_variant(23));
}

}  // namespace
}  // namespace damiera
