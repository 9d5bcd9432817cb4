// openapi.json and the code are two texts on the same thing: here they are compared.

#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "apps/serve/static_files.h"
#include "tests/serve/site.h"

namespace damiera {
namespace {

using nlohmann::json;
using test::shipped_site;

json openapi() { return json::parse(find_static_file("openapi.json")->content); }

TEST(Openapi, DescribesTheRoutes) {
  const json description = openapi();
  for (const auto& [path, item] : description["paths"].items()) {
    std::string filled = path;
    for (const auto& [from, to] : {std::pair{"{variant}", "italian"}, {"{slice}", "KvK"}})
      if (const auto at = filled.find(from); at != std::string::npos)
        filled.replace(at, std::string_view{from}.size(), to);
    for (const auto& [method, what] : item.items()) {
      if (method != "get" && method != "post") continue;
      Request request{
          .method = method == "get" ? "GET" : "POST", .path = filled, .body = "[Event \"x\"] *"};
      if (method == "get") request.query = {{"fen", "W:WK1:BK32"}};
      const int expected = path.starts_with("/download/") ? 404 : 200;  // there is no folder here
      EXPECT_EQ(shipped_site().answer(request).status, expected) << method << " " << path;
    }
  }
}

// The routes are read from the code, so that a new route must be described.
TEST(Openapi, MissesNoRoute) {
  const json description = openapi();
  std::ifstream in{DAMIERA_SOURCE_DIR "/apps/serve/site.cpp"};
  const std::string code{std::istreambuf_iterator<char>{in}, {}};
  const std::map<std::string, std::string> files{{"stats", "/stats/{variant}/{slice}.json"},
                                                 {"checksums", "/checksums/{variant}.txt"},
                                                 {"download", "/download/{file}"}};
  std::set<std::string> served{"/{variant}", "/openapi.json"};
  const std::regex compared{R"re((path|first|what) == "([^"]*)")re"};
  for (std::sregex_iterator it{code.begin(), code.end(), compared}, end; it != end; ++it) {
    const std::string word = (*it)[2];
    if ((*it)[1] == "what") served.insert("/{variant}/" + word);
    if ((*it)[1] == "path" && word != "/") served.insert(word);  // that is the page
    if ((*it)[1] == "first") served.insert(files.contains(word) ? files.at(word) : word);
  }
  std::set<std::string> described;
  for (const auto& [path, item] : description["paths"].items()) described.insert(path);
  EXPECT_EQ(served, described);
}

/// Compares answers with a schema of openapi.json, and remembers the members that it has seen.
class Schema {
 public:
  explicit Schema(const std::string& name)
      : schemas_(openapi()["components"]["schemas"]), whole_(schemas_.at(name)) {}

  void compare(const json& given) { compare(whole_, given, "answer"); }

  /// Each described member has to be in at least one of the answers.
  void expect_all_seen() { expect_seen(whole_, "answer"); }

 private:
  const json& followed(const json& schema) const {
    if (!schema.contains("$ref")) return schema;
    const std::string path = schema["$ref"];
    return schemas_.at(path.substr(path.rfind('/') + 1));
  }

  /// The members of an object, including the members of all its parts.
  std::map<std::string, json> members(const json& schema) const {
    std::map<std::string, json> all;
    if (schema.contains("allOf"))
      for (const json& part : schema["allOf"]) all.merge(members(followed(part)));
    if (schema.contains("properties"))
      all.merge(schema["properties"].get<std::map<std::string, json>>());
    return all;
  }

  static bool is_of_type(const json& given, const std::string& type) {
    if (type == "integer") return given.is_number_integer();
    return type == given.type_name();
  }

  static bool is_of_types(const json& schema, const json& given) {
    const json types = schema.value("type", json{given.type_name()});
    if (types.is_string()) return is_of_type(given, types);
    return std::ranges::any_of(types, [&](const json& type) { return is_of_type(given, type); });
  }

  void compare(const json& described, const json& given, const std::string& place) {
    const json& schema = followed(described);
    EXPECT_TRUE(is_of_types(schema, given)) << place << ": " << given << " is no " << schema;
    if (schema.contains("enum")) {
      EXPECT_TRUE(std::ranges::count(schema["enum"], given)) << place << ": " << given;
    }
    if (given.is_array() && schema.contains("items"))
      for (const json& item : given) compare(schema["items"], item, place + "[]");
    if (given.is_object()) compare_members(schema, given, place);
  }

  void compare_members(const json& schema, const json& given, const std::string& place) {
    const auto known = members(schema);
    for (const auto& [name, value] : given.items()) {
      const auto found = known.find(name);
      if (found != known.end()) {
        seen_.insert(place + "." + name);
        compare(found->second, value, place + "." + name);
      } else {
        // An object with any members, or with members that all have one schema.
        EXPECT_TRUE(known.empty()) << place << "." << name << " is not described";
        if (schema.contains("additionalProperties"))
          compare(schema["additionalProperties"], value, place + ".*");
      }
    }
  }

  void expect_seen(const json& described, const std::string& place) {
    const json& schema = followed(described);
    if (schema.contains("items")) expect_seen(schema["items"], place + "[]");
    for (const auto& [name, what] : members(schema)) {
      EXPECT_TRUE(seen_.contains(place + "." + name)) << place << "." << name << " is in no answer";
      expect_seen(what, place + "." + name);
    }
  }

  json schemas_;
  json whole_;
  std::set<std::string> seen_;
};

Request asked(std::string path, std::string fen = {}, std::string counted = {}) {
  Request request{.path = std::move(path)};
  if (!fen.empty()) request.query.emplace("fen", std::move(fen));
  if (!counted.empty()) request.query.emplace("counted", std::move(counted));
  return request;
}

Request posted(std::string path, std::string body) {
  return {.method = "POST", .path = std::move(path), .body = std::move(body)};
}

struct SchemaCase {
  const char* name;
  std::vector<Request> requests;
};
class DescribedAnswers : public testing::TestWithParam<SchemaCase> {};

TEST_P(DescribedAnswers, HaveTheseMembersAndNoOthers) {
  Schema schema{GetParam().name};
  for (const Request& request : GetParam().requests) {
    const json body = json::parse(shipped_site().answer(request).body);
    const json& answer = body.is_object() && body.contains("games") ? body["games"] : body;
    if (!answer.is_array()) schema.compare(answer);
    for (const json& item : answer.is_array() ? answer : json::array()) schema.compare(item);
  }
  schema.expect_all_seen();
}

INSTANTIATE_TEST_SUITE_P(
    Openapi, DescribedAnswers,
    testing::Values(
        SchemaCase{
            "Error",
            {asked("/italian", "rubbish"), asked("/italian", "W:WK1,K2,K3,K4:BK29,K30,K31,K32")}},
        SchemaCase{"Position",
                   {asked("/italian", "W:WK1:BK32"), asked("/italian", "W:WK4:BK29", "39.5"),
                    asked("/international", "W:W28:B23,14"), asked("/italian", "B:WK1:B")}},
        SchemaCase{
            "Mainline",
            {asked("/italian/mainline", "W:WK1:BK32"), asked("/italian/mainline", "W:WK4:BK29")}},
        SchemaCase{"Line",
                   {asked("/italian/line", "W:WK1:BK32"), asked("/italian/line", "W:WK4:BK29"),
                    asked("/english/line", "W:W10:BK3")}},
        SchemaCase{"Tables", {asked("/italian/tables"), asked("/killer/tables")}},
        SchemaCase{"Slice",
                   {asked("/stats/italian/KMvK.json"), asked("/stats/italian/KvK.json"),
                    asked("/stats/international/KKvKK.json")}},
        SchemaCase{"Game", {asked("/games.json")}},
        SchemaCase{"JudgedGame",
                   {posted("/italian/claim",
                           "[White \"a\"] [FEN \"W:WK3:BK31\"] 1. 3-7 31-27 "
                           "2. 7-3 27-31 3. 3-7 31-27 4. 7-3 27-31 1/2-1/2"),
                    posted("/italian/claim", "[FEN \"W:WK3:BK31\"] 1. 3-4 *")}}),
    [](const auto& of) { return std::string{of.param.name}; });

}  // namespace
}  // namespace damiera
