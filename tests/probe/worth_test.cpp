#include "probe/worth.h"

#include <gtest/gtest.h>

#include <vector>

namespace damiera {
namespace {

const Move quiet_move{Square{0}, Square{4}, {}, true, false};
const Move man_move{Square{0}, Square{4}, {}, false, false};

// From the best to the worst. A distance that is not known is taken for a long one.
TEST(Worth, IsOrderedByWhatOnePrefers) {
  const std::vector<Probe> in_order{{Value::win, 1},   {Value::win, 9},   {Value::win, {}},
                                    {Value::draw, {}}, {Value::loss, {}}, {Value::loss, 8},
                                    {Value::loss, 2}};
  for (std::size_t a = 0; a < in_order.size(); ++a)
    for (std::size_t b = 0; b < in_order.size(); ++b)
      EXPECT_EQ(better(in_order[a], in_order[b]), a < b) << a << " " << b;
}

TEST(Worth, OfAConversionIsOnePly) {
  EXPECT_EQ(worth_of(man_move, Probe{Value::loss, 20}), (Probe{Value::win, 1}));
  EXPECT_EQ(worth_of(man_move, Probe{Value::win, {}}), (Probe{Value::loss, 1}));
  EXPECT_EQ(worth_of(quiet_move, Probe{Value::loss, 20}), (Probe{Value::win, 21}));
  EXPECT_EQ(worth_of(quiet_move, Probe{Value::win, {}}), (Probe{Value::loss, {}}));
  EXPECT_EQ(worth_of(man_move, Probe{Value::draw, {}}), (Probe{Value::draw, {}}));
}

}  // namespace
}  // namespace damiera
