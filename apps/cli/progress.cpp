#include "apps/cli/progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <array>

namespace damiera {

Progress::Progress() : on_terminal_{isatty(STDERR_FILENO) == 1} {}

Progress::~Progress() {
  if (on_terminal_ && shown_) fmt::print(stderr, "\r\x1b[K");
}

double Progress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

bool Progress::is_due(const std::string& task) const {
  using namespace std::chrono_literals;
  const auto since = Clock::now() - written_;
  return on_terminal_ ? since >= 100ms : task != task_ || since >= 30s;
}

void Progress::show(const std::string& task, const std::string& phase, std::uint64_t done,
                    std::uint64_t total, std::uint64_t found) {
  if (!is_due(task)) return;
  written_ = Clock::now();
  task_ = task;
  shown_ = true;
  fmt::print(stderr, "{}{} {}; {}{}", on_terminal_ ? "\r" : "", task, phase,
             state(done, total, found), on_terminal_ ? "\x1b[K" : "\n");
  std::fflush(stderr);
}

std::string Progress::state(std::uint64_t done, std::uint64_t total, std::uint64_t found) const {
  const double rate = static_cast<double>(done) / std::max(seconds(), 1e-3);
  const std::uint64_t all = total + found;
  const double share = all == 0 ? 1 : static_cast<double>(done + found) / static_cast<double>(all);
  std::string text = fmt::format("{} of {} positions ({:.1f}%)", done + found, all, 100 * share);
  if (done > 0)
    text += fmt::format(", {:.2f} M/s, {} left", rate / 1e6,
                        clock_text(static_cast<double>(total - done) / rate));
  return text;
}

std::string clock_text(double seconds) {
  const auto s = static_cast<std::uint64_t>(seconds + 0.5);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB"};
  auto n = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; n >= 1024 && unit + 1 < units.size(); ++unit) n /= 1024;
  return fmt::format("{:.{}f} {}", n, unit == 0 ? 0 : 1, units[unit]);
}

}  // namespace damiera
