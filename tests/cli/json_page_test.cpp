// docs/json.md has exactly the members that the commands write.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "indexing/material.h"
#include "tests/cli/falsify.h"
#include "tests/cli/program.h"

namespace damiera {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;
using Members = std::set<std::string>;

// The members of a value in the notation of the page: `a.b` of an object, `a[].b` of an array.
void collect(const json& value, const std::string& path, Members& members) {
  if (value.is_array()) {
    members.insert(path + "[]");
    for (const json& element : value) collect(element, path + "[]", members);
    return;
  }
  if (!path.empty()) members.insert(path);
  if (!value.is_object()) return;
  for (const auto& [name, member] : value.items()) {
    collect(member, path.empty() ? name : path + "." + name, members);
  }
}

// What stands between backquotes in the first column of a section's rows.
Members members_of(const std::string& section) {
  std::ifstream page{DAMIERA_SOURCE_DIR "/docs/json.md"};
  Members members;
  bool is_in = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) is_in = line == "## " + section;
    if (!is_in || !line.starts_with("| `")) continue;
    const std::string column = line.substr(0, line.find(" | "));
    for (auto begin = column.find('`'); begin != column.npos;) {
      const auto end = column.find('`', begin + 1);
      members.insert(column.substr(begin + 1, end - begin - 1));
      begin = column.find('`', end + 1);
    }
  }
  return members;
}

class JsonPage : public testing::Test {
 protected:
  JsonPage() { EXPECT_EQ(program_.run("build italian --pieces 2").status, 0); }

  fs::path folder() const { return program_.home() / "data/damiera/tables"; }
  std::string work() const { return "'" + (program_.home() / "work").string() + "'"; }
  // Runs the command with --json. A damaged table is no failure of the test.
  void run(const std::string& arguments) {
    const auto done = program_.run(arguments + " --json");
    ASSERT_NE(done.status, 2) << done.err;
    ASSERT_TRUE(json::accept(done.out)) << done.out << done.err;
    collect(json::parse(done.out), "", written_);
  }
  void damage(const char* table) const { fs::resize_file(folder() / "italian" / table, 100); }
  // Removes the members below `path`; the page says that they are those of another array.
  void expect_the_same_below(const std::string& path, const std::string& longest) {
    for (const std::string& member : Members{written_}) {
      if (!member.starts_with("by_pieces[].")) continue;
      std::string name = member.substr(std::string_view{"by_pieces[]."}.size());
      if (name == "longest_dtc") name = longest;
      EXPECT_EQ(written_.erase(path + "." + name), 1u) << path << " " << name;
    }
  }
  void expect_page(const std::string& section) const {
    EXPECT_EQ(members_of(section), written_) << section;
  }

  test::Program program_;
  Members written_;
};

TEST_F(JsonPage, HasTheMembersOfBuild) {
  run("build english --pieces 2 --count 2 --dtw --no-shipped --tables " + work());
  expect_the_same_below("counted_by_pieces[]", "longest_dtc");
  expect_the_same_below("dtw_by_pieces[]", "longest_dtw");
  expect_page("build");
}

TEST_F(JsonPage, HasTheMembersOfAnEstimate) {
  run("build italian --pieces 5 --estimate");
  expect_page("build --estimate");
}

TEST_F(JsonPage, HasTheMembersOfAChunkAndItsJoinHasThoseOfBuild) {
  run("build italian --pair KKvK --level 0");
  expect_page("build --level");
  written_.clear();
  run("join italian --pair KKvK");
  std::erase_if(written_, [](const auto& member) { return member.starts_with("by_pieces[]."); });
  Members build = members_of("build");
  std::erase_if(build, [](const auto& member) { return member.starts_with("by_pieces[]."); });
  EXPECT_EQ(written_, build);
}

TEST_F(JsonPage, HasTheMembersOfAPlan) {
  run("plan italian --pieces 6 --metric wdl --unit chunk --minutes 0.02 --threads 1");
  expect_page("plan");
}

TEST_F(JsonPage, HasTheMembersOfASimulatedPlan) {
  run("plan italian --pieces 4 --simulate 1,2");
  written_.erase("[]");
  expect_page("plan --simulate");
}

TEST_F(JsonPage, HasTheMembersOfVerify) {
  falsify(folder(), {Variant::italian, *parse_material("KvK"), Metric::wdl});
  run("verify italian --tables '" + folder().string() + "' --slices KvK");
  damage("KvM.wdl");
  run("verify italian --slices KvM");
  run("verify italian --slices KKKvKKK");
  run("verify italian --slices KvK --sample 10");
  expect_page("verify");
}

TEST_F(JsonPage, HasTheMembersOfAComparisonWithAList) {
  run("verify italian --against '" + (folder() / "italian/checksums.txt").string() + "'");
  expect_page("verify --against");
}

TEST_F(JsonPage, HasTheMembersOfRepair) {
  damage("KvM.wdl");
  run("repair italian");
  expect_page("repair");
}

TEST_F(JsonPage, HasTheMembersOfChecksums) {
  run("checksums italian");
  expect_page("checksums");
  written_.clear();
  run("checksums italian --merge");
  expect_page("checksums --merge");
}

TEST_F(JsonPage, HasTheMembersOfPack) {
  run("pack italian '" + folder().string() + "' " + work() + " --slices KvK --effort 1");
  expect_page("pack");
}

TEST_F(JsonPage, HasTheMembersOfStats) {
  ASSERT_EQ(program_.run("build italian --pieces 3 --count 2 --dtw").status, 0);
  run("stats italian");
  std::erase_if(written_, [](const auto& member) { return member.starts_with("by_pieces[]."); });
  expect_page("stats");
}

TEST_F(JsonPage, HasTheMembersOfGames) {
  run("games");
  expect_page("games");
}

TEST_F(JsonPage, HasTheMembersOfProgress) {
  const auto done = program_.run("build english --pieces 3 --progress=json --tables " + work());
  ASSERT_EQ(done.status, 0) << done.err;
  const std::string line = done.err.substr(0, done.err.find('\n'));
  ASSERT_TRUE(json::accept(line)) << done.err;
  collect(json::parse(line), "", written_);
  expect_page("Progress");
}

}  // namespace
}  // namespace damiera
