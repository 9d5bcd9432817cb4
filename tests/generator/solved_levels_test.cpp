#include "generator/solved_levels.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "generator/pair_solver.h"
#include "tests/data/fixtures.h"
#include "tests/generator/fixtures.h"
#include "tests/support/sample_games.h"

namespace damiera {
namespace {

using std::chrono::hours, std::chrono::seconds;

/// Blocks of different sizes, some of them larger than a frame, filled with numbers.
class Blocks {
 public:
  explicit Blocks(bool filled) {
    for (std::size_t place = 0; place < count; ++place) {
      blocks_[place].resize(place % 50 == 49 ? 1'500'000 : 20'000 + place);
      for (std::size_t i = 0; filled && i < blocks_[place].size(); ++i)
        blocks_[place][i] = std::byte((i * i >> 3) + place);
    }
  }
  static constexpr std::size_t count = 300;

  SolvedLevels::PartsOf parts() {
    return [this](std::uint64_t place) {
      const std::span block{blocks_[place]};
      return SolvedLevels::Parts{block.first(block.size() / 3), block.subspan(block.size() / 3)};
    };
  }
  bool is_empty(std::size_t place) const {
    return std::ranges::count(blocks_[place], std::byte{0}) == std::ssize(blocks_[place]);
  }
  /// How many of the first blocks equal the other's blocks.
  std::size_t same_as(const Blocks& other) const {
    return std::size_t(std::ranges::mismatch(blocks_, other.blocks_).in1 - blocks_.begin());
  }

 private:
  std::array<std::vector<std::byte>, count> blocks_;
};

/// The most memory that this process has had so far, in bytes.
std::uint64_t peak_memory() {
  std::ifstream status{"/proc/self/status"};
  for (std::string word; status >> word;)
    if (std::uint64_t kilobytes = 0; word == "VmHWM:" && status >> kilobytes)
      return kilobytes << 10;
  return 0;
}

class SolvedLevelsTest : public testing::Test {
 protected:
  SolvedLevels levels(const char* content = "these") const { return {file, content, seconds{0}}; }
  /// Keeps some blocks, and then all.
  void keep_in_two_goes() {
    SolvedLevels kept = levels();
    kept.keep(120, filled.parts(), {1, 2, 3, 4});
    kept.keep(Blocks::count, filled.parts(), {5, 6, 7, 8});
  }
  void change_byte(std::uint64_t offset) const {
    std::fstream bytes{file, std::ios::in | std::ios::out | std::ios::binary};
    bytes.seekg(std::streamoff(offset));
    const int byte = bytes.get();
    bytes.seekp(std::streamoff(offset));
    bytes.put(char(byte ^ 1));
  }

  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / ".KKMvK.levels";
  Blocks filled{true};
};

TEST_F(SolvedLevelsTest, GivesBackWhatWasKept) {
  keep_in_two_goes();
  Blocks blocks{false};
  const auto restored = levels().restore(Blocks::count, blocks.parts());
  EXPECT_EQ(restored.blocks, Blocks::count);
  EXPECT_EQ(restored.notes, (SolvedLevels::Notes{5, 6, 7, 8}));
  EXPECT_EQ(blocks.same_as(filled), Blocks::count);
}

TEST_F(SolvedLevelsTest, GoesOnAfterWhatWasKept) {
  levels().keep(120, filled.parts(), {});
  Blocks blocks{false};
  SolvedLevels again = levels();
  EXPECT_EQ(again.restore(Blocks::count, blocks.parts()).blocks, 120);
  again.keep(Blocks::count, filled.parts(), {});
  EXPECT_EQ(levels().restore(Blocks::count, blocks.parts()).blocks, Blocks::count);
  EXPECT_EQ(blocks.same_as(filled), Blocks::count);
}

// Whichever byte is wrong: what comes back is right, and all that follows is written again.
TEST_F(SolvedLevelsTest, EndsWithTheFirstFrameThatIsNotWhole) {
  keep_in_two_goes();
  for (const int part : {0, 1, 3, 10, 300, 500, 999}) {
    const std::uint64_t offset = std::filesystem::file_size(file) * std::uint64_t(part) / 1000;
    change_byte(offset);
    Blocks blocks{false};
    SolvedLevels again = levels();
    const auto restored = again.restore(Blocks::count, blocks.parts());
    EXPECT_LT(restored.blocks, Blocks::count) << "byte " << offset;
    EXPECT_GE(blocks.same_as(filled), restored.blocks) << "byte " << offset;
    again.keep(Blocks::count, filled.parts(), {});
    EXPECT_EQ(levels().restore(Blocks::count, blocks.parts()).blocks, Blocks::count);
    EXPECT_EQ(blocks.same_as(filled), Blocks::count);
  }
}

TEST_F(SolvedLevelsTest, GivesBackWhatAShorterFileHas) {
  keep_in_two_goes();
  const auto size = std::filesystem::file_size(file);
  for (const auto left : {size - 1, size / 2, std::uintmax_t{12}, std::uintmax_t{0}}) {
    std::filesystem::resize_file(file, left);
    Blocks blocks{false};
    const auto restored = levels().restore(Blocks::count, blocks.parts());
    EXPECT_LT(restored.blocks, Blocks::count);
    EXPECT_GE(blocks.same_as(filled), restored.blocks);
  }
}

// The block at place 49 takes six frames.
TEST_F(SolvedLevelsTest, LeavesNothingOfABlockThatIsNotComplete) {
  SolvedLevels kept = levels();
  kept.keep(49, filled.parts(), {1, 2, 3, 4});
  const auto complete = std::filesystem::file_size(file);
  kept.keep(50, filled.parts(), {5, 6, 7, 8});
  const auto frame = (std::filesystem::file_size(file) - complete) / 6;
  std::filesystem::resize_file(file, complete + 3 * frame);
  Blocks blocks{false};
  SolvedLevels again = levels();
  const auto restored = again.restore(Blocks::count, blocks.parts());
  EXPECT_EQ(restored.blocks, 49);
  EXPECT_EQ(restored.notes, (SolvedLevels::Notes{1, 2, 3, 4}));
  EXPECT_TRUE(blocks.is_empty(49));
  again.keep(Blocks::count, filled.parts(), {});
  EXPECT_EQ(levels().restore(Blocks::count, blocks.parts()).blocks, Blocks::count);
  EXPECT_EQ(blocks.same_as(filled), Blocks::count);
}

// A pair without men is one block.
TEST_F(SolvedLevelsTest, KeepsALargeBlockInLittleMemory) {
  std::vector<std::byte> block(100 << 20, std::byte{1});
  const auto parts_of = [&](std::uint64_t) { return SolvedLevels::Parts{block}; };
  const std::uint64_t before = peak_memory();
  levels().keep(1, parts_of, {});
  EXPECT_LT(peak_memory() - before, 50 << 20);
  std::ranges::fill(block, std::byte{0});
  EXPECT_EQ(levels().restore(1, parts_of).blocks, 1);
  EXPECT_LT(peak_memory() - before, 50 << 20);
  EXPECT_EQ(std::ranges::count(block, std::byte{1}), block.size());
}

TEST_F(SolvedLevelsTest, ReadsNothingOfOthers) {
  keep_in_two_goes();
  Blocks blocks{false};
  EXPECT_EQ(levels("others").restore(Blocks::count, blocks.parts()).blocks, 0);
  EXPECT_EQ(levels().restore(97, blocks.parts()).blocks, 89) << "the frame after it has ten blocks";
}

TEST_F(SolvedLevelsTest, KeepsNothingWhereNothingCanBeWritten) {
  SolvedLevels nowhere{folder.path() / "none" / "levels", "these", seconds{0}};
  EXPECT_TRUE(nowhere.is_due());
  nowhere.keep(Blocks::count, filled.parts(), {});
  EXPECT_FALSE(nowhere.is_due());
}

TEST_F(SolvedLevelsTest, IsNotHeldUpByAPipe) {
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  SolvedLevels kept = levels();
  kept.keep(Blocks::count, filled.parts(), {});  // would wait for a reader
  EXPECT_FALSE(std::filesystem::is_fifo(file));
}

TEST_F(SolvedLevelsTest, IsDueAfterTheInterval) {
  EXPECT_TRUE(levels().is_due());
  EXPECT_FALSE((SolvedLevels{file, "these", hours{1}}.is_due()));
}

/// Solves one pair again and again, with what was kept of it.
template <Rules R>
class PairInLevels {
 public:
  PairInLevels(const SlicePair& pair, Keep keep, bool in_planes)
      : pair_{pair}, keep_{keep}, in_planes_{in_planes} {
    for (const SlicePair& p : plan({pair}, R.kings_play())) below_.solve(p, Solver::lanes);
  }

  struct Result {
    std::uint64_t found = 0;
    std::atomic<std::uint64_t> solved = 0;
    std::vector<Outcome> outcomes;  // of the first slice, then of the second
    int longest = 0;                // of the first slice
    std::uint64_t longest_index = 0;
  };
  /// Stops after `blocks` blocks.
  void solve(SolvedLevels& levels, int blocks, Result& result) {
    KnownValues<R> known{value_at(R.goal)};
    add_for_pair<R>(known, pair_, below_.known());
    PairWork<R> work{pair_, keep_, zeroed(PairWork<R>::bytes_for(pair_, keep_))};
    work.keep_levels(levels, [&](std::uint64_t positions) { result.found += positions; });
    std::atomic<int> left = blocks;
    const auto solved = [&](std::uint64_t positions) {
      result.solved += positions;
      return --left > 0;
    };
    if (in_planes_)
      work.solve_in_planes(block_solver<R>(Solver::lanes), known, solved);
    else
      work.solve(block_solver<R>(Solver::lanes), known, solved);
    for (int s = 0; s < pair_.slices(); ++s) {
      std::vector<Outcome> of_slice(work.slice(s).size());
      work.read(s, 0, of_slice, known);
      result.outcomes.insert(result.outcomes.end(), of_slice.begin(), of_slice.end());
    }
    result.longest = work.longest(0).plies();
    result.longest_index = work.longest(0).index();
  }

 private:
  SlicePair pair_;
  Keep keep_;
  bool in_planes_;
  SolvedSlices<R> below_;
};

template <Rules R>
void expect_levels_once(std::string_view slice, Keep keep, bool in_planes) {
  PairInLevels<R> pair{pair_named(slice), keep, in_planes};
  const TemporaryFolder folder;
  const auto file = folder.path() / "levels";
  constexpr int all = 1 << 30;
  typename PairInLevels<R>::Result expected, stopped, resumed;
  SolvedLevels none{folder.path() / "none", "none", hours{1}};
  pair.solve(none, all, expected);
  SolvedLevels begun{file, "these", seconds{0}};
  pair.solve(begun, 100, stopped);
  EXPECT_LT(stopped.solved, expected.solved);
  SolvedLevels again{file, "these", seconds{0}};
  pair.solve(again, all, resumed);
  EXPECT_GT(resumed.found, 0);
  EXPECT_LE(resumed.found, stopped.solved);
  EXPECT_EQ(resumed.found + resumed.solved, expected.solved);
  EXPECT_EQ(resumed.outcomes, expected.outcomes);
  EXPECT_EQ(resumed.longest, expected.longest);
  EXPECT_EQ(resumed.longest_index, expected.longest_index);
}

class LevelsOfPairTest : public VariantTest {};

TEST_P(LevelsOfPairTest, AreSolvedOnce) {
  test::with_board_moves(GetParam(), [&]<Rules R>() {
    if constexpr (R.kings_play())
      for (const char* slice : {"KMMvK", "KMvM"}) {
        if (!thorough && slice == std::string_view{"KMMvK"}) continue;
        SCOPED_TRACE(slice);
        expect_levels_once<R>(slice, Keep::distances, false);
        expect_levels_once<R>(slice, Keep::values, false);
        expect_levels_once<R>(slice, Keep::values, true);
      }
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, LevelsOfPairTest, testing::ValuesIn(test::board_variants),
                         variant_name);

}  // namespace
}  // namespace damiera
