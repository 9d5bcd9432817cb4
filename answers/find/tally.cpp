#include "answers/find/tally.h"

#include <numeric>

namespace damiera {

namespace {

/// `first` is the lowest number among those that are added.
void add_to(std::vector<std::uint64_t>& sums, std::optional<std::uint64_t>& longest,
            std::size_t plies, std::uint64_t n, std::uint64_t first) {
  if (sums.size() <= plies) {
    sums.resize(plies + 1);
    longest = first;
  }
  sums[plies] += n;
}

void join(std::vector<std::uint64_t>& sums, std::optional<std::uint64_t>& longest,
          const std::vector<std::uint64_t>& later, std::optional<std::uint64_t> of_later) {
  for (std::size_t n = later.size(); n-- > 0;) add_to(sums, longest, n, later[n], *of_later);
}

}  // namespace

void Tally::add(RuleValue value, int plies, std::uint64_t number) {
  const auto n = static_cast<std::size_t>(plies);
  switch (value) {
    case RuleValue::win:
      return add_to(wins, longest_win, n, 1, number);
    case RuleValue::loss:
      return add_to(losses, longest_loss, n, 1, number);
    case RuleValue::draw:
      ++draws;
      return;
    case RuleValue::cursed_win:
      ++cursed_wins;
      return;
    case RuleValue::blessed_loss:
      ++blessed_losses;
      return;
  }
}

void Tally::add(const Tally& later) {
  join(wins, longest_win, later.wins, later.longest_win);
  join(losses, longest_loss, later.losses, later.longest_loss);
  draws += later.draws;
  cursed_wins += later.cursed_wins;
  blessed_losses += later.blessed_losses;
}

std::uint64_t Tally::sum(const std::vector<std::uint64_t>& by_plies) {
  return std::accumulate(by_plies.begin(), by_plies.end(), std::uint64_t{0});
}

}  // namespace damiera
