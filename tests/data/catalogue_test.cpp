#include "data/folder/catalogue.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "data/folder/leftovers.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

TEST(Catalogue, ListsTablesInSolvingOrder) {
  const TemporaryFolder folder;
  std::vector<TableId> expected;
  for (int pieces = 2; pieces <= 4; ++pieces)
    for (const Material& m : slices_of(pieces))
      for (const TableId& id :
           {TableId{Variant::russian, m, Metric::wdl}, TableId{Variant::russian, m, Metric::dtc},
            TableId{Variant::russian, m, Metric::dtw},
            TableId{Variant::russian, m, Metric::counted_wdl, 1},
            TableId{Variant::russian, m, Metric::counted_wdl, 15},
            TableId{Variant::russian, m, Metric::counted_wdl, 255},
            TableId{Variant::russian, m, Metric::counted_dtc, 15}})
        expected.push_back(id);
  std::filesystem::create_directories(folder.path() / "russian");
  std::filesystem::create_directories(folder.path() / "italian");
  for (const TableId& id : expected) overwrite(table_path(folder.path(), id), {});
  for (const char* foreign :
       {"russian/.KvK.wdl.12.part", "russian/KvK.wdl~", "russian/MKvK.wdl", "russian/Kv.wdl",
        "russian/KvK.dtm", "russian/KvK.wdl0", "russian/KvK.wdl015", "russian/KvK.dtc256",
        "russian/KvK.dtc-1", "russian/KvK.dtc1x", "russian/KvK.dtw15", "russian/.wdl",
        "russian/KKKKKKKKKKKKKKKvMMMMMMMMMMMMMMMMM.wdl",  // too many pieces
        "russian/KKKKKKKKKKKKKKKMMMvKKKKKKKKKKKKKKK.wdl", "russian/README", "italian/KvM.wdl",
        "KKvK.wdl"})
    overwrite(folder.path() / foreign, {});

  const auto found = list_tables(folder.path(), Variant::russian);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(*found, expected);
  EXPECT_TRUE(has_table(folder.path(), expected[0]));
  EXPECT_FALSE(has_table(folder.path(), {Variant::english, {0, 1, 0, 1}, Metric::wdl}));
}

TEST(Catalogue, FolderThatIsNotThereHoldsNothing) {
  const TemporaryFolder folder;
  const auto found = list_tables(folder.path() / "nowhere", Variant::italian);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->empty());
  const auto removed = remove_leftovers(folder.path() / "nowhere", Variant::italian);
  ASSERT_TRUE(removed);
  EXPECT_EQ(*removed, 0);
}

// Otherwise a table with this name in another folder would be used in its place.
TEST(Catalogue, WhatIsNoFileButHasTheNameOfATableIsAnError) {
  const TemporaryFolder folder;
  const auto name = folder.path() / "russian" / "KKKKKvK.wdl";
  const auto complaint = [&] {
    const auto found = list_tables(folder.path(), Variant::russian);
    return found ? std::string{} : found.error().message;
  };
  std::filesystem::create_directories(name);
  EXPECT_EQ(complaint(), name.string() + ": not a file");
  std::filesystem::remove(name);
  EXPECT_EQ(complaint(), "");
  std::filesystem::create_symlink("nowhere", name);
  EXPECT_EQ(complaint(), name.string() + ": not a file");
  std::filesystem::remove(name);
  std::filesystem::create_symlink(name, name);  // what the name stands for cannot be told
  EXPECT_EQ(complaint(), name.string() + ": stat: Too many levels of symbolic links");
}

TEST(Catalogue, FolderThatIsAFileIsAnError) {
  const TemporaryFolder folder;
  overwrite(folder.path() / "italian", {});
  const auto found = list_tables(folder.path(), Variant::italian);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Error::Code::io);
}

// A process that is killed in the midst of writing leaves its file; one still at work has its own.
TEST(Catalogue, RemovesTheLeftoversOfKilledWritersOnly) {
  const TemporaryFolder folder;
  const TableId id{Variant::italian, {0, 2, 0, 1}, Metric::wdl};
  const TableInfo info = summary(id, std::vector<Outcome>(positions_of(id), Outcome::draw()));
  const pid_t child = ::fork();
  if (child == 0) {
    const auto writer = TableWriter::create(folder.path(), info);
    ::raise(SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  const auto tables = folder.path() / "italian";
  const auto killed = std::filesystem::directory_iterator { tables } -> path();
  ASSERT_TRUE(killed.filename().string().starts_with(".KKvK.wdl." + std::to_string(child) + "-"));

  auto at_work = TableWriter::create(folder.path(), info);
  ASSERT_TRUE(at_work);
  for (const char* foreign : {"KKvK.wdl.part", ".KKvK.wdl.part", ".KKvK.wdl.x.part", ".KvK.wdl.1",
                              ".KKvK.txt.1.part", "KvM.dtc", ".keep"})
    overwrite(folder.path() / "italian" / foreign, {});

  const auto of_others = remove_leftovers(folder.path(), Variant::italian, {{0, 1, 0, 1}});
  ASSERT_TRUE(of_others);
  EXPECT_EQ(*of_others, 0);
  const auto removed = remove_leftovers(folder.path(), Variant::italian);
  ASSERT_TRUE(removed) << removed.error().message;
  EXPECT_EQ(*removed, 1);
  EXPECT_FALSE(std::filesystem::exists(killed));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder.path() / "italian"}, {}), 8);
  add_all(*at_work, Metric::wdl, std::vector<Outcome>(info.positions, Outcome::draw()));
  EXPECT_TRUE(at_work->finish());
}

}  // namespace
}  // namespace damiera
