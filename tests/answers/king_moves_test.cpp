// The moves of kings over which whole slices are verified: the memory that is foreseen for them.

#include "answers/verification/king_moves.h"

#include <gtest/gtest.h>

#include "rules/rules.h"

namespace damiera {
namespace {

TEST(KingMovesOfOneSide, TakeTheBytesThatAreForeseen) {
  for (const Variant variant : {Variant::italian, Variant::russian, Variant::international}) {
    if (!in_build(variant)) continue;
    with_moves(variant, [&]<Rules R>() {
      for (int kings = 0; kings <= 3; ++kings)
        EXPECT_EQ(KingMoves::make<R>(kings).bytes(), KingMoves::bytes_for<R>(kings))
            << name(variant) << " " << kings;
    });
  }
}

}  // namespace
}  // namespace damiera
