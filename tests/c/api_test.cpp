#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

#include "answers/evaluator.h"
#include "apps/c/damiera.h"
#include "rules/notation/fen.h"
#include "rules/notation/move_notation.h"
#include "tests/probe/built_tables.h"
#include "tests/support/positions.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

using test::BuiltTables;

/// Compares the C interface with the C++ one, on the same tables of two and three pieces.
class CApiTest : public testing::TestWithParam<Variant> {
 protected:
  CApiTest() : built_{built(GetParam())}, game_{static_cast<damiera_game>(GetParam())} {
    TablebaseOptions options;
    options.shipped = false;
    tables_.emplace(*Tablebase::open(GetParam(), {built_.folder()}, options));
    const damiera_options c_options{sizeof c_options, 0, 1};
    EXPECT_EQ(damiera_open(game_, built_.folder().string().c_str(), &c_options, &handle_),
              DAMIERA_OK);
  }
  ~CApiTest() override { damiera_close(handle_); }

  damiera_position from_fen(const std::string& text) const {
    damiera_position p{};
    EXPECT_EQ(damiera_parse_fen(game_, text.c_str(), &p), DAMIERA_OK) << damiera_message();
    return p;
  }

  std::string fen_of(const damiera_position& p) const {
    std::array<char, 128> text;
    EXPECT_EQ(damiera_write_fen(game_, &p, text.data(), text.size()), DAMIERA_OK);
    return text.data();
  }

  static const BuiltTables& built(Variant variant) {  // once for all tests of a game
    static std::map<Variant, BuiltTables> built;
    return built.try_emplace(variant, variant, 3).first->second;
  }

  const BuiltTables& built_;
  damiera_game game_;
  std::optional<Tablebase> tables_;
  damiera_tablebase* handle_ = nullptr;
};

TEST_P(CApiTest, ProbesAsTablebaseDoes) {
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    test::for_each_position<R>(2, [&](const Position& pos) {
      for (const Color to_move : {Color::white, Color::black}) {
        const damiera_position p = from_fen(fen(GetParam(), {pos, to_move}));
        int value = 7, plies = 7;
        ASSERT_EQ(damiera_probe_dtc(handle_, &p, &value, &plies), DAMIERA_OK);
        const Probe expected = *tables_->probe(pos);
        ASSERT_EQ(value, static_cast<int>(expected.value));
        ASSERT_EQ(plies, expected.dtc.value_or(DAMIERA_NO_DISTANCE));
        ASSERT_EQ(damiera_probe_wdl(handle_, &p, &value), DAMIERA_OK);
        ASSERT_EQ(value, static_cast<int>(expected.value));
      }
    });
  });
}

TEST_P(CApiTest, RanksTheMovesOfARoot) {
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    test::for_each_position<R>(2, [&](const Position& pos) {
      const damiera_position p = from_fen(fen(GetParam(), {pos, Color::black}));
      std::array<damiera_move, 64> moves;
      std::size_t count = 0;
      ASSERT_EQ(damiera_probe_root(handle_, &p, moves.data(), moves.size(), &count), DAMIERA_OK);
      const auto expected = *Evaluator{*tables_}.moves(pos);
      ASSERT_EQ(count, expected.size());
      int value = 0;
      ASSERT_EQ(damiera_probe_wdl(handle_, &p, &value), DAMIERA_OK);
      for (std::size_t n = 0; n < count; ++n) {
        ASSERT_EQ(moves[n].value, static_cast<int>(expected[n].worth.probe.value));
        ASSERT_EQ(moves[n].plies, expected[n].worth.probe.dtc.value_or(DAMIERA_NO_DISTANCE));
        ASSERT_EQ(moves[n].text, move_text(GetParam(), {pos, Color::black}, expected[n].move));
        ASSERT_EQ(moves[n].converts != 0, expected[n].move.is_conversion());
        ASSERT_EQ(moves[n].after.black_to_move, 0);
        ASSERT_LE(moves[n].value, n == 0 ? value : moves[n - 1].value);
      }
      if (count > 0) {
        ASSERT_EQ(moves[0].value, value);
      }
    });
  });
}

TEST_P(CApiTest, ABatchIsTheSumOfItsProbes) {
  std::vector<damiera_position> positions;
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    test::for_each_position<R>(2, [&](const Position& pos) {
      positions.push_back(from_fen(fen(GetParam(), {pos, Color::white})));
    });
  });
  positions.push_back({1, 1, 0, 0, 0});  // two pieces on a square
  std::vector<int> values(positions.size());
  std::vector<damiera_status> statuses(positions.size());
  EXPECT_EQ(damiera_probe_batch(handle_, positions.data(), positions.size(), values.data(),
                                statuses.data()),
            DAMIERA_BAD_POSITION);
  EXPECT_EQ(statuses.back(), DAMIERA_BAD_POSITION);
  for (std::size_t n = 0; n + 1 < positions.size(); ++n) {
    int value = 7;
    ASSERT_EQ(damiera_probe_wdl(handle_, &positions[n], &value), DAMIERA_OK);
    ASSERT_EQ(statuses[n], DAMIERA_OK);
    ASSERT_EQ(values[n], value);
  }
}

TEST_P(CApiTest, ProbesInMemoryOnceItIsLoaded) {
  const damiera_position p =
      from_fen(GetParam() == Variant::italian ? "W:WK1:BK32" : "W:WKa1:BKh2");
  int value = 7, plies = 7;
  EXPECT_EQ(damiera_probe_wdl_in_memory(handle_, &p, &value), DAMIERA_NOT_IN_MEMORY);
  EXPECT_EQ(damiera_probe_dtc_in_memory(handle_, &p, &value, &plies), DAMIERA_NOT_IN_MEMORY);
  EXPECT_EQ(value, 7);
  damiera_preload_options options{1, SIZE_MAX, 3, 1};
  damiera_preloaded loaded{};
  EXPECT_EQ(damiera_preload(handle_, &options, &loaded), DAMIERA_BAD_ARGUMENT);
  options.size = sizeof options;
  ASSERT_EQ(damiera_preload(handle_, &options, &loaded), DAMIERA_OK);
  EXPECT_EQ(loaded.tables, tables_->tables().size());
  EXPECT_EQ(loaded.left_out, 0U);
  EXPECT_GT(loaded.bytes, 0U);
  const Probe expected = *tables_->probe(parse_fen(GetParam(), fen_of(p))->pos);
  ASSERT_EQ(damiera_probe_wdl_in_memory(handle_, &p, &value), DAMIERA_OK);
  EXPECT_EQ(value, static_cast<int>(expected.value));
  ASSERT_EQ(damiera_probe_dtc_in_memory(handle_, &p, &value, &plies), DAMIERA_OK);
  EXPECT_EQ(plies, expected.dtc.value_or(DAMIERA_NO_DISTANCE));
}

TEST_P(CApiTest, PrefetchesWhatItWillBeAskedFor) {
  const damiera_position p =
      from_fen(GetParam() == Variant::italian ? "W:WK1:BK32" : "W:WKa1:BKh2");
  int value = 7;
  ASSERT_EQ(damiera_prefetch(handle_, &p, 0), DAMIERA_OK);
  damiera_status status = DAMIERA_NOT_IN_MEMORY;
  for (int wait = 0; status == DAMIERA_NOT_IN_MEMORY && wait < 60000; ++wait) {
    status = damiera_probe_wdl_in_memory(handle_, &p, &value);
    if (status != DAMIERA_OK) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
  ASSERT_EQ(status, DAMIERA_OK) << damiera_message();
  int read = 7;
  ASSERT_EQ(damiera_probe_wdl(handle_, &p, &read), DAMIERA_OK);
  EXPECT_EQ(value, read);
  const damiera_position off{1, 1, 0, 0, 0};
  EXPECT_EQ(damiera_prefetch(handle_, &off, 0), DAMIERA_BAD_POSITION);
}

TEST_P(CApiTest, CountsThePositionsOfSlicesOfUpToTwelvePieces) {
  std::uint64_t small = 0, large = 0;
  const damiera_slice nine{5, 0, 4, 0}, twelve{6, 0, 6, 0}, thirteen{7, 0, 6, 0};
  ASSERT_EQ(damiera_slice_size(game_, &nine, &small), DAMIERA_OK) << damiera_message();
  ASSERT_EQ(damiera_slice_size(game_, &twelve, &large), DAMIERA_OK) << damiera_message();
  EXPECT_GT(small, 100'000'000u);
  EXPECT_GT(large, small);
  EXPECT_EQ(damiera_slice_size(game_, &thirteen, &large), DAMIERA_BAD_ARGUMENT);
}

TEST_P(CApiTest, EnumeratesWhatPassesTheFilter) {
  const damiera_slice slice{0, 1, 1, 0};
  std::uint64_t size = 0;
  ASSERT_EQ(damiera_slice_size(game_, &slice, &size), DAMIERA_OK);
  struct Found {
    std::uint64_t count = 0;
    int least = 1 << 20, most = 0;
  } all, some;
  const damiera_visitor note = [](void* user, std::uint64_t, const damiera_position* p, int value,
                                  int plies) {
    auto& found = *static_cast<Found*>(user);
    ++found.count;
    found.least = std::min(found.least, plies);
    found.most = std::max(found.most, plies);
    EXPECT_EQ(p->black_to_move, 0);
    EXPECT_TRUE(value == DAMIERA_WIN || plies == DAMIERA_NO_DISTANCE);
    return 1;
  };
  damiera_filter filter{sizeof filter, 0, 0, 1, 1, 1, 1, 0, 0};
  ASSERT_EQ(damiera_enumerate(handle_, &slice, &filter, note, &all), DAMIERA_OK);
  EXPECT_EQ(all.count, size);
  filter = {sizeof filter, 0, 0, 1, 0, 0, 0, 2, 5};
  ASSERT_EQ(damiera_enumerate(handle_, &slice, &filter, note, &some), DAMIERA_OK);
  EXPECT_GT(some.count, 0U);
  EXPECT_LT(some.count, size);
  EXPECT_GE(some.least, 2);
  EXPECT_LE(some.most, 5);
  Found once;
  const damiera_visitor stop = [](void* user, std::uint64_t, const damiera_position*, int, int) {
    ++static_cast<Found*>(user)->count;
    return 0;
  };
  ASSERT_EQ(damiera_enumerate(handle_, &slice, &filter, stop, &once), DAMIERA_OK);
  EXPECT_EQ(once.count, 1U);
}

TEST_P(CApiTest, WritesTheFenThatItReads) {
  test::with_sample_moves(GetParam(), [&]<Rules R>() {
    std::mt19937_64 random{1};
    for (int i = 0; i < 100; ++i) {
      const std::string text = fen(GetParam(), {test::random_position<R>(random, 2 + i % 6),
                                                i % 2 == 0 ? Color::white : Color::black});
      const damiera_position p = from_fen(text);
      std::array<char, 128> written;
      ASSERT_EQ(damiera_write_fen(game_, &p, written.data(), written.size()), DAMIERA_OK);
      ASSERT_EQ(written.data(), text);
      ASSERT_EQ(damiera_write_fen(game_, &p, written.data(), text.size()), DAMIERA_TOO_SMALL);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Games, CApiTest, testing::Values(Variant::italian, Variant::russian),
                         [](const auto& game) { return std::string{name(game.param)}; });

TEST(CApi, KnowsEveryGameByItsNumber) {
  for (const Variant v : built<all_variants>) {
    damiera_tablebase* handle = nullptr;
    EXPECT_EQ(damiera_open(static_cast<damiera_game>(v), nullptr, nullptr, &handle), DAMIERA_OK);
    damiera_position p{};
    EXPECT_EQ(damiera_parse_fen(static_cast<damiera_game>(v), "W:W20:B9", &p), DAMIERA_OK);
    damiera_close(handle);
  }
  static_assert(DAMIERA_THAI == static_cast<int>(Variant::thai));
  static_assert(DAMIERA_BREAKTHROUGH == static_cast<int>(Variant::breakthrough));
  static_assert(DAMIERA_KILLER == static_cast<int>(Variant::killer));
  static_assert(DAMIERA_BRAZILIAN_GIVEAWAY == static_cast<int>(Variant::brazilian_giveaway));
  static_assert(DAMIERA_FRISIAN == static_cast<int>(Variant::frisian));
  static_assert(DAMIERA_FRYSK == static_cast<int>(Variant::frysk));
  static_assert(DAMIERA_IVORIAN == static_cast<int>(Variant::ivorian));
  damiera_tablebase* handle = nullptr;
  EXPECT_EQ(damiera_open(static_cast<damiera_game>(27), nullptr, nullptr, &handle),
            DAMIERA_BAD_ARGUMENT);
  EXPECT_NE(std::string_view{damiera_message()}.find("31 (thai)"), std::string_view::npos);
}

/// The texts of moves as C callers get them, sorted.
std::vector<std::string> legal_moves_in_c(Variant variant, const damiera_position& p) {
  std::array<damiera_move, 100> moves;
  std::size_t count = 0;
  EXPECT_EQ(damiera_legal_moves(static_cast<int>(variant), &p, moves.data(), moves.size(), &count),
            DAMIERA_OK);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) texts.emplace_back(moves[i].text);
  std::ranges::sort(texts);
  return texts;
}

void expect_same_answers(const Tablebase& tables, damiera_tablebase* handle, const Setup& setup) {
  const Variant variant = tables.variant();
  const std::string text = fen(variant, setup);
  damiera_position p{};
  ASSERT_EQ(damiera_parse_fen(static_cast<int>(variant), text.c_str(), &p), DAMIERA_OK) << text;
  const Probe probe = *tables.probe(setup.pos);
  const Ending ending = *tables.ending(setup.pos);
  const bool drawn = probe.value == Value::draw;
  damiera_result found{};
  found.size = sizeof found;
  ASSERT_EQ(damiera_probe(handle, &p, nullptr, &found), DAMIERA_OK) << damiera_message();
  EXPECT_EQ(found.value, static_cast<int>(probe.value)) << text;
  EXPECT_EQ(found.dtc, probe.dtc.value_or(DAMIERA_NO_DISTANCE)) << text;
  EXPECT_EQ(found.dtw, drawn ? DAMIERA_NO_DISTANCE : ending.plies) << text;
  std::array<damiera_move, 200> line;
  std::size_t plies = 0;
  ASSERT_EQ(damiera_best_line(handle, &p, line.data(), line.size(), &plies), DAMIERA_OK) << text;
  EXPECT_EQ(plies, drawn ? 0u : static_cast<std::size_t>(ending.plies)) << text;
  std::vector<std::string> moves;
  for (const Move& m : legal_moves(variant, setup)) moves.push_back(move_text(variant, setup, m));
  std::ranges::sort(moves);
  EXPECT_EQ(legal_moves_in_c(variant, p), moves) << text;
}

// From the tables that come with the program: values, distances, moves and lines to the end.
TEST(CApi, AnswersForEveryGame) {
  std::mt19937_64 random{3};
  for (const Variant v : built<all_variants>) {
    const auto tables = *Tablebase::open(v, {});
    damiera_tablebase* handle = nullptr;
    ASSERT_EQ(damiera_open(static_cast<int>(v), nullptr, nullptr, &handle), DAMIERA_OK);
    with_moves(v, [&]<Rules R>() {
      for (int i = 0; i < 20; ++i) {
        const Position pos = without_runs(test::random_position<R>(random, 2 + i % 2));
        if (R.kings_play() || pos.kings().empty())
          expect_same_answers(tables, handle, {pos, i % 4 < 2 ? Color::white : Color::black});
      }
    });
    damiera_close(handle);
  }
}

TEST(CApi, RelativeFoldersAreThoseOfTheCallThatOpens) {
  const BuiltTables built{Variant::italian, 2};
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(built.folder().parent_path());
  const damiera_options options{sizeof options, 0, 1};
  damiera_tablebase* tables = nullptr;
  EXPECT_EQ(
      damiera_open(DAMIERA_ITALIAN, built.folder().filename().string().c_str(), &options, &tables),
      DAMIERA_OK);
  std::filesystem::current_path(before);
  damiera_position p{};
  ASSERT_EQ(damiera_parse_fen(DAMIERA_ITALIAN, "W:WK1:BK32", &p), DAMIERA_OK);
  int value = 0;
  EXPECT_EQ(damiera_probe_wdl(tables, &p, &value), DAMIERA_OK) << damiera_message();
  EXPECT_EQ(value, 1);
  damiera_close(tables);
}

TEST(CApi, SaysWhatIsWrong) {
  damiera_tablebase* tables = nullptr;
  EXPECT_EQ(damiera_open(static_cast<damiera_game>(1), nullptr, nullptr, &tables),
            DAMIERA_BAD_ARGUMENT);
  EXPECT_NE(std::string_view{damiera_message()}.find("GameType"), std::string_view::npos);
  EXPECT_EQ(tables, nullptr);
  EXPECT_EQ(damiera_open(DAMIERA_ITALIAN, "/no/such/folder", nullptr, &tables), DAMIERA_IO);
  EXPECT_NE(std::string_view{damiera_message()}.find("folder: no such"), std::string_view::npos);
  damiera_options options{1, 0, 0};
  EXPECT_EQ(damiera_open(DAMIERA_ITALIAN, nullptr, &options, &tables), DAMIERA_BAD_ARGUMENT);
  EXPECT_STREQ(damiera_message(), "options.size: found 1, expected 16 to 24");
  options = {sizeof options, 0, 1};
  ASSERT_EQ(damiera_open(DAMIERA_ITALIAN, nullptr, &options, &tables), DAMIERA_OK);
  EXPECT_EQ(damiera_max_pieces(tables), 1);
  damiera_position p{};
  EXPECT_EQ(damiera_parse_fen(DAMIERA_ITALIAN, "W:WK1:B33", &p), DAMIERA_BAD_NOTATION);
  ASSERT_EQ(damiera_parse_fen(DAMIERA_ITALIAN, "W:WK1:BK32", &p), DAMIERA_OK);
  EXPECT_EQ(p.white_kings, 1U);
  EXPECT_EQ(p.black_kings, std::uint64_t{1} << 31);
  int value = 7;
  EXPECT_EQ(damiera_probe_wdl(tables, &p, &value), DAMIERA_MISSING_TABLE);
  EXPECT_NE(std::string_view{damiera_message()}.find("italian/KvK.wdl"), std::string_view::npos);
  EXPECT_EQ(damiera_probe_wdl(tables, nullptr, &value), DAMIERA_BAD_ARGUMENT);
  EXPECT_EQ(damiera_probe_wdl(nullptr, &p, &value), DAMIERA_BAD_ARGUMENT);
  EXPECT_EQ(value, 7);
  p.white_kings |= std::uint64_t{1} << 40;
  EXPECT_EQ(damiera_probe_wdl(tables, &p, &value), DAMIERA_BAD_POSITION);
  EXPECT_EQ(damiera_is_covered(tables, &p), 0);
  damiera_close(tables);
  damiera_close(nullptr);
}

// The numbering of eight men would take gigabytes.
TEST(CApi, NumbersNoSliceThatItCannotRead) {
  damiera_tablebase* tables = nullptr;
  ASSERT_EQ(damiera_open(DAMIERA_INTERNATIONAL, nullptr, nullptr, &tables), DAMIERA_OK);
  const damiera_slice slice{7, 0, 1, 0};
  const damiera_filter filter{sizeof filter, 0, 1, 1, 1, 1, 1, 0, 0};
  const damiera_visitor visit = [](void*, std::uint64_t, const damiera_position*, int, int) {
    return 1;
  };
  EXPECT_EQ(damiera_enumerate(tables, &slice, &filter, visit, nullptr), DAMIERA_MISSING_TABLE);
  EXPECT_NE(std::string_view{damiera_message()}.find("MMMMMMMvM.wdl"), std::string_view::npos);
  damiera_close(tables);
}

// A C++ enum must not hold any other number.
TEST(CApi, TakesAnyNumberForAGame) {
  for (const int game : {-1, 0, 27, 1 << 30}) {
    damiera_tablebase* tables = nullptr;
    EXPECT_EQ(damiera_open(game, nullptr, nullptr, &tables), DAMIERA_BAD_ARGUMENT);
    EXPECT_TRUE(std::string_view{damiera_message()}.starts_with("game " + std::to_string(game)));
    damiera_position p{};
    EXPECT_EQ(damiera_parse_fen(game, "W:WK1:BK32", &p), DAMIERA_BAD_ARGUMENT);
  }
  EXPECT_STREQ(damiera_status_text(-1), "unknown status");
}

/// Tables of two pieces, without those that come with Damiera.
class CApiOfTwoPieces : public testing::Test {
 protected:
  CApiOfTwoPieces() {
    const damiera_options options{sizeof options, 0, 1};
    EXPECT_EQ(damiera_open(DAMIERA_ENGLISH, built_.folder().string().c_str(), &options, &handle_),
              DAMIERA_OK);
  }
  ~CApiOfTwoPieces() override { damiera_close(handle_); }

  BuiltTables built_{Variant::english, 2, {.dtc = false}};
  damiera_tablebase* handle_ = nullptr;
  damiera_position king_each_{0, 1, 0, std::uint64_t{1} << 20, 0};
};

// The program was compiled when the structs had fewer fields: the bytes after them do not belong to
// it.
TEST_F(CApiOfTwoPieces, TakesOptionsOfAnOlderProgram) {
  damiera_options options{offsetof(damiera_options, without_shipped), 1 << 20, 1};
  damiera_tablebase* tables = nullptr;
  ASSERT_EQ(damiera_open(DAMIERA_ENGLISH, nullptr, &options, &tables), DAMIERA_OK);
  EXPECT_GE(damiera_max_pieces(tables), 2);  // the shipped tables were not refused
  damiera_close(tables);
  damiera_preload_options preload{offsetof(damiera_preload_options, distances), 1 << 20, 2, 1};
  EXPECT_EQ(damiera_preload(handle_, &preload, nullptr), DAMIERA_OK);
  const damiera_slice slice{0, 1, 0, 1};
  // Bounds of distances, for which there are no tables.
  const damiera_filter filter{offsetof(damiera_filter, min_plies), 0, 9, 1, 1, 1, 1, 1, 9};
  const damiera_visitor visit = [](void*, std::uint64_t, const damiera_position*, int, int) {
    return 1;
  };
  EXPECT_EQ(damiera_enumerate(handle_, &slice, &filter, visit, nullptr), DAMIERA_OK)
      << damiera_message();
}

TEST_F(CApiOfTwoPieces, RefusesASizeThatNoReleaseHad) {
  damiera_preload_options preload{sizeof preload + 8, 1 << 20, 2, 1};
  EXPECT_EQ(damiera_preload(handle_, &preload, nullptr), DAMIERA_BAD_ARGUMENT);
  preload.size = sizeof preload - 1;
  EXPECT_EQ(damiera_preload(handle_, &preload, nullptr), DAMIERA_BAD_ARGUMENT);
}

TEST_F(CApiOfTwoPieces, RefusesFewerThanNoPieces) {
  const damiera_preload_options preload{sizeof preload, 1 << 20, -5, 0};
  EXPECT_EQ(damiera_preload(handle_, &preload, nullptr), DAMIERA_BAD_ARGUMENT);
  EXPECT_STREQ(damiera_message(), "options.pieces: found -5, expected 0 or more");
}

TEST_F(CApiOfTwoPieces, NamesTheNullPointer) {
  int value = 0;
  EXPECT_EQ(damiera_probe_batch(handle_, &king_each_, 1, &value, nullptr), DAMIERA_BAD_ARGUMENT);
  EXPECT_STREQ(damiera_message(), "statuses: a null pointer");
  EXPECT_EQ(damiera_probe_batch(handle_, nullptr, 0, nullptr, nullptr), DAMIERA_OK);
}

TEST_F(CApiOfTwoPieces, TellsTheValueWhereTheDistanceIsMissing) {
  int value = 7, plies = 7;
  ASSERT_EQ(damiera_probe_dtc(handle_, &king_each_, &value, &plies), DAMIERA_OK);
  EXPECT_NE(value, DAMIERA_DRAW);
  EXPECT_EQ(plies, DAMIERA_NO_DISTANCE);
}

// A caller that looks for distances must not get the answer that there are none.
TEST_F(CApiOfTwoPieces, FindsNoDistancesWithoutTheirTable) {
  const damiera_slice slice{0, 1, 0, 1};
  const damiera_filter filter{sizeof filter, 0, 0, 1, 1, 1, 0, 2, 5};
  const damiera_visitor visit = [](void*, std::uint64_t, const damiera_position*, int, int) {
    return 1;
  };
  EXPECT_EQ(damiera_enumerate(handle_, &slice, &filter, visit, nullptr), DAMIERA_MISSING_TABLE);
  EXPECT_NE(std::string_view{damiera_message()}.find("english/KvK.dtc"), std::string_view::npos);
}

TEST_F(CApiOfTwoPieces, NeedsNoDistancesOfValuesThatAreNotWanted) {
  const damiera_slice slice{0, 1, 0, 1};
  std::uint64_t draws[2] = {};
  const damiera_visitor visit = [](void* user, std::uint64_t, const damiera_position*, int value,
                                   int plies) {
    EXPECT_EQ(value, DAMIERA_DRAW);
    EXPECT_EQ(plies, DAMIERA_NO_DISTANCE);
    ++*static_cast<std::uint64_t*>(user);
    return 1;
  };
  for (const int most : {0, 5}) {
    const damiera_filter filter{sizeof filter, 0, 0, 0, 1, 0, 1, most == 0 ? 0 : 1, most};
    EXPECT_EQ(damiera_enumerate(handle_, &slice, &filter, visit, &draws[most == 5]), DAMIERA_OK)
        << damiera_message();
  }
  EXPECT_GT(draws[0], 0U);
  EXPECT_EQ(draws[0], draws[1]);
}

TEST(CApi, NamesTheTableOfTheGameThatHasIt) {
  damiera_tablebase* tables = nullptr;
  ASSERT_EQ(damiera_open(DAMIERA_PORTUGUESE, nullptr, nullptr, &tables), DAMIERA_OK);
  const damiera_slice slice{0, 3, 0, 3};
  const damiera_filter filter{sizeof filter, 0, 1, 1, 1, 1, 1, 0, 0};
  const damiera_visitor visit = [](void*, std::uint64_t, const damiera_position*, int, int) {
    return 1;
  };
  EXPECT_EQ(damiera_enumerate(tables, &slice, &filter, visit, nullptr), DAMIERA_MISSING_TABLE);
  EXPECT_STREQ(damiera_message(), "spanish/KKKvKKK.wdl: there is no such table");
  damiera_close(tables);
  std::uint64_t size = 0;
  const damiera_slice kings{0, 1, 0, 1};
  EXPECT_EQ(damiera_slice_size(DAMIERA_BREAKTHROUGH, &kings, &size), DAMIERA_BAD_ARGUMENT);
}

TEST(CApi, EveryStatusHasATextOfItsOwn) {
  std::set<std::string> texts;
  for (int status = DAMIERA_OK; status <= DAMIERA_BUSY; ++status)
    texts.insert(damiera_status_text(static_cast<damiera_status>(status)));
  EXPECT_EQ(texts.size(), DAMIERA_BUSY + 1u);
  EXPECT_FALSE(texts.contains("unknown status"));
  EXPECT_STREQ(damiera_status_text(static_cast<damiera_status>(DAMIERA_BUSY + 1)),
               "unknown status");
}

TEST(CApi, MessagesBelongToTheirThread) {
  damiera_tablebase* tables = nullptr;
  EXPECT_EQ(damiera_open(DAMIERA_ITALIAN, "/first", nullptr, &tables), DAMIERA_IO);
  std::thread other{[&] {
    damiera_tablebase* none = nullptr;
    EXPECT_EQ(damiera_open(DAMIERA_ITALIAN, "/second", nullptr, &none), DAMIERA_IO);
  }};
  other.join();
  EXPECT_NE(std::string_view{damiera_message()}.find("first"), std::string_view::npos);
}

}  // namespace
}  // namespace damiera
