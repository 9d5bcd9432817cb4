// Learned orders: how they are found and stored, and which files with an order are refused.

#include "data/file/learned_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "data/file/slice_values.h"
#include "data/pack.h"
#include "data/spans/order_learner.h"
#include "data/spans/pair_codes.h"
#include "data/spans/span_encoder.h"
#include "data/spans/span_reader.h"
#include "rules/moves.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

using Numbers = std::vector<std::uint16_t>;

Numbers shuffled(std::size_t size, unsigned seed) {
  Numbers numbers(size);
  std::iota(numbers.begin(), numbers.end(), std::uint16_t{0});
  std::ranges::shuffle(numbers, std::mt19937{seed});
  return numbers;
}

Bytes stored(const LearnedOrder& order) {
  Bytes bytes;
  order.append_to(bytes);
  return bytes;
}

TEST(LearnedOrderTest, Survives) {
  for (const std::size_t size : {2, 3, 28, 32, 33, 496, 896, 16384, 16385, 65536}) {
    const LearnedOrder order{shuffled(size, 1)};
    const Bytes bytes = stored(order);
    EXPECT_EQ(bytes.size(), LearnedOrder::bytes(size)) << size;
    const auto read = LearnedOrder::parse(bytes, size);
    ASSERT_TRUE(read) << size;
    for (std::size_t place = 0; place < size; ++place) {
      ASSERT_EQ(read->number_at(place), order.number_at(place)) << size;
      ASSERT_EQ(read->place_of(read->number_at(place)), place) << size;
    }
  }
}

// Three bits each, the lowest first: 3 + (0 << 3) + (4 << 6) + (1 << 9) + (2 << 12) = 0x2303.
TEST(LearnedOrderTest, BytesAreThoseOfTheFormat) {
  EXPECT_EQ(stored(LearnedOrder{{3, 0, 4, 1, 2}}), bytes_in({0x03, 0x23}));
}

TEST(LearnedOrderTest, RefusesWhatIsNone) {
  EXPECT_TRUE(LearnedOrder::parse(bytes_in({0x03, 0x23}), 5));
  EXPECT_FALSE(LearnedOrder::parse(bytes_in({0x03, 0x33}), 5));        // 3 twice
  EXPECT_FALSE(LearnedOrder::parse(bytes_in({0x05, 0x23}), 5));        // 5 of 0 to 4
  EXPECT_FALSE(LearnedOrder::parse(bytes_in({0x03, 0xa3}), 5));        // a bit left over
  EXPECT_FALSE(LearnedOrder::parse(bytes_in({0x03}), 5));              // too short
  EXPECT_FALSE(LearnedOrder::parse(bytes_in({0x03, 0x23, 0x00}), 5));  // too long
  EXPECT_FALSE(LearnedOrder::parse({}, 0));
  EXPECT_FALSE(LearnedOrder::parse(Bytes(1 << 18), 65537));
}

// Rows in which, in a hidden order of the columns, one value is followed by another from some
// column on.
Windows rows_in_hidden_order(const Numbers& hidden, std::size_t rows, unsigned seed) {
  std::mt19937 random{seed};
  Windows made(rows, std::vector<std::uint16_t>(hidden.size()));
  for (auto& row : made) {
    const std::size_t change = random() % hidden.size();
    for (std::size_t i = 0; i < hidden.size(); ++i)
      row[hidden[i]] = random() % 5 == 0 ? SpanEncoder::any : i < change ? 0 : 2;
  }
  return made;
}

TEST(LearnOrder, FindsTheOrderInWhichNothingChangesTwice) {
  for (const std::size_t columns : {2, 3, 50, 400}) {
    const Numbers hidden = shuffled(columns, 2);
    const LearnedOrder order = learn_order(rows_in_hidden_order(hidden, 16 * columns, 3), 1000);
    ASSERT_EQ(order.size(), columns);
    // The order may be found in either direction.
    const bool forward = order.number_at(0) == hidden.front();
    for (std::size_t i = 0; i < columns; ++i)
      ASSERT_EQ(order.number_at(forward ? i : columns - 1 - i), hidden[i]) << columns;
  }
}

// Long orders compare columns each time, short ones once.
TEST(LearnOrder, FindsLongOrders) {
  const Numbers hidden = shuffled(2500, 4);
  Windows rows = rows_in_hidden_order(hidden, 512, 5);
  const LearnedOrder order = learn_order(rows, 1000);
  std::size_t changes = 0;
  for (const auto& row : rows) {
    std::uint16_t last = SpanEncoder::any;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::uint16_t v = row[order.number_at(i)];
      if (v == SpanEncoder::any) continue;
      changes += last != SpanEncoder::any && v != last;
      last = v;
    }
  }
  EXPECT_LE(changes, 3 * rows.size());  // of one each, at best; 800 each in the order of numbers
}

TEST(LearnOrder, PutsWhatNeverMattersLast) {
  Windows rows(64, std::vector<std::uint16_t>(6, SpanEncoder::any));
  EXPECT_EQ(learn_order(rows, 1000).size(), 6u);
  for (auto& row : rows) row[1] = row[4] = 2;
  const LearnedOrder order = learn_order(rows, 1000);
  EXPECT_EQ(order.place_of(1) + order.place_of(4), 1u);
}

// A table whose values seldom change in a hidden order of the opponent's kings, so packing learns
// an order.
class LearnedTable : public testing::Test {
 protected:
  static constexpr TableId id{Variant::english, {1, 1, 0, 2}, Metric::wdl};

  static void SetUpTestSuite() {
    folder_.emplace();
    const SliceIndex<english> slice{id.material};
    const CellOrder kings{english, {0, 0, 0, 2}, {}};
    const Numbers hidden = shuffled(kings.cells(), 6);
    std::vector<Outcome> outcomes;
    for (std::uint64_t i = 0; i < slice.size(); ++i) {
      const Position pos = slice.position(Index{i});
      const std::size_t half = hidden.size() / 2;
      const std::uint64_t number = kings.cell({{}, {}, {}, pos.their_kings});
      const std::uint64_t mine = (pos.my_men.bits() ^ pos.my_kings.bits()) * 0x9e3779b97f4a7c15;
      outcomes.push_back(has_capture<english>(pos) ? Outcome::capture(Value::win)
                         : hidden[number] < half / 2 + (mine >> 32) % half ? Outcome::win(1)
                                                                           : Outcome::draw());
    }
    write_table(folder_->path() / "built", id, outcomes);
    expect_packed("built", "fast", Profile::fast);
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static void expect_packed(const char* from, const char* to, Profile profile) {
    const auto table = Table::open(folder_->path() / from, id);
    ASSERT_TRUE(table) << table.error().message;
    const auto packed = pack(*table, *table, folder_->path() / to, profile);
    ASSERT_TRUE(packed) << packed.error().message;
  }
  // The value of every position without capture.
  static std::vector<Value> values(const char* name) {
    const auto table = Table::open(folder_->path() / name, id);
    const SliceIndex<english> slice{id.material};
    std::vector<Value> found(slice.size(), Value::draw);
    for (std::uint64_t n = 0; n < table->blocks(); ++n) {
      std::vector<Value> block(table->positions_in(n));
      EXPECT_TRUE(table->read(n, std::span{block}));
      for_each_stored<english, Value>(*table, slice, n, block, [&](Index i, Value v) {
        if (!has_capture<english>(slice.position(i))) found[static_cast<std::size_t>(i)] = v;
      });
    }
    return found;
  }

  static Bytes stored(const char* name) { return bytes_of(table_path(folder_->path() / name, id)); }

  static inline std::optional<TemporaryFolder> folder_;
};

TEST_F(LearnedTable, HoldsEveryValue) {
  const auto fast = Table::open(folder_->path() / "fast", id);
  ASSERT_TRUE(fast) << fast.error().message;
  ASSERT_TRUE(fast->layout().learned);
  EXPECT_TRUE(fast->check());
  const auto wanted = values("built");
  EXPECT_EQ(values("fast"), wanted);
  // One by one as well.
  const SliceIndex<english> slice{id.material};
  const CellOrder order{english, id.material, fast->layout()};
  for (std::uint64_t i = 0; i < slice.size(); ++i) {
    const Position pos = slice.position(Index{i});
    if (has_capture<english>(pos)) continue;
    const auto value = fast->value(order.cell(pos));
    ASSERT_TRUE(value) << value.error().message;
    ASSERT_EQ(decoded_value(*value), wanted[i]);
  }
}

TEST_F(LearnedTable, IsSmallerForIt) {
  EXPECT_LT(2 * stored("fast").size(), stored("built").size());
}

TEST_F(LearnedTable, IsPackedBothWays) {
  expect_packed("fast", "small", Profile::small);
  expect_packed("small", "fast again", Profile::fast);
  EXPECT_EQ(stored("fast again"), stored("fast"));
}

// Writes a table with this learned order, and returns the message with which Table::open() refuses
// it.
std::string refusal(const Material& material, std::uint8_t groups, const Bytes& order) {
  const TableId id{Variant::international, material, Metric::wdl};
  const TemporaryFolder folder;
  const TableInfo info = summary(id, std::vector(positions_of(id), Outcome::draw()));
  TableForm form;
  form.coding = Coding::spans;
  form.layout.learned_groups = groups;
  form.model = order;
  PairCodes::make({1}, {})->append_to(form.model);
  auto writer = TableWriter::create(folder.path(), info, form);
  EXPECT_TRUE(writer && writer->add(Bytes(SpanReader::page_bytes)) && writer->finish());
  const auto table = Table::open(folder.path(), id);
  const std::string path = table_path(folder.path(), id).string() + ": ";
  if (table) return {};
  EXPECT_EQ(table.error().code, Error::Code::corrupt);
  EXPECT_TRUE(table.error().message.starts_with(path)) << table.error().message;
  return table.error().message.substr(path.size());
}

TEST(WrongOrder, IsRefused) {
  const Material one_each{1, 1, 1, 1}, kings{0, 1, 0, 1};
  const Bytes right = stored(LearnedOrder{shuffled(50, 7)});
  EXPECT_EQ(refusal(one_each, 0, {}), "");
  EXPECT_EQ(refusal(one_each, 1, right), "");
  Bytes twice = right;
  twice[1] = twice[0];
  EXPECT_EQ(refusal(one_each, 1, twice), "model: not an order of 50 choices");
  EXPECT_EQ(refusal(one_each, 1, {}), "model: not an order of 50 choices");
  EXPECT_EQ(refusal(one_each, 0, right), "model: not a dictionary");
  EXPECT_EQ(refusal(one_each, 3, right),
            "learned groups: found 112500 choices, expected at most 65536");
  EXPECT_EQ(refusal(kings, 2, stored(LearnedOrder{shuffled(2500, 8)})),
            "learned groups: found 2, expected fewer than the 2 groups of the slice");
}

}  // namespace
}  // namespace damiera
