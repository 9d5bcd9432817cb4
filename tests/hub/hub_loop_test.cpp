#include "apps/hub/hub_loop.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

namespace damiera {
namespace {

/// A GUI in the same process: says the next line when the last one was answered.
class Script {
 public:
  struct Step {
    std::string say;
    std::string until;  ///< the beginning of the line to wait for; empty: none
  };

  explicit Script(std::vector<Step> steps) : steps_{std::move(steps)} {}

  std::vector<std::string> run() {
    HubSession session{MoverOptions{}};
    serve_hub(
        session, [this] { return next(); }, [this](const std::string& l) { heard(l); });
    return lines_;
  }

 private:
  std::optional<std::string> next() {
    std::unique_lock lock{mutex_};
    if (at_ > 0) {
      const std::string& until = steps_[at_ - 1].until;
      const bool in_time = news_.wait_for(lock, std::chrono::seconds{20}, [&] {
        while (!until.empty() && seen_ < lines_.size() && !lines_[seen_].starts_with(until))
          ++seen_;
        return until.empty() || seen_ < lines_.size();
      });
      EXPECT_TRUE(in_time) << until;
    }
    if (at_ == steps_.size()) return {};
    return steps_[at_++].say;
  }
  void heard(const std::string& line) {
    const std::lock_guard lock{mutex_};
    lines_.push_back(line);
    news_.notify_all();
  }

  std::vector<Step> steps_;
  std::size_t at_ = 0, seen_ = 0;
  std::vector<std::string> lines_;
  std::mutex mutex_;
  std::condition_variable news_;
};

TEST(HubLoop, AnswersWhileItSearches) {
  const auto lines = Script{
      {{"hub", "wait"},
       {"init", "ready"},
       {"level infinite", ""},
       {"go analyze", "info"},
       {"ping", "pong"},
       {"foo", ""},
       {"stop", "done"},
       {"quit", ""}}}.run();
  EXPECT_TRUE(lines.back().starts_with("done move="));
}

TEST(HubLoop, ACommandThatMustNotComeEndsTheSearch) {
  const auto lines = Script{
      {{"level infinite", ""},
       {"go analyze", "info"},
       {"set-param name=variant value=italian", "done"},
       {"level depth=1", ""},
       {"go think",
        "done"}}}.run();
  EXPECT_TRUE(lines.back().starts_with("done move=2"));  // Italian men begin on 21 to 32
}

TEST(HubLoop, TheEndOfInputEndsTheSearch) {
  const auto lines = Script{{{"level infinite", ""}, {"go analyze", "info"}}}.run();
  EXPECT_TRUE(lines.back().starts_with("done move="));
}

}  // namespace
}  // namespace damiera
