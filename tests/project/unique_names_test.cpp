// A class that two files define under one name is undefined behaviour as soon as both are linked
// into a program: the linker keeps one of the two destructors, and says nothing.
// Source: C++20, [basic.def.odr].

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <istream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// The types that a source file defines at namespace scope, with their namespaces. Types of
/// unnamed namespaces are left out: their names may come again in other files.
std::set<std::string> types_in(std::istream& file) {
  static const std::regex begins{R"(^namespace ?([\w:]*) \{.*)"}, ends{R"(^\}  // namespace.*)"};
  static const std::regex type{
      R"(^(?:class|struct|union|enum|enum class) (\w+)(?: final)?(?: :[^:].*)? \{.*)"};
  std::vector<std::string> namespaces;
  std::set<std::string> found;
  std::smatch part;
  for (std::string line; std::getline(file, line);) {
    if (std::regex_match(line, part, begins)) {
      namespaces.push_back(part[1]);
    } else if (std::regex_match(line, ends) && !namespaces.empty()) {
      namespaces.pop_back();
    } else if (std::regex_match(line, part, type)) {
      std::string name;
      bool is_own = false;
      for (const std::string& outer : namespaces) {
        is_own |= outer.empty();
        name += outer + "::";
      }
      if (!is_own) found.insert(name + part[1].str());
    }
  }
  return found;
}

std::set<std::string> types_in_text(const std::string& text) {
  std::istringstream file{text};
  return types_in(file);
}

TEST(UniqueNames, NoTwoFilesDefineATypeOfOneName) {
  const fs::path root = DAMIERA_SOURCE_DIR;
  std::map<std::string, std::string> places;
  for (const char* room :
       {"rules", "indexing", "data", "generator", "probe", "search", "answers", "apps"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / room)) {
      const auto suffix = entry.path().extension();
      if (suffix != ".h" && suffix != ".hpp" && suffix != ".cpp") continue;
      std::ifstream file{entry.path()};
      const std::string path = fs::relative(entry.path(), root).string();
      for (const std::string& type : types_in(file)) {
        const auto [other, is_first] = places.emplace(type, path);
        EXPECT_TRUE(is_first) << type << " in " << path << " and in " << other->second;
      }
    }
  }
  EXPECT_TRUE(places.contains("damiera::Tablebase"));
  EXPECT_TRUE(places.contains("damiera::api::Tablebase"));
  EXPECT_GT(places.size(), 300u);
}

TEST(UniqueNames, AreThoseOfDefinitionsInNamedNamespaces) {
  EXPECT_EQ(types_in_text("namespace a {\nclass B {\nnamespace {\nstruct C {\n}  // namespace\n"
                          "enum class D : int { x };\n}  // namespace a\nstruct E final : F {\n"),
            (std::set<std::string>{"a::B", "a::D", "E"}));
  EXPECT_EQ(types_in_text("class B;\nstruct B<int> {\nstruct B::C {\n  struct D {\n"),
            std::set<std::string>{});
}

}  // namespace
