#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "tests/cli/program.h"

namespace damiera {
namespace {

using test::Program;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in{text};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The arguments that give each help text.
std::vector<std::string> all_helps(const Program& program) {
  std::vector<std::string> all{"help", "--help"};
  for (const std::string& command : lines_of(program.run("help --list").out)) {
    all.push_back("help " + command);
    all.push_back(command + " --help");
  }
  return all;
}

/// The number of characters of a text in UTF-8, or -1 if it is none or has one that shows nothing.
int printable_characters(const std::string& text) {
  int characters = 0, missing = 0;  // bytes of the character that are still to come
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool goes_on = (byte & 0xC0) == 0x80;
    if (byte < 0x20 || byte == 0x7F || goes_on != (missing > 0)) return -1;
    missing = goes_on ? missing - 1 : byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0;
    characters += !goes_on;
  }
  return missing == 0 ? characters : -1;
}

TEST(Help, IsPrintableAndFits100Columns) {
  const Program program;
  const auto helps = all_helps(program);
  EXPECT_GT(helps.size(), 20U);
  for (const std::string& arguments : helps) {
    const auto run = program.run(arguments);
    EXPECT_EQ(run.status, 0) << arguments;
    EXPECT_GT(lines_of(run.out).size(), 5U) << arguments;
    for (const std::string& line : lines_of(run.out)) {
      const int characters = printable_characters(line);
      EXPECT_NE(characters, -1) << arguments << ": " << testing::PrintToString(line);
      EXPECT_LE(characters, 100) << arguments << ": " << line;
    }
  }
}

TEST(Help, OfACommandIsThatOfItsOption) {
  const Program program;
  EXPECT_EQ(program.run("help").out, program.run("--help").out);
  EXPECT_EQ(program.run("help probe").out, program.run("probe --help").out);
}

TEST(Help, ListsTheGamesWithTheirOtherNames) {
  const std::string help = Program{}.run("help").out;
  for (const char* words : {"italian", "dama", "american", "checkers", "standard", "10x10",
                            "shashki", "22", "brazilian"})
    EXPECT_NE(help.find(words), help.npos) << words;
}

TEST(Help, NamesTheNearestCommandToAnUnknownWord) {
  const Program program;
  for (const auto& [word, nearest] : {std::pair{"prob", "'probe'"},
                                      {"biuld", "'build'"},
                                      {"verfy", "'verify'"},
                                      {"Claim", "'claim'"}}) {
    for (const std::string before : {"", "help "}) {
      const auto run = program.run(before + word);
      EXPECT_EQ(run.status, 2) << word;
      EXPECT_NE(run.err.find(nearest), run.err.npos) << run.err;
    }
  }
}

TEST(Help, SaysTheVersion) {
  const auto run = Program{}.run("--version");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out.substr(0, 10), "damiera 0.");
}

TEST(Help, WritesAManualPageOfEachCommand) {
  const Program program;
  for (const std::string& command : lines_of(program.run("help --list").out)) {
    const std::string page = program.run("help " + command + " --man").out;
    std::string title = command;
    std::ranges::transform(title, title.begin(), [](char c) { return std::toupper(c); });
    EXPECT_EQ(page.find(".TH DAMIERA\\-" + title + " 1 "), 0U) << page.substr(0, 80);
    for (const char* part : {".SH NAME\n", ".SH SYNOPSIS\n", ".SH OPTIONS\n"})
      EXPECT_NE(page.find(part), page.npos) << command << ": " << part;
    EXPECT_EQ(page.find(program.home().string()), page.npos) << "says where this machine has it";
  }
  const std::string page = program.run("help --man").out;
  EXPECT_NE(page.find("damiera\\-probe(1)"), page.npos);
}

TEST(Help, WritesWhatHasShellsCompleteCommandsAndOptions) {
  const Program program;
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const auto run = program.run("help --completion " + shell);
    ASSERT_EQ(run.status, 0) << run.err;
    for (const std::string& command : lines_of(program.run("help --list").out))
      EXPECT_NE(run.out.find(command), run.out.npos) << shell << ": " << command;
    EXPECT_NE(run.out.find("estimate"), run.out.npos) << shell;
  }
  const auto has = [&](const std::string& shell, const std::string& text) {
    const std::string out = program.run("help --completion " + shell).out;
    return out.find(text) != out.npos;
  };
  EXPECT_TRUE(has("zsh", "'*--json[Write JSON for programs instead of text (see docs/json.md)]'")) << "no value";
  EXPECT_TRUE(has("zsh", "'*--threads[Threads (one for each processor)]:value:_files'"));
  EXPECT_TRUE(has("zsh", ":folder:_files -/'"));
  EXPECT_TRUE(has("fish", " -l json -d 'Write JSON"));
  EXPECT_TRUE(has("fish", " -l threads -r -d "));
  EXPECT_EQ(program.run("help --completion csh").status, 2);
}

}  // namespace
}  // namespace damiera
