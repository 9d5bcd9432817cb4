#include "indexing/material.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

TEST(Material, ReadsWhatItWrites) {
  for (int pieces = 2; pieces <= 8; ++pieces)
    for (const Material& m : slices_of(pieces)) {
      const auto read = parse_material(name(m));
      ASSERT_TRUE(read) << name(m);
      EXPECT_EQ(*read, m);
    }
}

TEST(Material, RejectsWhatIsNoSlice) {
  for (const char* text : {"", "v", "K", "Kv", "vK", "MKvK", "KvKv", "KvX", "kvk", "K v K", "KK"}) {
    const auto read = parse_material(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, Error::Code::bad_notation);
    EXPECT_NE(read.error().message.find(text), std::string::npos);
  }
}

TEST(Material, RejectsMoreOfAKindThanThereCanBe) {
  EXPECT_TRUE(parse_material(std::string(15, 'K') + "vM"));
  EXPECT_FALSE(parse_material(std::string(16, 'K') + "vM"));
  const auto huge = parse_material("Mv" + std::string(1 << 20, 'M'));
  ASSERT_FALSE(huge);
  EXPECT_LT(huge.error().message.size(), 300u);
}

TEST(SlicesOf, ComeAfterThoseThatAPromotionLeadsTo) {
  const auto slices = slices_of(5);
  for (std::size_t i = 1; i < slices.size(); ++i) EXPECT_LE(slices[i - 1].men(), slices[i].men());
  EXPECT_EQ(slices.size(), 44u);
}

}  // namespace
}  // namespace damiera
