// Includes point one way: a room sees only the rooms named here. The link lines of the CMake
// targets cannot check this for code in headers, so this test reads the #include lines.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>

namespace {

using Names = std::set<std::string>;

struct Room {
  Names rooms;      ///< whose headers it may include, in addition to its own
  Names libraries;  ///< outside the standard library
};

const Names all_rooms{"rules",      "indexing",      "data",      "generator", "probe",
                      "search",     "answers",       "apps/c",    "apps/hub",  "apps/serve",
                      "apps/fetch", "apps/terminal", "apps/jobs", "apps/cli",  "apps/python",
                      "tests",      "tests/fuzz",    "bench"};

/// The room that a path in the tree belongs to: the longest name that it begins with. Empty if
/// there is none.
std::string room_of(const std::string& path) {
  std::string found;
  for (const std::string& room : all_rooms)
    if (path.starts_with(room + "/") && room.size() > found.size()) found = room;
  return found;
}

const std::map<std::string, Room> table{
    {"rules", {{}, {}}},
    {"indexing", {{"rules"}, {"system"}}},
    {"data", {{"rules", "indexing"}, {"system", "zstd", "xxhash"}}},
    {"generator", {{"rules", "indexing", "data"}, {"system", "tbb"}}},
    {"probe", {{"rules", "indexing", "data"}, {"system"}}},
    {"search", {{"rules", "indexing", "data", "probe"}, {}}},
    {"answers", {{"rules", "indexing", "data", "probe", "search"}, {"tbb", "fmt", "nlohmann"}}},
    {"apps/c", {{"rules", "indexing", "data", "probe", "answers"}, {"system"}}},
    {"apps/hub", {{"rules", "indexing", "data", "probe", "search", "answers"}, {"system", "fmt"}}},
    {"apps/serve",
     {{"rules", "indexing", "data", "probe", "answers"}, {"system", "fmt", "nlohmann", "httplib"}}},
    {"apps/fetch",
     {{"rules", "indexing", "data"}, {"system", "fmt", "nlohmann", "httplib", "openssl"}}},
    {"apps/terminal",
     {{"rules", "data", "answers"}, {"system", "tbb", "fmt", "cli11", "nlohmann"}}},
    {"apps/jobs",
     {{"rules", "indexing", "data", "generator", "apps/terminal"}, {"fmt", "nlohmann"}}},
    {"apps/cli",
     {{"rules", "indexing", "data", "generator", "probe", "search", "answers", "apps/hub",
       "apps/serve", "apps/fetch", "apps/terminal", "apps/jobs"},
      {"system", "tbb", "fmt", "cli11", "nlohmann"}}},
    {"apps/python", {{"rules", "indexing", "data", "probe", "answers"}, {"nlohmann", "pybind11"}}},
    {"tests/fuzz",
     {{"rules", "indexing", "data", "probe", "answers", "apps/c", "apps/cli", "apps/terminal"},
      {"system", "nlohmann"}}},
    {"tests",
     {all_rooms, {"system", "tbb", "fmt", "cli11", "nlohmann", "zstd", "xxhash", "gtest"}}},
    {"bench", {all_rooms, {"system", "tbb", "fmt", "nlohmann", "zstd", "xxhash", "benchmark"}}},
};

/// The library that <header> belongs to: "std"; "system" for the compiler's and POSIX headers;
/// the header itself if it is not known.
std::string library_of(const std::string& header) {
  static const std::map<std::string, std::string> known{
      {"tbb", "tbb"},         {"oneapi", "tbb"},          {"fmt", "fmt"},
      {"CLI", "cli11"},       {"nlohmann", "nlohmann"},   {"gtest", "gtest"},
      {"gmock", "gtest"},     {"benchmark", "benchmark"}, {"sys", "system"},
      {"zstd.h", "zstd"},     {"zstd_errors.h", "zstd"},  {"zdict.h", "zstd"},
      {"netinet", "system"},  {"arpa", "system"},         {"linux", "system"},
      {"xxhash.h", "xxhash"}, {"httplib.h", "httplib"},   {"pybind11", "pybind11"},
      {"openssl", "openssl"}};
  const auto slash = header.find('/');
  if (const auto it = known.find(header.substr(0, slash)); it != known.end()) return it->second;
  if (header.find('.') == std::string::npos) return "std";
  return slash == std::string::npos ? "system" : header;
}

/// What is wrong with a line of a file of `room`, or nothing.
std::optional<std::string> complaint(const std::string& room, const std::string& line) {
  static const std::regex include{R"re(\s*#\s*include\s*([<"])([^>"]+)[>"].*)re"};
  std::smatch part;
  if (!std::regex_match(line, part, include)) return std::nullopt;
  const std::string header = part[2];
  const Room& may = table.at(room);
  if (part[1] == "<") {
    const std::string library = library_of(header);
    if (library == "std" || may.libraries.contains(library)) return std::nullopt;
    return room + " may not use the library of <" + header + ">";
  }
  const std::string seen = room_of(header);
  if (seen.empty()) return "\"" + header + "\" does not start with a room's name";
  if (seen == room || may.rooms.contains(seen)) return std::nullopt;
  return room + " may not include " + seen + " (\"" + header + "\")";
}

bool is_source(const std::filesystem::path& path) {
  return path.extension() == ".h" || path.extension() == ".cpp";
}

/// apps/c/example is not part of the house: it is built against the installed library.
bool is_example(const std::filesystem::path& path) {
  return std::find(path.begin(), path.end(), "example") != path.end();
}

TEST(IncludeArrows, EveryFileKeepsToTheTable) {
  const std::filesystem::path root = DAMIERA_SOURCE_DIR;
  for (const auto& [room, may] : table) {
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / room)) {
      if (!is_source(entry.path()) || is_example(entry.path())) continue;
      if (room_of(std::filesystem::relative(entry.path(), root).string()) != room) continue;
      ++files;
      std::ifstream file{entry.path()};
      int number = 0;
      for (std::string line; std::getline(file, line);) {
        ++number;
        if (const auto wrong = complaint(room, line)) {
          ADD_FAILURE() << entry.path().string() << ":" << number << ": " << *wrong;
        }
      }
    }
    EXPECT_GT(files, 0) << "no sources found in " << (root / room);
  }
}

TEST(IncludeArrows, GeneratorAndProbeNeverSeeEachOther) {
  EXPECT_TRUE(complaint("generator", R"(#include "probe/tablebase.h")"));
  EXPECT_TRUE(complaint("probe", R"(#include "generator/build.h")"));
}

/// What a file is built from: the headers that it includes, and the source files that belong to
/// them, directly or not.
void collect(const std::filesystem::path& root, const std::string& file, Names& found) {
  if (!std::filesystem::exists(root / file) || !found.insert(file).second) return;
  if (file.ends_with(".h")) collect(root, file.substr(0, file.size() - 1) + "cpp", found);
  static const std::regex include{R"re(#include "([^"]+)".*)re"};
  std::ifstream in{root / file};
  std::smatch part;
  for (std::string line; std::getline(in, line);)
    if (std::regex_match(line, part, include)) collect(root, part[1], found);
}

// Values are verified by code that shares nothing with the solvers but the rules, the numbering of
// positions, and the reader.
TEST(IncludeArrows, VerifyingSeesNothingOfSolving) {
  Names files;
  collect(DAMIERA_SOURCE_DIR, "apps/cli/verify.cpp", files);
  for (const char* file :
       {"answers/verification/check_slice.cpp", "answers/verification/sample.cpp",
        "answers/verification/value_checker.cpp", "answers/verification/block_best.h",
        "answers/verification/run_best.h", "probe/tablebase.cpp", "data/file/table.cpp",
        "rules/moves.h"})
    EXPECT_TRUE(files.contains(file)) << file;
  for (const std::string& file : files) EXPECT_FALSE(file.starts_with("generator/")) << file;
  Names building;
  collect(DAMIERA_SOURCE_DIR, "apps/cli/build.cpp", building);
  EXPECT_TRUE(building.contains("generator/run_jobs.h"));
}

/// The quoted headers that a file names itself.
Names own_includes(const std::filesystem::path& file) {
  static const std::regex include{R"re(#include "([^"]+)".*)re"};
  Names found;
  std::ifstream in{file};
  std::smatch part;
  for (std::string line; std::getline(in, line);)
    if (std::regex_match(line, part, include)) found.insert(part[1]);
  return found;
}

// The code that recomputes whole slices does not even include how a probe looks through captures,
// or how moves are taken back. From other rooms it includes the moves, the numbering, and the
// files.
TEST(IncludeArrows, VerifyingWholeSlicesComputesByItself) {
  const Names may{"rules/moves.h",          "rules/result.h",         "rules/rules.h",
                  "rules/value.h",          "rules/board/geometry.h", "indexing/king_placement.h",
                  "indexing/slice_index.h", "data/file/cell_order.h", "data/file/first_damage.h",
                  "data/file/table.h",      "rules/value_at_end.h"};
  const std::filesystem::path root = DAMIERA_SOURCE_DIR;
  for (const char* file :
       {"keys.h", "king_sets.h", "king_moves.h", "work.h", "slice_keys.h", "read_keys.h",
        "known_slices.h", "shared_captures.h", "resolve_captures.h", "resolve_captures_of.h",
        "block_best.h", "slice_pass.h", "slice_pairs.h"}) {
    const Names headers = own_includes(root / "answers/verification" / file);
    EXPECT_FALSE(headers.empty() && std::string{file} != "work.h") << file;
    for (const std::string& header : headers)
      EXPECT_TRUE(may.contains(header) || header.starts_with("answers/verification/"))
          << file << " includes " << header;
  }
}

TEST(IncludeArrows, WrongArrowsAreFound) {
  EXPECT_TRUE(complaint("rules", R"(#include "indexing/material.h")"));
  EXPECT_TRUE(complaint("rules", "#include <tbb/parallel_for.h>"));
  EXPECT_TRUE(complaint("rules", "#include <sys/mman.h>"));
  EXPECT_TRUE(complaint("data", "  #  include <oneapi/tbb.h>   // spaced out"));
  EXPECT_TRUE(complaint("data", R"(#include "generator/build.h")"));
  EXPECT_TRUE(complaint("generator", "#include <fmt/format.h>"));
  EXPECT_TRUE(complaint("probe", "#include <zstd.h>"));
  EXPECT_TRUE(complaint("probe", "#include <nlohmann/json.hpp>"));
  EXPECT_TRUE(complaint("probe", R"(#include "answers/evaluation.h")"));
  EXPECT_TRUE(complaint("answers", R"(#include "generator/build.h")"));
  EXPECT_TRUE(complaint("search", R"(#include "generator/build.h")"));
  EXPECT_TRUE(complaint("search", R"(#include "answers/judgement.h")"));
  EXPECT_TRUE(complaint("probe", R"(#include "search/solve.h")"));
  EXPECT_TRUE(complaint("apps/c", R"(#include "apps/cli/options.h")"));
  EXPECT_TRUE(complaint("apps/serve", R"(#include "generator/build.h")"));
  EXPECT_TRUE(complaint("apps/serve", R"(#include "apps/cli/options.h")"));
  EXPECT_TRUE(complaint("answers", "#include <httplib.h>"));
  EXPECT_TRUE(complaint("apps/python", R"(#include "apps/serve/site.h")"));
  EXPECT_TRUE(complaint("answers", "#include <pybind11/pybind11.h>"));
  EXPECT_TRUE(complaint("apps/cli", R"(#include "tests/support/positions.h")"));
  EXPECT_TRUE(complaint("tests", "#include <boost/container/flat_map.hpp>"));
  EXPECT_TRUE(complaint("rules", R"(#include "position.h")"));
}

TEST(IncludeArrows, RightArrowsPass) {
  EXPECT_FALSE(complaint("rules", "#include <vector>"));
  EXPECT_FALSE(complaint("rules", R"(#include "rules/position.h")"));
  EXPECT_FALSE(complaint("data", "#include <zstd.h>"));
  EXPECT_FALSE(complaint("data", "#include <sys/mman.h>"));
  EXPECT_FALSE(complaint("generator", "#include <tbb/parallel_for.h>"));
  EXPECT_FALSE(complaint("apps/cli", R"(#include "probe/tablebase.h")"));
  EXPECT_FALSE(complaint("apps/serve", "#include <httplib.h>"));
  EXPECT_FALSE(complaint("apps/cli", R"(#include "apps/serve/server.h")"));
  EXPECT_FALSE(complaint("tests", "#include <gtest/gtest.h>"));
  EXPECT_FALSE(complaint("rules", "// no include line of \"apps/cli/main.h\""));
}

}  // namespace
