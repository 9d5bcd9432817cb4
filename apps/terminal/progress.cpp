#include "apps/terminal/progress.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "answers/text.h"
#include "apps/terminal/message.h"

namespace damiera {

namespace {

/// The present width of the terminal at standard error; it may change at any time.
std::size_t columns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col : 80;
}

/// A number rounded to two digits.
double in_two_digits(double n) {
  double scale = 1;
  while (n / scale >= 100) scale *= 10;
  return std::round(n / scale) * scale;
}

std::string in_units(double n, const char* unit) {
  return in_number(static_cast<std::int64_t>(std::max(1.0, in_two_digits(n))), unit);
}

}  // namespace

Progress::Progress(ProgressForm form, const char* unit)
    : form_{form},
      unit_{unit},
      on_terminal_{form == ProgressForm::text && isatty(STDERR_FILENO) == 1} {}

Progress::~Progress() {
  if (on_terminal_ && shown_) print_message("\r\x1b[K");
}

double Progress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

bool Progress::is_due(const std::string& task) const {
  using namespace std::chrono_literals;
  const auto since = Clock::now() - written_;
  if (form_ == ProgressForm::json) return since >= 2s;
  return on_terminal_ ? since >= 100ms : task != task_ || since >= 30s;
}

void Progress::begin(const std::string& task) {
  written_ = Clock::now();
  task_ = task;
  shown_ = true;
}

void Progress::show(const std::string& task, const std::string& phase, std::uint64_t done,
                    std::uint64_t total, std::uint64_t found) {
  if (!is_due(task)) return;
  begin(task);
  if (form_ == ProgressForm::json) return show_json(task, phase, done, total, found);
  show_line(fmt::format("{} {}; {}", task, phase, state(done, total, found)));
}

void Progress::say(const std::string& task, const std::string& text) {
  if (!is_due(task)) return;
  begin(task);
  show_line(fmt::format("{}: {}", task, text));
}

void Progress::show_line(const std::string& line) const {
  if (on_terminal_)
    print_message("\r{}\x1b[K", clipped(line, columns() - 1));  // a full line would break
  else
    print_message("{}\n", line);
}

void Progress::show_json(const std::string& task, const std::string& phase, std::uint64_t done,
                         std::uint64_t total, std::uint64_t found) {
  const nlohmann::ordered_json line{{"task", task},
                                    {"phase", phase},
                                    {"positions_done", done},
                                    {"positions_total", total},
                                    {"positions_found", found},
                                    {"seconds", seconds()}};
  print_message("{}\n", line.dump());
}

std::string Progress::state(std::uint64_t done, std::uint64_t total, std::uint64_t found) const {
  done = std::min(done, total);  // more than all would show a time left without end
  const std::uint64_t all = total + found;
  const double share = all == 0 ? 1 : static_cast<double>(done + found) / static_cast<double>(all);
  std::string text = fmt::format("{} of {} {} ({:.1f}%)", done + found, all, unit_, 100 * share);
  // The first positions may include time for reading tables, and say little about the rest.
  if (done > total / 1000)
    text += fmt::format(
        ", {}, {} left", rate_text(done, seconds()),
        clock_text(seconds() * static_cast<double>(total - done) / static_cast<double>(done)));
  return text;
}

std::string clock_text(double seconds) {
  const auto s = static_cast<std::uint64_t>(seconds + 0.5);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

std::string rate_text(std::uint64_t number, double seconds) {
  const double rate = static_cast<double>(number) / std::max(seconds, 1e-3);
  if (rate >= 1e5) return fmt::format("{:.2f} M/s", rate / 1e6);
  if (rate >= 100) return fmt::format("{:.1f} k/s", rate / 1e3);
  return fmt::format("{:.0f}/s", rate);
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB"};
  auto n = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; n >= 1024 && unit + 1 < units.size(); ++unit) n /= 1024;
  return fmt::format("{:.{}f} {}", n, unit == 0 ? 0 : 1, units[unit]);
}

std::string about_time(double seconds) {
  constexpr double minute = 60, hour = 60 * minute, day = 24 * hour, year = 365 * day;
  if (seconds < 1.5) return "a second";
  if (seconds < 45) return in_units(seconds, "second");
  if (seconds < 1.5 * hour) return in_units(seconds / minute, "minute");
  if (seconds < 2 * day) return in_units(seconds / hour, "hour");
  if (seconds < 2 * year) return in_units(seconds / day, "day");
  return in_units(seconds / year, "year");
}

std::string about_bytes(std::uint64_t bytes) {
  constexpr std::array units{"bytes", "KB", "MB", "GB", "TB"};
  double n = in_two_digits(static_cast<double>(bytes));
  std::size_t unit = 0;
  for (; n >= 1000 && unit + 1 < units.size(); ++unit) n /= 1000;
  return fmt::format("{:.{}f} {}", n, unit > 0 && n < 10 ? 1 : 0, units[unit]);
}

std::string clipped(const std::string& text, std::size_t columns) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end)
    if (begins(text[end]) && seen++ == columns) break;
  return text.substr(0, end);
}

}  // namespace damiera
