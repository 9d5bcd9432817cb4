#include "generator/levels/level_sizes.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "indexing/combinatorics.h"
#include "indexing/slice_index.h"

namespace damiera {

namespace {

/// The number of ways to place men on the rows added so far, for each number of men of each side
/// and each sum of their steps to go.
class Ways {
 public:
  Ways(const Material& m, int width)
      : mine_{m.my_men + 1}, theirs_{m.their_men + 1}, steps_{m.men() * (width - 1) + 1} {
    ways_.resize(static_cast<std::size_t>(mine_ * theirs_ * steps_));
    at(0, 0, 0) = 1;
  }

  /// Adds a row with `squares` squares. A man of mine there has `my_steps` steps to go, a man of
  /// the opponent `their_steps`; 0 means that no man of that side can stand there.
  void add_row(int squares, int my_steps, int their_steps) {
    const Ways before = *this;
    std::ranges::fill(ways_, 0);
    for (int mine = 0; mine < mine_; ++mine)
      for (int theirs = 0; theirs < theirs_; ++theirs)
        for (int a = 0; a <= (my_steps == 0 ? 0 : mine); ++a)
          for (int b = 0; b <= (their_steps == 0 ? 0 : theirs); ++b) {
            if (a + b > squares) continue;
            const std::uint64_t here = choose(squares, a) * choose(squares - a, b);
            for (int steps = a * my_steps + b * their_steps; steps < steps_; ++steps)
              at(mine, theirs, steps) +=
                  here * before.at(mine - a, theirs - b, steps - a * my_steps - b * their_steps);
          }
  }
  /// The ways to place all men so that they have `steps` steps to go in all.
  std::uint64_t all(int steps) const { return at(mine_ - 1, theirs_ - 1, steps); }
  int steps() const { return steps_; }

 private:
  std::size_t place(int mine, int theirs, int steps) const {
    return static_cast<std::size_t>((mine * theirs_ + theirs) * steps_ + steps);
  }
  std::uint64_t& at(int mine, int theirs, int steps) { return ways_[place(mine, theirs, steps)]; }
  std::uint64_t at(int mine, int theirs, int steps) const {
    return ways_[place(mine, theirs, steps)];
  }

  int mine_, theirs_, steps_;
  std::vector<std::uint64_t> ways_;
};

}  // namespace

std::vector<std::uint64_t> level_blocks(const SlicePair& pair, const Rules& rules) {
  assert(pair.first.kings() > 0);
  Ways ways{pair.first, rules.width};
  for (int row = 0; row < rules.width; ++row)
    ways.add_row(rules.row_squares(), row, rules.width - 1 - row);
  std::vector<std::uint64_t> blocks;
  for (int steps = 0; steps < ways.steps(); ++steps)
    if (const std::uint64_t n = ways.all(steps); n != 0) blocks.push_back(n);
  return blocks;
}

std::vector<std::uint64_t> level_sizes(const SlicePair& pair, const Rules& rules) {
  auto blocks = level_blocks(pair, rules);
  const std::uint64_t all = std::accumulate(blocks.begin(), blocks.end(), std::uint64_t{0});
  const std::uint64_t positions =
      count_positions(pair.first, rules) * static_cast<std::uint64_t>(pair.slices());
  for (std::uint64_t& n : blocks) n *= positions / all;
  return blocks;
}

double blocks_of(std::span<const std::uint64_t> levels, const LevelChunk& chunk) {
  const auto begin = levels.begin() + chunk.first_level,
             end = levels.begin() + chunk.last_level + 1;
  return static_cast<double>(std::accumulate(begin, end, std::uint64_t{0})) / chunk.parts;
}

double blocks_below(std::span<const std::uint64_t> levels, const LevelChunk& chunk) {
  if (chunk.first_level == 0) return 0;
  return static_cast<double>(levels[static_cast<std::size_t>(chunk.first_level) - 1]);
}

}  // namespace damiera
