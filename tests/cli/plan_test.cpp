// `damiera plan`: the same jobs as JSON, and as text for the programs that run them.
// end_to_end.plan_make shows that running them with make gives the same tables.

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/program.h"

namespace damiera {
namespace {

using Json = nlohmann::json;
using test::Program;

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
  return n;
}

class Plan : public testing::Test {
 protected:
  /// A plan of the English game, in a folder with a space in its name.
  test::Run plan(const std::string& arguments) const {
    return program_.run("plan english --threads 2 --tables '" + folder() + "' " + arguments);
  }
  std::string folder() const { return (program_.home() / "my tables").string(); }

  Program program_;
};

TEST_F(Plan, NeedsAFolderThatCanBeRead) {
  std::filesystem::create_directories(folder());
  std::ofstream{folder() + "/english"} << "no folder";
  const auto run = plan("--pieces 3");
  EXPECT_EQ(run.status, 3);
  EXPECT_NE(run.err.find("english: list: Not a directory"), std::string::npos) << run.err;
}

TEST_F(Plan, WarnsOfTablesThatJobsCannotRead) {
  const std::string built = (program_.home() / "built").string();
  ASSERT_EQ(program_.run("build english --pieces 3 --no-shipped --tables '" + built + "'").status,
            0);
  ASSERT_EQ(program_.run("pack english --sides one '" + built + "' '" + folder() + "'").status, 0);
  const auto run = plan("--pieces 4");
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.err.find(" others: only the flipped slices have values"), std::string::npos)
      << run.err;
  const auto other = program_.run("plan english --pieces 4 --tables '" + built + "'");
  EXPECT_EQ(other.err, "");
}

TEST_F(Plan, DoesNotWarnWherePlanesAreKept) {
  const std::string built = (program_.home() / "built").string();
  const std::string planes = " --planes '" + (program_.home() / "planes").string() + "'";
  ASSERT_EQ(program_
                .run("build english --pieces 3 --metric wdl --keep-planes --no-shipped --tables '" +
                     built + "'" + planes)
                .status,
            0);
  ASSERT_EQ(program_.run("pack english --sides one '" + built + "' '" + folder() + "'").status, 0);
  EXPECT_EQ(plan("--pieces 4 --metric wdl --no-shipped" + planes).err, "");
  EXPECT_NE(plan("--pieces 4 --metric wdl --no-shipped").err, "");
}

TEST_F(Plan, HasEachPairOnceAndInOrder) {
  const auto run = plan("--pieces 4 --minutes 0");
  ASSERT_EQ(run.status, 0) << run.err;
  const Json plan = Json::parse(run.out);
  EXPECT_EQ(plan["variant"], "english");
  EXPECT_EQ(plan["threads"], 2);
  ASSERT_EQ(plan["jobs"].size(), 23u);
  std::set<std::string> before;
  std::map<std::string, int> wave;
  for (const Json& job : plan["jobs"]) {
    for (const std::string need : job["needs"]) {
      EXPECT_TRUE(before.contains(need)) << job["id"];
      EXPECT_LT(wave[need], job["wave"]);
    }
    EXPECT_TRUE(before.insert(job["id"]).second) << job["id"];
    wave[job["id"]] = job["wave"];
    EXPECT_GT(job["positions"], 0);
    EXPECT_GT(job["seconds"], 0);
    EXPECT_GT(job["memory"], 1 << 20);
    const std::string command = job["command"];
    EXPECT_TRUE(command.starts_with("\"${DAMIERA:-damiera}\" build english --pair ")) << command;
    EXPECT_NE(command.find("--tables '" + folder() + "'"), std::string::npos) << command;
  }
  EXPECT_TRUE(plan["jobs"][0]["needs"].empty());
}

TEST_F(Plan, PutsSmallPairsIntoOneJob) {
  const Json plan = Json::parse(this->plan("--pieces 4").out);
  ASSERT_EQ(plan["jobs"].size(), 1u);
  EXPECT_EQ(plan["jobs"][0]["pairs"].size(), 23u);
  EXPECT_EQ(plan["jobs"][0]["outputs"].size(), 2 * 41u);
  EXPECT_EQ(plan["jobs"][0]["bytes_read"], 0);
}

// Anybody who finds the file can then print it again.
TEST_F(Plan, SaysTheWholeCommandThatPrintedIt) {
  const std::string arguments =
      " --dtw --slices KvK,KMvK --count 7 --metric dtc --memory 1G --no-shipped --minutes 0.25";
  const Json plan = Json::parse(this->plan(arguments).out);
  const std::string line = plan["made_by"];
  EXPECT_TRUE(line.starts_with("damiera plan english ")) << line;
  for (const std::string& option : std::vector<std::string>{
           "--tables '" + folder() + "'", "--threads 2", "--dtw", "--slices KvK", "--slices KMvK",
           "--count 7", "--metric dtc", "--memory 1G", "--no-shipped", "--minutes 0.25"})
    EXPECT_NE((line + " ").find(" " + option + " "), std::string::npos) << option << ": " << line;
  Json again = Json::parse(program_.run(line.substr(std::string{"damiera "}.size())).out);
  again["made_by"] = line;
  EXPECT_EQ(again, plan);
  const auto text = program_.run("plan english --pieces 2 --format slurm --tables 'a\nb'");
  EXPECT_NE(text.out.find(" --tables 'a b' "), std::string::npos) << text.out;
}

// Every job would refuse this memory.
TEST_F(Plan, RefusesMemoryThatIsTooLittleForAJob) {
  const auto refused = this->plan("--pieces 4 --memory 1M");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("--memory: 1.0 MiB is too little, this build needs at least "),
            std::string::npos)
      << refused.err;
}

// Each stage is a job of its own, with the options that make its tables.
TEST_F(Plan, HasJobsOfCountsAndDtw) {
  const Json plan = Json::parse(this->plan("--pieces 2 --count 7 --dtw --minutes 0").out);
  std::map<std::string, std::string> commands;
  for (const Json& job : plan["jobs"]) commands[job["id"]] = job["command"];
  ASSERT_EQ(commands.size(), 9u);
  EXPECT_EQ(count(commands["KvK"], "--count") + count(commands["KvK"], "--dtw"), 0u);
  EXPECT_EQ(count(commands["KvK.count7"], "--count 7 "), 1u);
  EXPECT_EQ(count(commands["KvK.dtw"], "--dtw "), 1u);
}

// A job's command does what the plan says, and is not planned again.
TEST_F(Plan, CommandsBuildWhatTheySay) {
  const Json before = Json::parse(plan("--pieces 2 --minutes 0").out);
  for (const Json& job : before["jobs"]) {
    const std::string command = job["command"];
    const auto run = program_.run(command.substr(command.find("build")));
    EXPECT_EQ(run.status, 0) << run.err;
    for (const std::string path : job["outputs"])
      EXPECT_TRUE(std::filesystem::exists(path)) << path;
  }
  EXPECT_TRUE(Json::parse(plan("--pieces 2").out)["jobs"].empty());
}

// Also a program that lies in a folder with a space in its name.
TEST_F(Plan, RunsTheProgramOfTheVariable) {
  const Json plan = Json::parse(this->plan("--pieces 2").out);
  const auto program = program_.home() / "my programs/damiera";
  std::filesystem::create_directories(program.parent_path());
  std::filesystem::create_symlink(DAMIERA_PROGRAM, program);
  const std::string command = plan["jobs"][0]["command"];
  EXPECT_EQ(
      std::system(("export DAMIERA='" + program.string() + "' && " + command + " >&2").c_str()), 0);
  EXPECT_TRUE(Json::parse(this->plan("--pieces 2").out)["jobs"].empty());
}

// Values that one job finds and later jobs look up are kept between them; no others are.
TEST_F(Plan, KeepsPlanesThatLaterJobsLookUp) {
  const Json plan = Json::parse(
      this->plan("--pieces 3 --minutes 0 --dtw --planes '" + folder() + "/of values'").out);
  std::set<std::string> needed;
  for (const Json& job : plan["jobs"])
    for (const std::string need : job["needs"]) needed.insert(need);
  std::map<std::string, std::string> commands;
  for (const Json& job : plan["jobs"]) commands[job["id"]] = job["command"];
  EXPECT_EQ(count(commands["KvK"], " --keep-planes"), 1u);
  EXPECT_EQ(count(commands["KKvK"], " --keep-planes"), 1u);
  EXPECT_EQ(count(commands["MMvM"], " --keep-planes"), 0u) << "needed for its distances alone";
  EXPECT_TRUE(needed.contains("MMvM"));
  EXPECT_EQ(count(commands["KvK.dtw"], " --keep-planes"), 0u);
  EXPECT_EQ(count(commands["KvK"], " --planes '" + folder() + "/of values'"), 1u);
  EXPECT_EQ(count(this->plan("--pieces 3 --minutes 0 --no-planes").out, "keep-planes"), 0u);
}

/// The jobs of a plan by their ids.
std::map<std::string, Json> jobs_of(const test::Run& run) {
  EXPECT_EQ(run.status, 0) << run.err;
  std::map<std::string, Json> jobs;
  const Json plan = Json::parse(run.out);
  for (const Json& job : plan["jobs"]) jobs[job["id"]] = job;
  return jobs;
}

/// The first and the last level of "12" or "8-23".
std::pair<int, int> levels_of(const Json& job) {
  const std::string text = job["level"];
  return {std::stoi(text), std::stoi(text.substr(text.find('-') + 1))};
}

// Each chunk needs all chunks of the level below it, the chunks of the lowest level need what the
// pair needs, and the join needs the chunks of the highest level. The join has the name, the tables
// and the place of the pair's job.
TEST_F(Plan, CutsLargePairsIntoChunks) {
  const std::string arguments = "--pieces 4 --metric wdl --minutes 0.00003 ";
  const auto whole = jobs_of(plan(arguments)), cut = jobs_of(plan(arguments + "--unit chunk"));
  std::map<std::string, std::map<int, std::set<std::string>>> by_last_level;
  std::map<std::string, std::uint64_t> positions;
  for (const auto& [id, job] : cut) {
    if (job["unit"] != "chunk") continue;
    const std::string pair = job["pairs"][0];
    by_last_level[pair][levels_of(job).second].insert(id);
    positions[pair] += job["positions"].get<std::uint64_t>();
  }
  EXPECT_GT(by_last_level.size(), 2u);
  EXPECT_GT(cut.size(), whole.size() + by_last_level.size());
  for (const auto& [id, job] : cut) {
    const auto needs = job["needs"].get<std::set<std::string>>();
    for (const std::string& need : needs) EXPECT_LT(cut.at(need)["wave"], job["wave"]) << id;
    if (job["unit"] == "pair") {
      EXPECT_EQ(job["command"], whole.at(id)["command"]);
      EXPECT_EQ(job["needs"], whole.at(id)["needs"]);
      continue;
    }
    const std::string pair = job["pairs"][0], command = job["command"];
    if (job["unit"] == "join") {
      EXPECT_EQ(id, pair);
      EXPECT_GT(whole.at(id)["seconds"], 0.00003 * 60);
      EXPECT_EQ(job["outputs"], whole.at(id)["outputs"]);
      EXPECT_EQ(needs, by_last_level[pair].rbegin()->second);
      EXPECT_EQ(count(command, "}\" join english --pair " + pair + " --metric wdl"), 1u) << command;
      continue;
    }
    const std::string level = job["level"], chunk = job["chunk"];
    EXPECT_EQ(count(command, "}\" build english --pair " + pair + " --level " + level +
                                 " --chunk " + chunk + " --metric wdl"),
              1u)
        << command;
    ASSERT_EQ(job["outputs"].size(), 1u);
    EXPECT_EQ(count(job["outputs"][0], "/english/." + id), 1u) << job["outputs"];
    const int first = levels_of(job).first;
    EXPECT_EQ(needs, first == 0 ? whole.at(pair)["needs"].get<std::set<std::string>>()
                                : by_last_level[pair].at(first - 1))
        << id;
  }
  for (const auto& [pair, sum] : positions)
    EXPECT_NEAR(static_cast<double>(sum), whole.at(pair)["positions"], 100) << pair;
}

TEST_F(Plan, ChunksMakeTheTablesOfThePair) {
  const std::string arguments = "--slices KMvK --minutes 0.000005 --unit chunk";
  const Json before = Json::parse(plan(arguments).out);
  EXPECT_GT(count(before.dump(), " --level "), 4u);
  for (const Json& job : before["jobs"]) {
    const std::string command = job["command"];
    const auto run = program_.run(command.substr(command.find("}\" ") + 3));
    EXPECT_EQ(run.status, 0) << run.err;
    for (const std::string path : job["outputs"])
      EXPECT_TRUE(std::filesystem::exists(path)) << path;
  }
  EXPECT_TRUE(Json::parse(plan(arguments).out)["jobs"].empty());
}

// Without men there is one block, without kings there are no levels; other stages have no chunks.
TEST_F(Plan, LeavesInOnePieceWhatHasNoChunks) {
  const auto jobs = jobs_of(plan("--pieces 3 --count 7 --dtw --unit chunk --minutes 0.000001"));
  for (const char* id : {"KKvK", "MMvM", "KMvK.count7", "KMvK.dtw"})
    EXPECT_EQ(jobs.at(id)["unit"], "pair") << id;
  EXPECT_EQ(jobs.at("KMvK")["unit"], "join");
  for (const auto& [id, job] : jobs_of(plan("--pieces 4 --unit chunk")))
    EXPECT_EQ(job["unit"], "pair") << id;
}

// A join does not replace existing tables, so a job that does must make a damaged one again.
TEST_F(Plan, LeavesInOnePieceWhatIsDamaged) {
  ASSERT_EQ(program_.run("build english --slices KMvK --tables '" + folder() + "'").status, 0);
  std::filesystem::resize_file(folder() + "/english/KMvK.wdl", 10);
  const auto jobs = jobs_of(plan("--slices KMvK --unit chunk --minutes 0.000005"));
  ASSERT_EQ(jobs.size(), 1u);
  EXPECT_EQ(jobs.at("KMvK")["unit"], "pair");
  EXPECT_EQ(jobs.at("KMvK")["damaged"], true);
}

TEST_F(Plan, TellsHowOftenToSaveLevelsToWhoSavesThem) {
  const auto jobs = jobs_of(plan(
      "--slices KMvK --unit chunk --minutes 0.000005 --keep-levels 7 --metric wdl --no-shipped"));
  std::map<std::string, int> with, without;
  for (const auto& [id, job] : jobs)
    ++(job["command"].get<std::string>().find(" --keep-levels 7") != std::string::npos
           ? with
           : without)[job["unit"]];
  EXPECT_GT(with["pair"], 0);
  EXPECT_GT(without["join"], 0);
  EXPECT_EQ(with["join"] + with["chunk"] + without["pair"], 0);
}

TEST_F(Plan, SimulatesMachines) {
  const auto run = plan("--pieces 6 --minutes 0.1 --simulate 1,2,1000 --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const Json rows = Json::parse(run.out);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_DOUBLE_EQ(rows[0]["speedup"], 1);
  EXPECT_LT(rows[1]["seconds"], rows[0]["seconds"]);
  EXPECT_DOUBLE_EQ(rows[2]["seconds"], rows[2]["longest_chain"]);
  EXPECT_LE(rows[2]["longest_job"], rows[2]["longest_chain"]);
}

TEST_F(Plan, SimulatesChunks) {
  const auto longest = [&](const std::string& unit) {
    const auto run = plan("--pieces 6 --minutes 0.05 --simulate 64 --json --unit " + unit);
    return Json::parse(run.out)[0]["longest_job"].get<double>();
  };
  EXPECT_LT(longest("chunk"), longest("pair"));
  EXPECT_LT(longest("chunk"), 0.05 * 60 + 2);
}

TEST_F(Plan, NamesFoldersAsEachReaderUnderstandsThem) {
  const std::string pieces = "plan english --pieces 2 --no-shipped --tables ";
  const auto snakefile = program_.run(pieces + "'fr{ac}e' --format snakemake");
  EXPECT_EQ(snakefile.status, 0) << snakefile.err;
  EXPECT_NE(snakefile.out.find("/fr{{ac}}e' "), std::string::npos) << snakefile.out;
  EXPECT_EQ(snakefile.out.find("/fr{ac}e"), std::string::npos) << snakefile.out;
  const std::string folder = "'" + (program_.home() / "caf\xe9").string() + "'";
  const auto expect_refused = [&](const std::string& format) {
    const auto latin = program_.run(pieces + folder + " --format " + format);
    EXPECT_EQ(latin.status, 2) << format;
    EXPECT_NE(latin.err.find("/caf\xc3\xa9' "), std::string::npos) << latin.err;
    EXPECT_NE(latin.err.find("expected names of folders in UTF-8"), std::string::npos) << latin.err;
  };
  for (const std::string format : {"snakemake", "json"}) expect_refused(format);
  ASSERT_EQ(program_.run("build english --pieces 2 --no-shipped --tables " + folder).status, 0);
  for (const std::string format : {"snakemake", "json"}) expect_refused(format);
  const auto hash = program_.run(pieces + "hash --read 'disk #2' --format make");
  EXPECT_NE(hash.out.find("/disk \\#2' "), std::string::npos) << hash.out;
  EXPECT_EQ(program_.run(pieces + "lines --read 'two\nlines' --format make").status, 2);
  EXPECT_EQ(program_.run(pieces + "hash --read 'disk\\#2' --format make").status, 2);
  const auto waves = program_.run(pieces + "'two\nlines' --format waves");
  EXPECT_EQ(waves.status, 2);
  EXPECT_NE(waves.err.find("expected folders without line breaks"), std::string::npos) << waves.err;
  EXPECT_EQ(program_.run(pieces + "'two\nlines' --format slurm").status, 0);
}

// Behind a symbolic link ".." is not what stands before it.
TEST_F(Plan, NamesTheFolderThatItReads) {
  const auto home = program_.home();
  std::filesystem::create_directories(home / "disk/english");
  std::filesystem::create_directory_symlink("disk/english", home / "link");
  const auto folder_in = [&](const std::string& tables) {
    const Json plan = Json::parse(
        program_.run("plan english --pieces 2 --no-shipped --tables '" + tables + "'").out);
    const std::string command = plan["jobs"][0]["command"], output = plan["jobs"][0]["outputs"][0];
    const std::string folder = output.substr(0, output.find("/english/KvK.wdl"));
    EXPECT_EQ(count(command, " --tables " + folder + " "), 1u) << command;
    return folder;
  };
  EXPECT_EQ(folder_in((home / "link/../tables").string()), (home / "link/../tables").string());
  EXPECT_EQ(folder_in((home / "disk/./../tables").string()), (home / "tables").string());
  EXPECT_EQ(folder_in((home / "link/tables").string()), (home / "link/tables").string());
}

TEST_F(Plan, SaysWhatIsWrong) {
  const auto nothing = plan("");
  EXPECT_EQ(nothing.status, 2);
  EXPECT_NE(nothing.err.find("by --pieces or --slices"), std::string::npos) << nothing.err;
  const auto make = plan("--pieces 2 --format make");  // its folder has a blank
  EXPECT_EQ(make.status, 2);
  EXPECT_NE(make.err.find("make cannot have this path"), std::string::npos) << make.err;
  const auto none = plan("--pieces 2 --unit chunk --minutes 0");
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("--unit chunk: expected more than 0 --minutes"), std::string::npos)
      << none.err;
  const auto both = program_.run("build english --pieces 2 --pair KvK");
  EXPECT_EQ(both.status, 2);
  EXPECT_NE(both.err.find("--pair builds nothing else"), std::string::npos) << both.err;
}

}  // namespace
}  // namespace damiera
