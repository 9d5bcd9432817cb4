#include "data/file/first_damage.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace damiera {
namespace {

TEST(FirstDamage, IsThatOfTheLowestBlockInWhateverOrderTheyCome) {
  for (const auto& order : {std::array{2, 5, 7}, std::array{7, 5, 2}, std::array{5, 2, 7}}) {
    FirstDamage damage;
    EXPECT_TRUE(damage.result());
    damage.add(0, {});
    for (const int block : order)
      damage.add(static_cast<std::uint64_t>(block),
                 Error{Error::Code::corrupt, "block " + std::to_string(block)});
    damage.add(9, {});
    ASSERT_FALSE(damage.result());
    EXPECT_EQ(damage.result().error().message, "block 2");
  }
}

}  // namespace
}  // namespace damiera
