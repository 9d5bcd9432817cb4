// What calls do when the system gives no more memory, wherever that happens within them.

#include <gtest/gtest.h>

#include <functional>

#include "apps/c/damiera.h"
#include "probe/page_cache.h"
#include "tests/c/failing_new.h"
#include "tests/probe/built_tables.h"

namespace damiera {
namespace {

using test::FailingNew;

class OutOfMemory : public testing::Test {
 protected:
  damiera_tablebase* open() const {
    damiera_tablebase* tables = nullptr;
    EXPECT_EQ(open_into(tables), DAMIERA_OK) << damiera_message();
    return tables;
  }
  damiera_status open_into(damiera_tablebase*& tables) const {
    return damiera_open(DAMIERA_ENGLISH, built_.folder().c_str(), &options_, &tables);
  }
  /// Makes each allocation of a call fail in turn, with all later ones, until the call succeeds.
  /// Each time it uses a new handle, since much is allocated only once.
  void fail_everywhere(const std::function<damiera_status(damiera_tablebase*)>& call) const {
    for (std::size_t n = 0;; ++n) {
      damiera_tablebase* const tables = open();
      damiera_status status = DAMIERA_OK;
      bool failed = false;
      {
        const FailingNew failing{n};
        status = call(tables);
        failed = failing.has_failed();
      }
      if (failed) {
        EXPECT_EQ(status, DAMIERA_OUT_OF_MEMORY) << "allocation " << n;
        EXPECT_TRUE(std::string_view{damiera_message()}.starts_with("out of memory"));
      }
      damiera_close(tables);
      if (!failed) {
        EXPECT_GT(n, 0u);
        EXPECT_EQ(status, DAMIERA_OK) << damiera_message();
        return;
      }
      ASSERT_LT(n, 100'000u);
    }
  }

  test::BuiltTables built_{Variant::english, 2};
  damiera_options options_{sizeof(damiera_options), 1 << 20, 1};
  damiera_position position_{0, 1, 0, std::uint64_t{1} << 20, 0};
};

TEST_F(OutOfMemory, IsAStatusOfOpening) {
  fail_everywhere([&](damiera_tablebase*) {
    damiera_tablebase* other = nullptr;
    const damiera_status status = open_into(other);
    EXPECT_EQ(other == nullptr, status != DAMIERA_OK);
    damiera_close(other);
    return status;
  });
}

TEST_F(OutOfMemory, IsAStatusOfProbing) {
  int value = 0, plies = 0;
  fail_everywhere([&](auto* tables) { return damiera_probe_wdl(tables, &position_, &value); });
  fail_everywhere(
      [&](auto* tables) { return damiera_probe_dtc(tables, &position_, &value, &plies); });
}

TEST_F(OutOfMemory, IsAStatusOfTheRoot) {
  fail_everywhere([&](auto* tables) {
    std::array<damiera_move, 16> moves;
    std::size_t count = 0;
    return damiera_probe_root(tables, &position_, moves.data(), moves.size(), &count);
  });
}

TEST_F(OutOfMemory, IsAStatusOfABatch) {
  fail_everywhere([&](auto* tables) {
    const std::array<damiera_position, 2> positions{position_, position_};
    std::array<int, 2> values{};
    std::array<damiera_status, 2> statuses{};
    return damiera_probe_batch(tables, positions.data(), 2, values.data(), statuses.data());
  });
}

// These calls return no status: 0 says that nothing is known, and the message says why.
TEST_F(OutOfMemory, IsAMessageOfWhatReturnsNone) {
  fail_everywhere([&](auto* tables) {
    return damiera_max_pieces(tables) == 2 ? DAMIERA_OK : DAMIERA_OUT_OF_MEMORY;
  });
  fail_everywhere([&](auto* tables) {
    return damiera_is_covered(tables, &position_) == 1 ? DAMIERA_OK : DAMIERA_OUT_OF_MEMORY;
  });
}

TEST_F(OutOfMemory, AnotherMessageTakesItsPlace) {
  int value = 0;
  damiera_tablebase* const tables = open();
  {
    const FailingNew failing{0};
    EXPECT_EQ(damiera_probe_wdl(tables, &position_, &value), DAMIERA_OUT_OF_MEMORY);
  }
  EXPECT_EQ(damiera_probe_wdl(tables, nullptr, &value), DAMIERA_BAD_ARGUMENT);
  EXPECT_STREQ(damiera_message(), "position: a null pointer");
  damiera_close(tables);
}

TEST(SmallerPageCache, TakesAQuarterToAHalfOfWhatThereIs) {
  const FailingNew failing{FailingNew::never, 100 << 20};
  const PageCache cache{std::size_t{1} << 30};
  EXPECT_LE(cache.bytes(), std::size_t{50} << 20);
  EXPECT_GE(cache.bytes(), std::size_t{25} << 20);
}

TEST(SmallerPageCache, IsAsLargeAsWantedWhereThereIsMemory) {
  const PageCache cache{std::size_t{64} << 20};
  EXPECT_EQ(cache.bytes(), std::size_t{64} << 20);
}

TEST(SmallerPageCache, IsNoneWhereThereIsNothing) {
  const FailingNew failing{0};
  EXPECT_THROW(PageCache{1 << 20}, std::bad_alloc);
}

}  // namespace
}  // namespace damiera
