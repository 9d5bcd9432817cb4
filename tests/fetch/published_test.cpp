#include "apps/fetch/published.h"

#include <gtest/gtest.h>

#include "apps/fetch/sha256.h"

namespace damiera {
namespace {

const std::string sum(64, 'a');

std::string entry(const std::string& name, const std::string& more = {}) {
  return R"({"name":")" + name + R"(","bytes":10,"sha256":")" + sum + "\"" + more + "}";
}

std::string index_of(const std::string& files) { return R"({"format":1,"files":[)" + files + "]}"; }

Result<std::vector<PublishedTable>> parse(const std::string& text) {
  return parse_index(text, Variant::italian, "index.json");
}

TEST(PublishedIndex, ListsTheTablesOfAGameInSolvingOrder) {
  const auto tables = parse(index_of(entry("italian/KKvK.wdl") + "," + entry("italian/KvK.wdl") +
                                     "," + entry("english/KvK.wdl") + "," +
                                     entry("italian/KvK.wdl40", R"(,"pieces":2)")));
  ASSERT_TRUE(tables) << tables.error().message;
  ASSERT_EQ(tables->size(), 3U);
  EXPECT_EQ(name((*tables)[0].id), "italian/KvK.wdl");
  EXPECT_EQ(name((*tables)[2].id), "italian/KKvK.wdl");
  EXPECT_EQ((*tables)[0].bytes, 10U);
  EXPECT_EQ((*tables)[0].sha256, sum);
}

// Where a file is written to follows from its name: only names of tables count.
TEST(PublishedIndex, LeavesOutWhatIsNoTable) {
  for (const char* name : {"../italian/KvK.wdl", "italian/../KvK.wdl", "/italian/KvK.wdl",
                           "italian/.KvK.wdl", "italian/KvK.wdl/..", "italian/KvK.exe", "italian"})
    EXPECT_TRUE(parse(index_of(entry(name)))->empty()) << name;
}

TEST(PublishedIndex, SaysWhatItCannotRead) {
  const auto complaint = [](const std::string& text) {
    const auto tables = parse(text);
    return tables ? std::string{"fine"} : tables.error().message;
  };
  EXPECT_EQ(complaint("[]"), "index.json: expected an object in JSON");
  EXPECT_EQ(complaint("{"), "index.json: expected an object in JSON");
  EXPECT_EQ(complaint(R"({"format":2,"files":[]})"), "index.json: format: expected 1");
  EXPECT_EQ(complaint(R"({"format":1})"), "index.json: files: expected an array");
  EXPECT_EQ(complaint(index_of("1")), "index.json: files: expected objects with a name");
  EXPECT_EQ(complaint(index_of(R"({"name":"italian/KvK.wdl"})")),
            "index.json: italian/KvK.wdl: bytes: expected a number");
  EXPECT_EQ(complaint(index_of(R"({"name":"italian/KvK.wdl","bytes":-1})")),
            "index.json: italian/KvK.wdl: bytes: expected a number");
  EXPECT_EQ(complaint(index_of(R"({"name":"italian/KvK.wdl","bytes":1,"sha256":"AA"})")),
            "index.json: italian/KvK.wdl: sha256: expected 64 hexadecimal digits");
  EXPECT_EQ(complaint(index_of(entry("italian/KvK.wdl") + "," + entry("italian/KvK.wdl"))),
            "index.json: italian/KvK.wdl: it is there twice");
}

TEST(PublishedIndex, FindsTheSumOfAFile) {
  const std::string sums = std::string(64, 'b') + "  italian/index.json\n" + sum + "  index.json";
  EXPECT_EQ(*listed_sum(sums, "index.json", "SHA256SUMS"), sum);
  EXPECT_FALSE(listed_sum(sums, "KvK.wdl", "SHA256SUMS"));
  EXPECT_FALSE(listed_sum("", "index.json", "SHA256SUMS"));
}

// FIPS 180-2, appendix B.1 and B.3's empty message.
TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace
}  // namespace damiera
