#include "data/file/header.h"

#include <gtest/gtest.h>

#include <functional>
#include <iomanip>
#include <sstream>

#include "data/file/bytes.h"
#include "data/file/checksum.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

constexpr TableId table_id{Variant::italian, {1, 2, 0, 2}, Metric::dtc};
constexpr std::size_t checksum_at = header_bytes - 8;

Header sample() {
  const std::uint64_t n = count_positions(table_id.material, 4);
  const TableInfo info{table_id, n, n - 30, 20, 10, 0x1234, 0x0456, Index{0x012345}};
  const auto blocks = static_cast<std::uint32_t>(blocks_for(n, block_positions));
  constexpr std::uint32_t directory_bytes = 0x0304;
  return {info,
          Coding::runs,
          {5, CellLayout::Squares::snake},
          block_positions,
          blocks,
          header_bytes + directory_bytes + 1000,
          directory_bytes,
          0x0123456789abcdef};
}

// A file with this header; what follows it does not matter here.
Bytes file_of(const Header& h) {
  Bytes file = encode_header(h);
  file.resize(sample().file_bytes);
  return file;
}

void put(Bytes& file, std::size_t offset, std::size_t size, std::uint64_t value) {
  for (std::size_t i = 0; i < size; ++i) file[offset + i] = std::byte(value >> 8 * i & 255);
}

void seal(Bytes& file) { put(file, checksum_at, 8, checksum(std::span{file}.first(checksum_at))); }

std::string hex(std::span<const std::byte> bytes) {
  std::ostringstream out;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    out << (i == 0        ? ""
            : i % 16 == 0 ? "\n"
                          : " ")
        << std::hex << std::setw(2) << std::setfill('0') << std::to_integer<int>(bytes[i]);
  return out.str();
}

TEST(Header, Survives) {
  const auto decoded = decode_header(file_of(sample()), table_id, "a/b");
  ASSERT_TRUE(decoded) << decoded.error().message;
  EXPECT_EQ(*decoded, sample());
}

// Format 1 is published: if this fails, there is a new format and it needs a new number.
TEST(Header, BytesAreThoseOfTheFormat) {
  EXPECT_EQ(hex(encode_header(sample())),
            "89 44 54 42 0d 0a 1a 0a 01 00 01 00 16 01 00 00\n"
            "01 02 00 02 00 80 00 00 e8 a8 50 00 00 00 00 00\n"
            "ca a8 50 00 00 00 00 00 14 00 00 00 00 00 00 00\n"
            "0a 00 00 00 00 00 00 00 34 12 00 00 00 00 00 00\n"
            "45 23 01 00 00 00 00 00 56 04 00 00 a2 00 00 00\n"
            "5c 07 00 00 00 00 00 00 05 01 00 00 04 03 00 00\n"
            "ef cd ab 89 67 45 23 01 97 eb 2b 52 88 59 25 46");
}

TEST(Header, ChecksumIsPublishedXxh3) {
  EXPECT_EQ(checksum({}), 0x2d06800538d394c2);  // xxHash, tests of XXH3_64bits, length 0, seed 0
}

struct Foreign {
  const char* field;
  Error::Code code;
  std::size_t offset, size;
  std::uint64_t value;
};

class HeaderField : public testing::TestWithParam<Foreign> {};

TEST_P(HeaderField, IsRefusedByName) {
  const auto [field, code, offset, size, value] = GetParam();
  Bytes file = file_of(sample());
  put(file, offset, size, value);
  seal(file);
  const auto decoded = decode_header(file, table_id, "folder/file");
  ASSERT_FALSE(decoded) << field;
  EXPECT_EQ(decoded.error().code, code) << decoded.error().message;
  const std::string start = std::string{"folder/file: "} + field + ": found ";
  EXPECT_TRUE(decoded.error().message.starts_with(start)) << decoded.error().message;
  EXPECT_NE(decoded.error().message.find(", expected "), std::string::npos);
}

constexpr auto foreign = Error::Code::foreign_table;
constexpr auto corrupt = Error::Code::corrupt;
constexpr std::uint64_t huge = ~std::uint64_t{0};
INSTANTIATE_TEST_SUITE_P(
    Fields, HeaderField,
    testing::Values(Foreign{"content", corrupt, 0, 1, 'x'},                  //
                    Foreign{"format version", foreign, 8, 2, 2},             //
                    Foreign{"format version", foreign, 8, 2, 0},             //
                    Foreign{"index version", foreign, 10, 2, 2},             //
                    Foreign{"variant", foreign, 12, 1, 21},                  // another game
                    Foreign{"variant", foreign, 12, 1, 99},                  // no game
                    Foreign{"metric", foreign, 13, 1, 0},                    // the other metric
                    Foreign{"metric", foreign, 13, 1, 5},                    // no metric
                    Foreign{"coding", foreign, 14, 1, 4},                    //
                    Foreign{"block count", corrupt, 14, 1, 3},               // nothing is stored
                    Foreign{"draw count", foreign, 15, 1, 40},               // the table has none
                    Foreign{"order of groups", foreign, 88, 1, 24},          //
                    Foreign{"order of squares", foreign, 89, 1, 2},          //
                    Foreign{"learned groups", foreign, 90, 1, 1},            // runs have none
                    Foreign{"place of runs", foreign, 91, 1, 1},             //
                    Foreign{"directory size", corrupt, 92, 4, 0},            //
                    Foreign{"directory size", corrupt, 92, 4, 0xffffffff},   //
                    Foreign{"material", foreign, 16, 4, 0x02000102},         // KMMvKK, not KKMvKK
                    Foreign{"material", foreign, 16, 4, 0xffffffff},         //
                    Foreign{"block positions", corrupt, 20, 4, 0},           //
                    Foreign{"block positions", corrupt, 20, 4, 0xffffffff},  //
                    Foreign{"block count", corrupt, 20, 4, 1},               //
                    Foreign{"positions", corrupt, 24, 8, 0},                 //
                    Foreign{"positions", corrupt, 24, 8, huge},              //
                    Foreign{"wins", corrupt, 32, 8, huge},                   //
                    Foreign{"draws", corrupt, 40, 8, huge},                  //
                    Foreign{"losses", corrupt, 48, 8, huge},                 //
                    Foreign{"wins, draws and losses together", corrupt, 48, 8, 11},  //
                    Foreign{"captures", corrupt, 56, 8, huge},                       //
                    Foreign{"longest", corrupt, 64, 8, huge},                        //
                    Foreign{"longest plies", corrupt, 72, 4, 8192},                  //
                    Foreign{"block count", corrupt, 76, 4, 0},                       //
                    Foreign{"block count", corrupt, 76, 4, 0xffffffff},              //
                    Foreign{"file size", corrupt, 80, 8, 104},                       //
                    Foreign{"file size", corrupt, 80, 8, huge}),
    [](const auto& field) { return "Case" + std::to_string(field.index); });

// Only tables read in place may have a learned order, of three groups at most.
TEST(Header, OfSpansMayHaveALearnedOrder) {
  Header header = sample();
  header.coding = Coding::spans;
  header.block_count = static_cast<std::uint32_t>(
      blocks_for(count_values(table_id, Coding::spans, header.layout), header.block_positions));
  for (std::uint8_t groups = 0; groups <= 3; ++groups) {
    header.layout.learned_groups = groups;
    const auto decoded = decode_header(file_of(header), table_id, "a/b");
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(*decoded, header);
  }
  header.layout.learned_groups = 4;
  const auto refused = decode_header(file_of(header), table_id, "a/b");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "a/b: learned groups: found 4, expected 0 to 3");
}

TEST(Header, BoundsTheBlocksOfTrees) {
  const auto decoded = [](Metric metric, std::uint32_t size) {
    Header header = sample();
    header.info.id.metric = metric;
    header.coding = Coding::tree;
    header.block_positions = size;
    header.block_count = static_cast<std::uint32_t>(
        blocks_for(count_values(table_id, Coding::tree, header.layout), size));
    const auto read = decode_header(file_of(header), header.info.id, "a/b");
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(decoded(Metric::wdl, 1 << 18), "");
  EXPECT_EQ(decoded(Metric::wdl, 1 << 19),
            "a/b: block positions: found 524288, expected 1 to 262144");
  EXPECT_EQ(decoded(Metric::dtc, 1 << 16), "");
  EXPECT_EQ(decoded(Metric::dtc, 1 << 17),
            "a/b: block positions: found 131072, expected 1 to 65536");
}

// Runs of kings may have another place where there are runs, in an order of cells that is not
// learned.
TEST(Header, OfCellsMayHaveAnotherPlaceOfRuns) {
  const auto decoded = [](Variant variant, const char* slice, Coding coding, CellLayout::Runs runs,
                          std::uint8_t learned) {
    const TableId id{variant, *parse_material(slice), Metric::wdl};
    Header header = sample();
    const std::uint64_t n = count_positions(id.material, rules_of(variant));
    header.info = {id, n, 0, n, 0, 0, 0, Index{0}};
    header.coding = coding;
    header.layout = {};
    header.layout.runs = runs;
    header.layout.learned_groups = learned;
    header.block_count = static_cast<std::uint32_t>(
        blocks_for(count_values(id, coding, header.layout), header.block_positions));
    const auto read = decode_header(file_of(header), id, "a/b");
    if (read) {
      EXPECT_EQ(*read, header);
    }
    return read ? "" : read.error().message;
  };
  constexpr auto before_last = CellLayout::Runs::before_last;
  for (const auto runs : {before_last, CellLayout::Runs::last})
    for (const auto coding : {Coding::tree, Coding::spans})
      EXPECT_EQ(decoded(Variant::frisian, "KMvK", coding, runs, 0), "");
  EXPECT_EQ(decoded(Variant::frisian, "KMvK", Coding::tree, CellLayout::Runs{3}, 0),
            "a/b: place of runs: found 3, expected 0 to 2");
  const char* refused = "a/b: place of runs: found 1, expected 0 to 0";
  EXPECT_EQ(decoded(Variant::frisian, "KMvK", Coding::spans, before_last, 1), refused);
  EXPECT_EQ(decoded(Variant::frisian, "KMvK", Coding::runs, before_last, 0), refused);
  EXPECT_EQ(decoded(Variant::frisian, "MMvK", Coding::tree, before_last, 0), refused);
  EXPECT_EQ(decoded(Variant::international, "KMvK", Coding::tree, before_last, 0), refused);
}

// Only tables of a draw count may have no blocks, and their count stands in byte 15.
TEST(Header, OfADrawCountMayHaveNoBlocks) {
  Header header = sample();
  header.info.id.metric = Metric::counted_wdl;
  header.info.id.count = 40;
  header.block_count = 0;
  header.directory_bytes = 1;
  header.file_bytes = header_bytes + 1;
  Bytes file = encode_header(header);
  file.push_back({});  // the directory: no model
  EXPECT_EQ(file[13], std::byte{3});
  EXPECT_EQ(file[15], std::byte{40});
  const auto decoded = decode_header(file, header.info.id, "a/b");
  ASSERT_TRUE(decoded) << decoded.error().message;
  EXPECT_EQ(*decoded, header);
  TableId other = header.info.id;
  other.count = 50;
  const auto refused = decode_header(file, other, "a/b");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "a/b: draw count: found 40, expected 50");
}

TEST(Header, WrongChecksumIsRefused) {
  Bytes file = file_of(sample());
  put(file, checksum_at, 1, 0);
  const auto decoded = decode_header(file, table_id, "folder/file");
  ASSERT_FALSE(decoded);
  EXPECT_NE(decoded.error().message.find("header checksum"), std::string::npos);
}

TEST(Header, EveryTruncationIsRefused) {
  const Bytes file = file_of(sample());
  for (std::size_t size = 0; size < file.size(); ++size)
    EXPECT_FALSE(decode_header(std::span{file}.first(size), table_id, "folder/file")) << size;
}

}  // namespace
}  // namespace damiera
