// Which folders the commands read and write, and what they say about missing tables.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "data/folder/folder_lock.h"
#include "tests/cli/program.h"

namespace damiera {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class Folders : public testing::Test {
 protected:
  ~Folders() override { unsetenv("DAMIERA_TABLES"); }

  std::string path(const std::string& name) const { return (program_.home() / name).string(); }
  void build(const std::string& folder, const std::string& more = "--pieces 2") const {
    const auto run = program_.run("build italian " + more + " --tables " + path(folder));
    ASSERT_EQ(run.status, 0) << run.err;
  }
  static void set_environment(const std::string& list) {
    setenv("DAMIERA_TABLES", list.c_str(), 1);
  }
  /// The standard error of a probe, which finds the shipped tables in any case.
  std::string said(const std::string& options) const {
    const auto run = program_.run("probe italian W:WK1:BK32 " + options);
    EXPECT_EQ(run.status, 0) << run.err;
    return run.err;
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
  }

  test::Program program_;
};

TEST_F(Folders, ABuildWritesToTheFirstOneThatIsNamed) {
  const auto folder_of = [&](const std::string& options) {
    const auto run = program_.run("build italian --pieces 2 --estimate --json " + options);
    return json::parse(run.out)["tables"].get<std::string>();
  };
  EXPECT_EQ(folder_of(""), path("data/damiera/tables"));
  set_environment(":" + path("a") + ":" + path("b"));
  EXPECT_EQ(folder_of(""), path("a"));
  EXPECT_EQ(folder_of("--tables " + path("c") + " --tables " + path("d")), path("c"));
}

TEST_F(Folders, TablesOfTheEnvironmentAndOfOptionsAreRead) {
  build("a", "--slices KKKvKM --metric wdl");
  build("b", "--slices KKKvKM --metric wdl,dtc");
  // Too far from a conversion to be known without a table of distances.
  const std::string question = "probe italian --json W:WK29,K30,K31:BK1,9 ";
  const auto dtc = [&](const std::string& options) {
    const auto run = program_.run(question + options);
    EXPECT_EQ(run.status, 0) << run.err;
    return json::parse(run.out)["dtc"];
  };
  EXPECT_TRUE(dtc("").is_null());
  EXPECT_TRUE(dtc("--tables " + path("a")).is_null());
  EXPECT_FALSE(dtc("--tables " + path("a") + " --tables " + path("b")).is_null());
  set_environment(path("a") + ":" + path("b"));
  EXPECT_FALSE(dtc("").is_null());
  set_environment(path("b"));
  EXPECT_FALSE(dtc("--tables " + path("a")).is_null()) << "--tables adds to the environment";
}

TEST_F(Folders, OneWithoutTablesOfTheGameIsSaid) {
  build("tables");
  EXPECT_EQ(said("--tables " + path("tables")), "");
  fs::create_directories(path("empty"));
  EXPECT_TRUE(has(said("--tables " + path("empty")), "/empty' holds no tables of italian\n"));
  set_environment(path("empty"));
  EXPECT_TRUE(has(said(""), "/empty' holds no tables of italian\n"));
  set_environment(path("not/there"));
  EXPECT_TRUE(has(said(""), "/not/there' holds no tables of italian\n"));
  set_environment(path("tables"));
  EXPECT_EQ(said(""), "");
  const auto other = program_.run("probe english W:WK1:BK32");
  EXPECT_EQ(other.err, "") << "tables of another game are no mistake in a list for all";
}

TEST_F(Folders, OneWithoutTablesIsSaidToTheGuiOfAnEngine) {
  build("tables");
  fs::create_directories(path("empty"));
  const auto answer = [&](const std::string& folder) {
    const auto run = program_.run("hub --tables " + path(folder),
                                  "set-param name=variant value=italian\ninit\nquit\n");
    EXPECT_EQ(run.status, 0) << run.err;
    return run.out;
  };
  EXPECT_EQ(answer("tables"), "ready\n");
  EXPECT_EQ(answer("empty"),
            "error message=\"'" + path("empty") + "' holds no tables of italian\"\nready\n");
}

TEST_F(Folders, TablesOneLevelDeeperOrHigherAreFound) {
  build("deep/tables");
  const std::string right = "expected '" + path("deep/tables") + "'";
  EXPECT_TRUE(has(said("--tables " + path("deep")), "one level deeper: " + right));
  for (const char* end : {"", "/"})
    EXPECT_TRUE(has(said("--tables " + path("deep/tables/italian") + end), right));
  fs::rename(path("deep/tables/italian"), path("deep/tables/mine"));
  EXPECT_TRUE(has(said("--tables " + path("deep/tables/mine")),
                  "expected them in '" + path("deep/tables/mine/italian") + "'"));
}

TEST_F(Folders, EveryCommandSaysWhereTablesLieInstead) {
  build("deep/tables");
  const std::string hint = "expected '" + path("deep/tables") + "'";
  std::ofstream{path("list")}
      << program_.run("checksums italian --tables " + path("deep/tables")).out;
  for (const std::string command :
       {"stats italian", "line italian W:WK1:BK32", "verify italian --slices KvK",
        "checksums italian", "repair italian", "build italian --pieces 2 --estimate"}) {
    const auto run = program_.run(command + " --tables " + path("deep"));
    EXPECT_TRUE(has(run.err, hint)) << command << ": " << run.err;
  }
  const auto listed =
      program_.run("verify italian --against " + path("list") + " --tables " + path("deep"));
  EXPECT_TRUE(has(listed.err, hint)) << listed.err;
  const auto packed = program_.run("pack italian " + path("deep") + " " + path("packed"));
  EXPECT_EQ(packed.status, 3);
  EXPECT_TRUE(has(packed.err, hint)) << packed.err;
}

TEST_F(Folders, AMissingTableSaysWhatThereIsAndHowToGetIt) {
  const std::string six = "W:WK1,K2,K3:BK29,K30,K31";
  for (const std::string command : {"probe", "line"}) {
    const auto run = program_.run(command + " italian " + six);
    EXPECT_EQ(run.status, 3);
    EXPECT_TRUE(has(run.err, "KKKvKKK.wdl")) << run.err;
    EXPECT_TRUE(has(run.err,
                    "6 pieces: here are tables of 2 to 5; `damiera build italian --pieces 6` "
                    "would take about "))
        << run.err;
    EXPECT_TRUE(has(run.err, " MB\n")) << run.err;
  }
  fs::create_directories(path("it's mine"));
  const auto run = program_.run("probe italian " + six + " --tables \"" + path("it's mine") + "\"");
  EXPECT_TRUE(has(run.err, "--pieces 6 --tables '" + path("it'\\''s mine") + "'`")) << run.err;
}

TEST_F(Folders, MissingDistancesAreNamedAsSuch) {
  build("wdl", "--slices KKKvKM --metric wdl");
  const auto run = program_.run("line italian W:WK29,K30,K31:BK1,5 --tables " + path("wdl"));
  EXPECT_EQ(run.status, 3);
  EXPECT_TRUE(has(run.err, "here are tables of the distance to conversion of 2 to 4; ")) << run.err;
}

TEST_F(Folders, TooManyPiecesForABuildAreSaid) {
  const auto run =
      program_.run("probe international W:WK1,K2,K3,K4,K5,K6,K7:BK44,K45,K46,K47,K48,K49,K50");
  EXPECT_EQ(run.status, 3);
  EXPECT_TRUE(
      has(run.err, "14 pieces: here are tables of 2 to 5; tables of more than 12 cannot be built"))
      << run.err;
}

TEST_F(Folders, PackReadsOneFolderAndWritesAnother) {
  build("tables");
  fs::create_directory_symlink(path("tables"), path("link"));
  fs::create_directories(path("other"));
  fs::create_directory_symlink(path("tables/italian"), path("other/italian"));
  const auto before = program_.run("checksums italian --tables " + path("tables")).out;
  for (const char* same : {"tables", "tables/../tables", "link", "other"}) {
    const auto run = program_.run("pack italian " + path("tables") + " " + path(same));
    EXPECT_EQ(run.status, 2) << same;
    EXPECT_TRUE(has(run.err, "the same folder")) << run.err;
  }
  EXPECT_EQ(program_.run("checksums italian --tables " + path("tables")).out, before);
}

TEST_F(Folders, PackSaysBeforehandWhatItWillTake) {
  build("tables");
  const std::string command = "pack italian " + path("tables") + " " + path("packed") + " --json";
  const auto run = program_.run(command);
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(has(
      run.err, "packing italian: 0 of 8 tables finished; 6976 positions to pack, about a second"))
      << run.err;
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::directory_iterator{path("tables/italian")})
    if (entry.path().extension() == ".wdl") bytes += entry.file_size();
  EXPECT_EQ(json::parse(run.out)["metrics"][0]["bytes_before"], bytes);
  EXPECT_TRUE(has(program_.run(command).err, "8 of 8 tables finished; 0 positions to pack"));
}

TEST_F(Folders, ABuildThatGoesOnCallsItsOwnTablesNew) {
  const auto first = program_.run("build italian --pieces 2");
  EXPECT_FALSE(has(first.out, "New in this run")) << first.out;
  const auto second = program_.run("build italian --pieces 3");
  EXPECT_TRUE(has(second.out, "New in this run:\n")) << second.out;
}

// Jobs that still work need the chunks that a merge removes.
TEST_F(Folders, ListsAreMergedWhenNoJobWorksThere) {
  build("a");
  build("a", "--pair KMvK --level 0");
  const auto chunks = [&] {
    std::size_t n = 0;
    for (const auto& file : fs::directory_iterator{program_.home() / "a/italian"})
      n += file.path().filename().string().starts_with(".KMvK.L");
    return n;
  };
  EXPECT_EQ(chunks(), 1u);
  {
    const auto job = FolderLock::take_job(program_.home() / "a", Variant::italian, "KMvKM", "job");
    ASSERT_TRUE(job) << job.error().message;
    EXPECT_EQ(program_.run("checksums italian --merge --tables " + path("a")).status, 75);
    EXPECT_EQ(chunks(), 1u);
  }
  EXPECT_EQ(program_.run("checksums italian --merge --tables " + path("a")).status, 0);
  EXPECT_EQ(chunks(), 0u);
  EXPECT_EQ(program_.run("checksums italian --merge --tables " + path("b")).status, 3);
  EXPECT_FALSE(fs::exists(path("b")));
}

TEST_F(Folders, OnlySlicesOfTheGameAreNamedAsMissing) {
  const auto other = program_.run("find breakthrough KvK --win");
  EXPECT_EQ(other.status, 2);
  EXPECT_TRUE(has(other.err, "slice 'KvK': expected men only")) << other.err;
  const auto larger = program_.run("probe breakthrough W:W31,32,33:B20,19,18");
  EXPECT_EQ(larger.status, 3);
  EXPECT_TRUE(has(larger.err, "here are tables of 2 to 4")) << larger.err;
}

// As a variable of the shell that is not set.
TEST_F(Folders, EmptyNamesAreRefused) {
  for (const std::string& folders : std::vector<std::string>{"'' b", "a ''"}) {
    const auto run = program_.run("pack italian " + folders);
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(has(run.err, "expected a folder, found no name")) << run.err;
  }
}

TEST_F(Folders, MistakesInNamesAreSaid) {
  std::ofstream{program_.home() / "file"} << "no folder";
  const auto file = program_.run("build italian --pieces 2 --tables " + path("file"));
  EXPECT_EQ(file.status, 3);
  EXPECT_TRUE(has(file.err, "not a folder")) << file.err;
  const auto read = program_.run("build italian --pieces 2 --estimate --read " + path("none"));
  EXPECT_EQ(read.status, 0);
  EXPECT_TRUE(has(read.err, "none: no such folder")) << read.err;
  const auto probed = program_.run("probe italian W:WK1:BK32 --tables " + path("file"));
  EXPECT_EQ(probed.status, 3);
  EXPECT_TRUE(has(probed.err, "file: not a folder")) << probed.err;
}

// Of jobs that run without a user's environment.
TEST_F(Folders, TheUsersFolderIsTheSameWithoutAHome) {
  const std::string estimate = "build italian --pieces 2 --estimate --json";
  for (const char* before : {"env -u XDG_DATA_HOME -u HOME ", "env -u XDG_DATA_HOME HOME=here "}) {
    const auto run = program_.run_after(before, estimate);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(json::parse(run.out)["tables"].get<std::string>().starts_with("/")) << run.out;
  }
}

}  // namespace
}  // namespace damiera
