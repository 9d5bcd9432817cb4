#include "data/folder/folder_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>

#include "data/folder/leftovers.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

std::string taken(const std::filesystem::path& folder) {
  const auto lock = FolderLock::take(folder, Variant::italian, "second");
  return lock ? "" : lock.error().message;
}

TEST(FolderLock, SecondOneIsToldWhoHoldsIt) {
  const TemporaryFolder folder;
  {
    const auto lock =
        FolderLock::take(folder.path(), Variant::italian, "damiera build, since noon");
    ASSERT_TRUE(lock) << lock.error().message;
    const std::string message = taken(folder.path());
    EXPECT_TRUE(message.starts_with((folder.path() / "italian").string() + ": in use by process " +
                                    std::to_string(::getpid()) + " on "))
        << message;
    EXPECT_TRUE(message.ends_with(": damiera build, since noon")) << message;
    EXPECT_TRUE(FolderLock::take(folder.path(), Variant::english, ""));  // another game
  }
  EXPECT_EQ(taken(folder.path()), "");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "italian" / ".lock"));
}

TEST(FolderLock, MovedOneHoldsOn) {
  const TemporaryFolder folder;
  std::optional<FolderLock> kept;
  {
    auto lock = FolderLock::take(folder.path(), Variant::italian, "");
    ASSERT_TRUE(lock);
    kept.emplace(*std::move(lock));
  }
  EXPECT_NE(taken(folder.path()), "");
  kept.reset();
  EXPECT_EQ(taken(folder.path()), "");
}

// Several jobs may run in one folder at the same time, but no two of the same name, and none while
// one process has the whole folder.
TEST(FolderLock, JobsShareTheFolder) {
  const TemporaryFolder folder;
  const auto job = [&](const char* name) {
    return FolderLock::take_job(folder.path(), Variant::italian, name, "a job");
  };
  {
    const auto first = job("KvK"), second = job("KKvK");
    ASSERT_TRUE(first && second);
    const auto again = job("KvK");
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, Error::Code::try_again);
    EXPECT_NE(again.error().message.find("italian/KvK: in use by process "), std::string::npos)
        << again.error().message;
    EXPECT_NE(taken(folder.path()).find("italian: in use by process "), std::string::npos);
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "italian" / ".KvK.lock"));
  const auto all = FolderLock::take(folder.path(), Variant::italian, "all of it");
  ASSERT_TRUE(all);
  const auto beside = job("KvK");
  ASSERT_FALSE(beside);
  EXPECT_TRUE(beside.error().message.ends_with(": all of it")) << beside.error().message;
}

// A killed process cannot tidy up: its file stays, but its lock does not.
TEST(FolderLock, EndsWithItsProcess) {
  const TemporaryFolder folder;
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = FolderLock::take(folder.path(), Variant::italian, "the child");
    if (::write(ready[1], "!", 1) == 1) ::pause();
    ::_exit(0);
  }
  char c = 0;
  ASSERT_EQ(::read(ready[0], &c, 1), 1);
  EXPECT_NE(taken(folder.path()).find("process " + std::to_string(child) + " on "),
            std::string::npos);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "italian" / ".lock"));
  EXPECT_EQ(taken(folder.path()), "");
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(FolderLock, MakesItsFolder) {
  const TemporaryFolder folder;
  EXPECT_TRUE(FolderLock::take(folder.path() / "a" / "b" / "", Variant::italian, ""));
  EXPECT_TRUE(std::filesystem::is_directory(folder.path() / "a" / "b" / "italian"));
}

// A file that another user's process has left does not stop other users.
TEST(FolderLock, TakesTheFileOfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "a superuser can become somebody else";
  const TemporaryFolder folder;
  namespace fs = std::filesystem;
  const auto tables = folder.path() / "italian";
  fs::permissions(folder.path(), fs::perms{0777});
  fs::create_directory(tables);
  fs::permissions(tables, fs::perms{0777});
  overwrite(tables / ".lock", {});
  overwrite(tables / ".KvK.lock", {});
  const auto held = FolderLock::take_job(folder.path(), Variant::italian, "KKvK", "");
  ASSERT_TRUE(held);
  ASSERT_EQ(::seteuid(65534), 0);
  const auto taken = FolderLock::take_job(folder.path(), Variant::italian, "KvK", "");
  const auto busy = FolderLock::take_job(folder.path(), Variant::italian, "KKvK", "");
  ASSERT_EQ(::seteuid(0), 0);
  EXPECT_TRUE(taken) << taken.error().message;
  ASSERT_FALSE(busy);
  EXPECT_EQ(busy.error().code, Error::Code::try_again) << busy.error().message;
}

// As after a kill in the moment in which the list is written.
TEST(FolderLock, OfAListIsRemovedIfItsHolderIsGone) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "italian" / ".checksums.lock";
  {
    std::filesystem::create_directory(file.parent_path());
    const auto held = FolderLock::take_list(folder.path(), Variant::italian);
    ASSERT_TRUE(remove_leftovers(folder.path(), Variant::italian));
    EXPECT_TRUE(std::filesystem::exists(file));
  }
  overwrite(file, {});
  ASSERT_TRUE(remove_leftovers(folder.path(), Variant::italian));
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(FolderLock, FolderThatCannotBeWrittenIsAnError) {
  const TemporaryFolder folder;
  overwrite(folder.path() / "file", {});
  const auto under_a_file = FolderLock::take(folder.path() / "file", Variant::italian, "");
  ASSERT_FALSE(under_a_file);
  EXPECT_EQ(under_a_file.error().code, Error::Code::io);
  // Permissions do not stop a superuser, so the test becomes another user.
  namespace fs = std::filesystem;
  fs::permissions(folder.path(), fs::perms{0755});
  fs::create_directory(folder.path() / "italian");
  fs::permissions(folder.path() / "italian", fs::perms{0555});
  const bool superuser = ::geteuid() == 0;
  if (superuser) {
    ASSERT_EQ(::seteuid(65534), 0);
  }
  const auto read_only = FolderLock::take(folder.path(), Variant::italian, "");
  if (superuser) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  ASSERT_FALSE(read_only);
  EXPECT_EQ(read_only.error().code, Error::Code::io);
  EXPECT_EQ(read_only.error().message,
            (folder.path() / "italian" / ".lock").string() + ": create: Permission denied");
}

}  // namespace
}  // namespace damiera
