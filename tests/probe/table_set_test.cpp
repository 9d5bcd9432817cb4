#include "probe/table_set.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "rules/notation/fen.h"
#include "tests/probe/built_tables.h"

namespace damiera {
namespace {

using test::BuiltTables;

// Too many open files or too little memory may pass: the program may have more later.
TEST(TableSet, TriesAgainToOpenWhatItCouldNotOpen) {
  const BuiltTables built{Variant::italian, 2};
  const Tablebase tables = *Tablebase::open(Variant::italian, {built.folder()}, {.shipped = false});
  const Position kings = parse_fen(Variant::italian, "W:WK1:BK32")->pos;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto failed = tables.wdl(kings);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, Error::Code::io) << failed.error().message;
  const auto found = tables.wdl(kings);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(*found, Value::win);
}

}  // namespace
}  // namespace damiera
