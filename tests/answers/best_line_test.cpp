#include "answers/best_line.h"

#include <gtest/gtest.h>

#include "data/folder/catalogue.h"
#include "rules/notation/fen.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

// A file may come from anybody. If all distances are equal, no move gets nearer to the end.
TEST(BestLine, EndsWhereDistancesDoNotFall) {
  const TemporaryFolder folder;
  for (const char* slice : {"KKvK", "KvKK"}) {
    const TableId id{Variant::italian, *parse_material(slice), Metric::dtc};
    const std::vector<Outcome> outcomes(
        positions_of(id), id.material.my_kings == 2 ? Outcome::win(5) : Outcome::loss(4));
    write_table(folder.path(), id, outcomes);
  }
  for (const char* file : {"KvK.wdl", "KvK.dtc", "KKvK.wdl", "KvKK.wdl"})
    std::filesystem::copy_file(shipped_tables() / "italian" / file,
                               folder.path() / "italian" / file);
  const auto tables = Tablebase::open(Variant::italian, {folder.path()}, {.shipped = false});
  ASSERT_TRUE(tables);
  std::size_t endless = 0;
  for (const char* fen : {"W:WK1,K2:BK31", "W:WK1,K5:BK32", "W:WK9,K5:BK28", "W:WK29,K30:BK3"}) {
    const auto line = best_line(*tables, parse_fen(Variant::italian, fen)->pos);
    if (line) continue;
    EXPECT_EQ(line.error().code, Error::Code::corrupt) << line.error().message;
    EXPECT_NE(line.error().message.find("do not fall"), std::string::npos);
    ++endless;
  }
  EXPECT_GT(endless, 0U);
}

}  // namespace
}  // namespace damiera
