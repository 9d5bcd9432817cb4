#include "generator/plan/schedule.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace damiera {

namespace {

std::vector<double> seconds_of(std::span<const JobGroup> groups, int threads, double start) {
  std::vector<double> seconds;
  for (const JobGroup& g : groups) seconds.push_back(start + g.cost.seconds_alone() / threads);
  return seconds;
}

// For each group: its own seconds plus the seconds of the longest chain of groups that wait for it.
std::vector<double> chains(std::span<const JobGroup> groups, const std::vector<double>& seconds) {
  std::vector<double> behind(groups.size());
  for (std::size_t g = groups.size(); g-- > 0;) {
    behind[g] += seconds[g];
    for (const std::size_t need : groups[g].needs) behind[need] = std::max(behind[need], behind[g]);
  }
  return behind;
}

/// Runs groups on machines in the order in which they end.
class Simulation {
 public:
  Simulation(std::span<const JobGroup> groups, const std::vector<double>& seconds,
             const std::vector<double>& chain)
      : seconds_{seconds}, chain_{chain}, left_(groups.size()), waiting_(groups.size()) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      left_[g] = groups[g].needs.size();
      for (const std::size_t need : groups[g].needs) waiting_[need].push_back(g);
      if (left_[g] == 0) ready_.emplace(chain_[g], g);
    }
  }

  /// Returns the end of the last one.
  double run(int machines) {
    double now = 0;
    while (!ready_.empty() || !running_.empty()) {
      while (!ready_.empty() && static_cast<int>(running_.size()) < machines) {
        running_.emplace(now + seconds_[ready_.top().second], ready_.top().second);
        ready_.pop();
      }
      now = running_.top().first;
      finish(running_.top().second);
      running_.pop();
    }
    return now;
  }

 private:
  using Timed = std::pair<double, std::size_t>;

  void finish(std::size_t done) {
    for (const std::size_t g : waiting_[done])
      if (--left_[g] == 0) ready_.emplace(chain_[g], g);
  }

  const std::vector<double>&seconds_, &chain_;
  std::vector<std::size_t> left_;                  // needs that are not finished
  std::vector<std::vector<std::size_t>> waiting_;  // the groups that need a group
  std::priority_queue<Timed> ready_;               // the longest chain first
  std::priority_queue<Timed, std::vector<Timed>, std::greater<>> running_;  // by their end
};

}  // namespace

Schedule simulate(std::span<const JobGroup> groups, int machines, int threads, double start) {
  const auto seconds = seconds_of(groups, threads, start);
  const auto chain = chains(groups, seconds);
  Schedule schedule;
  for (const double s : seconds) {
    schedule.work += s;
    schedule.longest = std::max(schedule.longest, s);
  }
  for (const double c : chain) schedule.critical = std::max(schedule.critical, c);
  schedule.all = Simulation{groups, seconds, chain}.run(machines);
  return schedule;
}

}  // namespace damiera
