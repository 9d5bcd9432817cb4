// What the commands say about folders that are not as they should be.

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "data/folder/catalogue.h"
#include "data/folder/manifest.h"
#include "tests/cli/falsify.h"
#include "tests/cli/program.h"

namespace damiera {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class Trust : public testing::Test {
 protected:
  Trust() { EXPECT_EQ(program_.run("build italian --pieces 2").status, 0); }

  fs::path folder() const { return program_.home() / "data/damiera/tables"; }
  fs::path file(const std::string& table) const { return folder() / "italian" / table; }
  std::string text(const fs::path& path) const {
    std::ostringstream out;
    out << std::ifstream{path, std::ios::binary}.rdbuf();
    return out.str();
  }
  void flip_bit(const std::string& table, std::size_t byte) const {
    std::string bytes = text(file(table));
    bytes.at(byte) ^= 1;
    std::ofstream{file(table), std::ios::binary} << bytes;
  }
  json against(int status) const {
    const auto run = program_.run("verify italian --json --against '" +
                                  (program_.home() / "list").string() + "'");
    EXPECT_EQ(run.status, status) << run.err;
    return json::parse(run.out);
  }

  test::Program program_;
};

TEST_F(Trust, ChecksumsAreThoseThatTheFolderLists) {
  const auto run = program_.run("checksums italian");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out, text(file("checksums.txt")));
  const auto files = json::parse(program_.run("checksums italian --json").out)["files"];
  ASSERT_EQ(files.size(), 8u);
  EXPECT_EQ(files[0]["name"], "italian/KvK.dtc");
  EXPECT_EQ(files[0]["bytes"], fs::file_size(file("KvK.dtc")));
}

TEST_F(Trust, VerifyAgainstAListNamesWhatDiffers) {
  fs::copy(file("checksums.txt"), program_.home() / "list");
  auto report = against(0);
  EXPECT_EQ(report["correct"], true);
  EXPECT_EQ(report["equal"], 8);
  ASSERT_EQ(program_.run("build italian --slices KKvK").status, 0);
  EXPECT_EQ(against(0)["extra"].size(), 4u);  // more than listed is no fault
  flip_bit("KvM.wdl", 120);
  EXPECT_EQ(against(1)["different"], json::array({"italian/KvM.wdl"}));
  fs::remove(file("MvM.dtc"));
  report = against(1);
  EXPECT_EQ(report["correct"], false);
  EXPECT_EQ(report["missing"], json::array({"italian/MvM.dtc"}));
  EXPECT_EQ(report["different"], json::array({"italian/KvM.wdl"}));
  EXPECT_EQ(report["equal"], 6);
}

TEST_F(Trust, VerifyAgainstNeedsAListOfTheGame) {
  EXPECT_EQ(program_.run("verify italian --against no-such-list").status, 3);
  EXPECT_EQ(program_.run("verify italian --against '" + file("KvK.wdl").string() + "'").status, 3);
  const auto run =
      program_.run("verify english --against '" + file("checksums.txt").string() + "'");
  EXPECT_EQ(run.status, 3);
  EXPECT_NE(run.err.find("no such tables of english"), std::string::npos) << run.err;
}

TEST_F(Trust, VerifyNamesAllDamageAtOnce) {
  std::ofstream{file("MvM.wdl"), std::ios::trunc};
  flip_bit("KvM.dtc", 115);
  const auto run = program_.run("verify italian --json --slices MvM,KvM");
  EXPECT_EQ(run.status, 3) << run.err;
  const json report = json::parse(run.out);
  EXPECT_EQ(report["correct"], false);
  EXPECT_EQ(report["complete"], false);
  ASSERT_EQ(report["errors"].size(), 2u) << report;
  EXPECT_NE(
      report["errors"][0]["error"].get<std::string>().find("MvM.wdl: content: found an empty"),
      std::string::npos);
  EXPECT_NE(report["errors"][1]["error"].get<std::string>().find("KvM.dtc"), std::string::npos);
}

// The list tells of damage since the table was packed, also after packing again.
TEST_F(Trust, PackKeepsTheSumsOfTablesThatItFinds) {
  ASSERT_EQ(program_.run("build italian --pieces 3").status, 0);
  const fs::path to = program_.home() / "fast";
  const std::string pack =
      "pack italian '" + folder().string() + "' '" + to.string() + "' --profile fast";
  ASSERT_EQ(program_.run(pack).status, 0);
  const std::string list = text(to / "italian/checksums.txt");
  std::string bytes = text(to / "italian/KMvK.wdl");
  bytes.at(500) ^= 16;
  std::ofstream{to / "italian/KMvK.wdl", std::ios::binary} << bytes;
  ASSERT_EQ(program_.run(pack).status, 0);
  EXPECT_EQ(text(to / "italian/checksums.txt"), list);
  fs::remove(to / "italian/KMvK.wdl");
  ASSERT_EQ(program_.run(pack).status, 0);
  EXPECT_EQ(text(to / "italian/checksums.txt"), list);
}

// Whether distances packed small are damaged cannot be told beside damaged values.
TEST_F(Trust, APairIsBuiltAgainWithAllThatIsDamaged) {
  const std::string build = "build italian --no-shipped --profile small --tables '" +
                            (program_.home() / "small").string() + "' ";
  const auto flip = [&](const char* table, std::size_t byte) {
    const fs::path path = program_.home() / "small/italian" / table;
    std::string bytes = text(path);
    bytes.at(byte < bytes.size() ? byte : bytes.size() - 5) ^= 16;
    std::ofstream{path, std::ios::binary} << bytes;
  };
  ASSERT_EQ(program_.run(build + "--pieces 3").status, 0);
  flip("KMvK.wdl", 1 << 20);
  flip("KMvK.dtc", 300);
  const auto run = program_.run(build + "--pair KMvK");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto verified = program_.run("verify italian --pieces 3 --tables '" +
                                     (program_.home() / "small").string() + "'");
  EXPECT_EQ(verified.status, 0) << verified.err;
}

TEST_F(Trust, RepairSaysWhatItDid) {
  const std::string sound = text(file("KvM.dtc"));
  EXPECT_EQ(json::parse(program_.run("repair italian --json").out)["damaged"].size(), 0u);
  flip_bit("KvM.dtc", 115);
  const auto little = program_.run("repair italian --memory 1K");
  EXPECT_EQ(little.status, 2);
  EXPECT_NE(little.err.find("--memory: 1.0 KiB is too little, this build needs at least "),
            little.err.npos)
      << little.err;
  const auto run = program_.run("repair italian --json");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto report = json::parse(run.out);
  EXPECT_EQ(report["tables"], 8);
  ASSERT_EQ(report["damaged"].size(), 1u);
  EXPECT_EQ(report["damaged"][0]["table"], "italian/KvM.dtc");
  EXPECT_NE(report["damaged"][0]["error"].get<std::string>().find("block 0: checksum differs"),
            std::string::npos);
  EXPECT_EQ(report["repaired"], json::array({"italian/KvM.dtc"}));
  EXPECT_EQ(text(file("KvM.dtc")), sound);
  const auto none = program_.home() / "none";
  EXPECT_EQ(program_.run("repair russian --tables '" + none.string() + "'").status, 3);
  EXPECT_FALSE(std::filesystem::exists(none));
}

TEST_F(Trust, SampleFindsWrongValuesAndSaysHowSurely) {
  const auto sampled = [&](const std::string& options, int status) {
    const auto run = program_.run("verify italian --slices KvK --json --sample " + options);
    EXPECT_EQ(run.status, status) << run.err;
    return json::parse(run.out);
  };
  const auto fine = sampled("500", 0);
  EXPECT_EQ(fine["sample"]["positions_of_each"], 500);
  const double f = fine["sample"]["fraction_found_with_99_percent"];
  EXPECT_NEAR(std::pow(1 - f, 500), 0.01, 1e-9);
  falsify(folder(), {Variant::italian, *parse_material("KvK"), Metric::wdl});
  const auto wrong = sampled("5000", 1);
  EXPECT_GE(wrong["wrong"], 1);
  EXPECT_EQ(sampled("5000", 1)["wrong"], wrong["wrong"]);
  EXPECT_NE(sampled("5000 --seed 2", 1)["wrong"], wrong["wrong"]);
  EXPECT_EQ(program_.run("verify italian --sample 0").status, 2);
}

// Every command names the file and what it is instead, and gives no answer from it.
TEST_F(Trust, NoCommandTakesAnotherTableForItsOwn) {
  ASSERT_EQ(program_.run("build english --pieces 2").status, 0);
  const std::string whole = text(file("KvK.wdl"));
  struct Impostor {
    std::string bytes, complaint;
  };
  std::string of_version_2 = whole;
  of_version_2[8] = 2;
  for (const auto& [bytes, complaint] :
       {Impostor{text(folder() / "english" / "KvK.wdl"),
                 "variant: found english, expected italian"},
        Impostor{text(file("MvM.wdl")), "material: found MvM, expected KvK"},
        Impostor{of_version_2, "format version: found 2, expected 1"}}) {
    fs::remove(file("KvK.wdl"));
    std::ofstream{file("KvK.wdl"), std::ios::binary} << bytes;
    const std::string packed = "'" + (program_.home() / "packed").string() + "'";
    for (const std::string& command :
         {std::string{"build italian --pieces 2"}, std::string{"build italian --slices KKvK"},
          std::string{"verify italian"}, std::string{"verify italian --sample 10"},
          std::string{"stats italian"}, std::string{"probe italian W:WK9:BK31"},
          std::string{"line italian W:WK9:BK31"},
          "pack italian '" + folder().string() + "' " + packed}) {
      const auto run = program_.run(command);
      EXPECT_EQ(run.status, 3) << command;
      EXPECT_NE(run.err.find(file("KvK.wdl").string() + ": " + complaint), std::string::npos)
          << command << ": " << run.err;
    }
    EXPECT_EQ(text(file("KvK.wdl")), bytes);
  }
}

TEST_F(Trust, PackReplacesNoOtherTable) {
  const fs::path target = program_.home() / "packed/italian/KvK.wdl";
  fs::create_directories(target.parent_path());
  fs::copy(file("MvM.wdl"), target);
  const auto run = program_.run("pack italian '" + folder().string() + "' '" +
                                (program_.home() / "packed").string() + "'");
  EXPECT_EQ(run.status, 3);
  EXPECT_NE(run.err.find(target.string() + ": material: found MvM, expected KvK"),
            std::string::npos)
      << run.err;
  EXPECT_EQ(text(target), text(file("MvM.wdl")));
}

TEST_F(Trust, SaysIfThereIsNothingToCheck) {
  const auto none = program_.run("verify italian --pieces 2 --slices KKvK");
  EXPECT_EQ(none.status, 3);
  EXPECT_NE(none.err.find("italian: there are no such tables"), none.err.npos) << none.err;
  const std::string list = (program_.home() / "list").string();
  std::ofstream{list} << program_.run("checksums italian").out;
  const auto unlisted = program_.run("verify italian --against " + list + " --slices KvK,KKKKvK");
  EXPECT_EQ(unlisted.status, 3);
  EXPECT_NE(unlisted.err.find("it has no table of KKKKvK"), unlisted.err.npos) << unlisted.err;
}

TEST_F(Trust, RefusesNumbersThatAreNone) {
  const auto seed = program_.run("verify italian --pieces 2 --sample 10 --seed -1");
  EXPECT_EQ(seed.status, 2);
  EXPECT_NE(seed.err.find("--seed: '-1': expected a whole number"), seed.err.npos) << seed.err;
  const auto threads = program_.run("verify italian --pieces 2 --threads many");
  EXPECT_EQ(threads.status, 2);
  EXPECT_NE(threads.err.find("--threads: 'many': expected a whole number from 1 to 4096"),
            threads.err.npos)
      << threads.err;
}

}  // namespace
}  // namespace damiera
