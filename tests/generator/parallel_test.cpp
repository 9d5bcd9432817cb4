#include "generator/parallel.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace damiera {
namespace {

using namespace std::chrono_literals;

void wait_for(const std::atomic<bool>& flag) {
  while (!flag) std::this_thread::sleep_for(1ms);
}

TEST(Parallel, ALoopThrowsWhatItsBodyThrows) {
  EXPECT_THROW(for_each_number(100,
                               [](std::uint64_t n) {
                                 if (n == 50) throw std::bad_alloc{};
                               }),
               std::bad_alloc);
}

// Two loops run inside another one. The first throws while the second is under way; the second must
// still do all of its parts, since the code after it relies on that.
TEST(Parallel, ALoopIsNotCutShortByAnErrorBesideIt) {
  std::atomic<bool> begun = false, thrown = false;
  std::atomic<int> done = 0;
  const auto throws = [&] {
    wait_for(begun);
    thrown = true;
    throw std::runtime_error{"out of something"};
  };
  const auto works = [&] {
    for_each_number(1000, [&](std::uint64_t) {
      begun = true;
      wait_for(thrown);
      if (done++ == 0) std::this_thread::sleep_for(20ms);  // meanwhile the error goes its way
    });
    EXPECT_EQ(done, 1000);
    ++done;
  };
  // Both loops need a thread, on a machine with one processor too.
  const tbb::global_control threads{tbb::global_control::max_allowed_parallelism, 2};
  tbb::task_arena arena{2};
  EXPECT_THROW(arena.execute([&] {
    for_each_number(2, [&](std::uint64_t n) { n == 0 ? throws() : works(); });
  }),
               std::runtime_error);
  EXPECT_EQ(done, 1001);
}

}  // namespace
}  // namespace damiera
