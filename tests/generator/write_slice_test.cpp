#include "generator/write/write_slice.h"

#include <sys/resource.h>

#include <csignal>

#include "data/folder/catalogue.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

constexpr TableId id_of(Metric metric) { return {Variant::english, {2, 0, 2, 0}, metric}; }

std::vector<Outcome> some_outcomes(unsigned seed) {
  return random_outcomes(positions_of(id_of(Metric::wdl)), 20, 60, seed);
}

TableInfo summarised(const TableId& id, std::span<const Outcome> outcomes) {
  return summarise(id, outcomes.size(), read_from(outcomes));
}

// The first of several longest distances, whatever threads sum up in between.
TEST(Summarise, CountsAsOneThreadDoes) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const auto outcomes = some_outcomes(seed);
    const TableInfo info = summarised(id_of(Metric::wdl), outcomes);
    EXPECT_EQ(info, summary(id_of(Metric::wdl), outcomes));
    EXPECT_EQ(info.wins + info.draws + info.losses, outcomes.size());
    EXPECT_EQ(info.longest_plies, 59);
  }
}

TEST(Summarise, FindsTheFirstOfTheLongest) {
  std::vector<Outcome> outcomes(200'000, Outcome::draw());
  outcomes[150'000] = outcomes[70'000] = Outcome::loss(4);
  outcomes[70'001] = Outcome::win(4);
  outcomes[10] = Outcome::win(3);
  const TableInfo info = summarised(id_of(Metric::dtc), outcomes);
  EXPECT_EQ(info.longest_plies, 4);
  EXPECT_EQ(info.longest, Index{70'000});
}

TEST(Summarise, HasNoLongestWhereAllAreCapturesOrDraws) {
  const std::vector outcomes{Outcome::draw(), Outcome::capture(Value::win), Outcome::loss(0)};
  const TableInfo info = summarised(id_of(Metric::dtc), outcomes);
  EXPECT_EQ(info.longest_plies, 0);
  EXPECT_EQ(info.longest, Index{0});
  EXPECT_EQ(info.captures, 1u);
}

// Byte for byte what one thread writes.
TEST(WriteAside, WritesTheBlocksInOrder) {
  const auto outcomes = some_outcomes(1);
  ASSERT_GT(outcomes.size(), 3 * block_positions);
  for (const Metric metric : {Metric::wdl, Metric::dtc}) {
    const TemporaryFolder folder, expected;
    const TableId id = id_of(metric);
    std::atomic<std::uint64_t> encoding = 0;
    write_table(expected.path(), id, outcomes);
    auto writer =
        write_aside(folder.path(), summarised(id, outcomes), read_from(outcomes), encoding);
    ASSERT_TRUE(writer) << writer.error().message;
    EXPECT_GT(encoding, 0U);
    EXPECT_FALSE(has_table(folder.path(), id));
    ASSERT_TRUE(writer->finish());
    EXPECT_EQ(bytes_of(table_path(folder.path(), id)), bytes_of(table_path(expected.path(), id)));
  }
}

// A limit on the size of files stands for a full disk. Under ThreadSanitizer this also shows that
// there is no data race between the stage that writes and the stage that hands out blocks.
TEST(WriteAside, StopsAtTheFirstBlockThatCannotBeWritten) {
  const TemporaryFolder folder;
  const TableId id = id_of(Metric::dtc);
  const auto outcomes = random_outcomes(positions_of(id), 2, 60, 1);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  std::atomic<std::uint64_t> encoding = 0;
  const auto writer =
      write_aside(folder.path(), summarised(id, outcomes), read_from(outcomes), encoding);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, Error::Code::io);
  EXPECT_NE(writer.error().message.find("MMvMM.dtc"), std::string::npos);
}

TEST(WriteAside, NamesTheFileThatCannotBeMade) {
  const TemporaryFolder folder;
  overwrite(folder.path() / "english", {});
  const auto outcomes = some_outcomes(1);
  std::atomic<std::uint64_t> encoding = 0;
  const auto writer = write_aside(folder.path(), summarised(id_of(Metric::wdl), outcomes),
                                  read_from(outcomes), encoding);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, Error::Code::io);
  EXPECT_NE(writer.error().message.find("english"), std::string::npos);
}

}  // namespace
}  // namespace damiera
