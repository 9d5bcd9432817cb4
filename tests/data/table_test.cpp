#include "data/file/table.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

#include "data/folder/catalogue.h"
#include "tests/data/fixtures.h"

namespace {

// The calls to the system about files, while a test records them.
std::vector<std::string>* calls = nullptr;

std::string name_of(int fd) {
  return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd)).filename().string();
}

}  // namespace

// These take the place of the library's own in this program.
extern "C" int fsync(int fd) {
  if (calls) calls->push_back("sync " + name_of(fd));
  return static_cast<int>(::syscall(SYS_fsync, fd));
}
extern "C" int rename(const char* from, const char* to) noexcept {
  if (calls) calls->push_back("rename to " + std::filesystem::path{to}.filename().string());
  return static_cast<int>(::syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to));
}

namespace damiera {
namespace {

constexpr TableId id_of(Metric metric) { return {Variant::english, {2, 0, 2, 0}, metric}; }

template <class T>
void expect_holds(const Table& table, std::span<const Outcome> outcomes) {
  std::size_t i = 0;
  for (std::uint64_t n = 0; n < table.blocks(); ++n) {
    std::vector<T> values(table.positions_in(n));
    const auto read = table.read(n, std::span{values});
    ASSERT_TRUE(read) << read.error().message;
    for (const T v : values) {
      ASSERT_TRUE(stands_for(v, outcomes[i])) << "position " << i;
      ++i;
    }
  }
  EXPECT_EQ(i, outcomes.size());
}

TEST(Table, HoldsWhatWasWritten) {
  const TemporaryFolder folder;
  for (const Metric metric : {Metric::wdl, Metric::dtc}) {
    const TableId id = id_of(metric);
    const auto outcomes = random_outcomes(positions_of(id), 20, 60, 1);
    write_table(folder.path(), id, outcomes);
    const auto table = Table::open(folder.path(), id);
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->info(), summary(id, outcomes));
    EXPECT_EQ(table->path(), folder.path() / name(id));
    EXPECT_EQ(table->bytes(), std::filesystem::file_size(table->path()));
    EXPECT_EQ(table->blocks(), (outcomes.size() + block_positions - 1) / block_positions);
    EXPECT_GT(table->blocks(), 1u);
    EXPECT_LT(table->positions_in(table->blocks() - 1), block_positions);
    EXPECT_TRUE(table->check());
    metric == Metric::wdl ? expect_holds<Value>(*table, outcomes)
                          : expect_holds<std::uint16_t>(*table, outcomes);
  }
}

TEST(Table, OfADrawCountHoldsWhatWasWritten) {
  const TemporaryFolder folder;
  for (const Metric metric : {Metric::counted_wdl, Metric::counted_dtc}) {
    TableId id = id_of(metric);
    id.count = 40;
    const auto outcomes = random_outcomes(positions_of(id), 20, 60, 1);
    write_table(folder.path(), id, outcomes);
    const auto table = Table::open(folder.path(), id);
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_TRUE(table->check());
    EXPECT_FALSE(table->is_as_without_count());
    EXPECT_EQ(table->path().extension(), holds_values(metric) ? ".wdl40" : ".dtc40");
    holds_values(metric) ? expect_holds<Value>(*table, outcomes)
                         : expect_holds<std::uint16_t>(*table, outcomes);
  }
}

TEST(Table, OfADrawCountMayHaveNothingButAHeader) {
  const TemporaryFolder folder;
  TableId id = id_of(Metric::counted_wdl);
  id.count = 40;
  const TableInfo info = summary(id, random_outcomes(positions_of(id), 20, 60, 1));
  auto writer = TableWriter::create_without_blocks(folder.path(), info);
  ASSERT_TRUE(writer) << writer.error().message;
  ASSERT_TRUE(writer->finish());
  const auto table = Table::open(folder.path(), id);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_TRUE(table->is_as_without_count());
  EXPECT_EQ(table->info(), info);
  EXPECT_EQ(table->bytes(), 113u);
  EXPECT_TRUE(table->check());
}

// Wins are odd and losses even.
TEST(Table, OfDistancesToTheEndHoldsHalves) {
  const TemporaryFolder folder;
  const TableId id = id_of(Metric::dtw);
  auto outcomes = random_outcomes(positions_of(id), 20, 300, 1);
  for (Outcome& o : outcomes)
    if (!o.is_capture() && o.value() != Value::draw)
      o = o.value() == Value::win ? Outcome::win(o.plies() | 1) : Outcome::loss(o.plies() & ~1);
  write_table(folder.path(), id, outcomes);
  const auto table = Table::open(folder.path(), id);
  ASSERT_TRUE(table) << table.error().message;
  for (std::uint64_t n = 0; n < table->blocks(); ++n) {
    std::vector<std::uint16_t> halves(table->positions_in(n));
    ASSERT_TRUE(table->read(n, std::span{halves}));
    for (std::size_t i = 0; i < halves.size(); ++i) {
      const Outcome o = outcomes[n * block_positions + i];
      const int plies = 2 * halves[i] + (o.value() == Value::win);
      ASSERT_TRUE(stands_for(static_cast<std::uint16_t>(plies), o)) << "position " << i;
    }
  }
}

TEST(Table, SurvivesThatAnotherTakesItsName) {
  const TemporaryFolder folder;
  const TableId id = id_of(Metric::wdl);
  const auto first = random_outcomes(positions_of(id), 20, 60, 1);
  const auto second = random_outcomes(positions_of(id), 20, 60, 2);
  write_table(folder.path(), id, first);
  const auto table = Table::open(folder.path(), id);
  const Table copy = *table;
  write_table(folder.path(), id, second);
  expect_holds<Value>(copy, first);
  expect_holds<Value>(*Table::open(folder.path(), id), second);
}

TEST(Table, KeepsNoFileOpen) {
  const TemporaryFolder folder;
  const TableId id = id_of(Metric::wdl);
  write_table(folder.path(), id, random_outcomes(positions_of(id), 20, 60, 1));
  const int before = ::open("/dev/null", O_RDONLY);
  ::close(before);
  const auto table = Table::open(folder.path(), id);
  ASSERT_TRUE(table);
  const int after = ::open("/dev/null", O_RDONLY);
  ::close(after);
  EXPECT_EQ(after, before);
}

TEST(Table, MissingIsAnErrorThatNamesTheFile) {
  const TemporaryFolder folder;
  const auto table = Table::open(folder.path(), id_of(Metric::wdl));
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code, Error::Code::missing_table);
  EXPECT_NE(table.error().message.find("english/MMvMM.wdl"), std::string::npos);
}

TEST(Table, FolderWithItsNameIsAnError) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(table_path(folder.path(), id_of(Metric::wdl)));
  const auto table = Table::open(folder.path(), id_of(Metric::wdl));
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code, Error::Code::io);
}

TEST(TableWriter, ShowsNothingBeforeItIsFinished) {
  const TemporaryFolder folder;
  const TableId id = id_of(Metric::wdl);
  const auto outcomes = random_outcomes(positions_of(id), 20, 60, 1);
  auto writer = TableWriter::create(folder.path() / "made" / "too", summary(id, outcomes));
  ASSERT_TRUE(writer);
  const auto target = table_path(folder.path() / "made" / "too", id);
  add_all(*writer, id.metric, outcomes);
  EXPECT_FALSE(std::filesystem::exists(target));
  ASSERT_TRUE(writer->finish());
  EXPECT_TRUE(std::filesystem::exists(target));
  // Nothing but the table is left.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{target.parent_path()}, {}), 1);
}

std::string only_file(const std::filesystem::path& folder) {
  const std::filesystem::directory_iterator first{folder};
  EXPECT_EQ(std::distance(begin(first), end(first)), 1);
  return std::filesystem::directory_iterator { folder } -> path().filename().string();
}

// On a shared folder, writers on two machines may have the same process number.
TEST(TableWriter, NamesOfUnfinishedFilesDiffer) {
  const TemporaryFolder folder;
  const TableId id = id_of(Metric::wdl);
  const TableInfo info = summary(id, random_outcomes(positions_of(id), 20, 60, 1));
  auto first = TableWriter::create(folder.path(), info);
  auto second = TableWriter::create(folder.path(), info);
  EXPECT_TRUE(first && second);
}

/// A writer that has all values of a table, and is to finish it.
TableWriter writer_of_all(const std::filesystem::path& folder) {
  const TableId id = id_of(Metric::wdl);
  const auto outcomes = random_outcomes(positions_of(id), 20, 60, 1);
  auto writer = TableWriter::create(folder, summary(id, outcomes));
  EXPECT_TRUE(writer);
  add_all(*writer, id.metric, outcomes);
  return *std::move(writer);
}

// Without this order a loss of power could leave a file with its name but without its bytes.
TEST(TableWriter, SyncsTheFileBeforeItTakesItsNameAndTheFolderThereafter) {
  const TemporaryFolder folder;
  auto writer = writer_of_all(folder.path());
  const std::string part = only_file(folder.path() / "english");
  std::vector<std::string> seen;
  calls = &seen;
  const auto finished = writer.finish();
  calls = nullptr;
  ASSERT_TRUE(finished);
  EXPECT_TRUE(part.starts_with(".MMvMM.wdl." + std::to_string(::getpid()) + "-")) << part;
  EXPECT_TRUE(part.ends_with(".part")) << part;
  EXPECT_EQ(seen,
            (std::vector<std::string>{"sync " + part, "rename to MMvMM.wdl", "sync english"}));
}

TEST(TableWriter, RemovesWhatIsNotFinished) {
  const TemporaryFolder folder;
  const TableId id = id_of(Metric::wdl);
  {
    const auto outcomes = random_outcomes(positions_of(id), 20, 60, 1);
    auto writer = TableWriter::create(folder.path(), summary(id, outcomes));
    ASSERT_TRUE(writer);
    EXPECT_FALSE(std::filesystem::is_empty(folder.path() / "english"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "english"));
}

// This happens if each machine sees only its own locks.
TEST(TableWriter, IsToldToTryAgainWhereItsFileIsRemoved) {
  const TemporaryFolder folder;
  auto writer = writer_of_all(folder.path());
  std::filesystem::remove(folder.path() / "english" / only_file(folder.path() / "english"));
  const auto finished = writer.finish();
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().code, Error::Code::try_again);
}

TEST(TableWriter, NamesTheFileThatCannotBeMade) {
  const TemporaryFolder folder;
  overwrite(folder.path() / "english", {});
  const auto writer = TableWriter::create(folder.path(), summary(id_of(Metric::wdl), {}));
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, Error::Code::io);
  EXPECT_NE(writer.error().message.find("english"), std::string::npos);
}

// A limit on the size of files stands for a full disk.
TEST(TableWriter, NamesTheFileThatTheDiskHasNoRoomFor) {
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{4096, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const TemporaryFolder folder;
  const TableId id = id_of(Metric::dtc);
  const auto outcomes = random_outcomes(positions_of(id), 2, 60, 1);
  {
    auto writer = TableWriter::create(folder.path(), summary(id, outcomes));
    ASSERT_TRUE(writer);
    const auto block = encode_block(id.metric, std::span{outcomes}.first(block_positions));
    ASSERT_GT(block.size(), 4096u);
    ::setrlimit(RLIMIT_FSIZE, &small);
    const auto added = writer->add(block);
    ::setrlimit(RLIMIT_FSIZE, &before);
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, Error::Code::io);
    EXPECT_NE(added.error().message.find("MMvMM.dtc"), std::string::npos);
    EXPECT_NE(added.error().message.find("File too large"), std::string::npos);
  }
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "english"));
}

}  // namespace
}  // namespace damiera
