// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace damiera {

/// How progress is shown.
enum class ProgressForm : std::uint8_t {
  text,  ///< for people
  json,  ///< an object on a line, at most every two seconds
};

/// Shows the progress of long work on standard error. On a terminal it is one line, clipped to the
/// width, which is rewritten; elsewhere it is a line at the start of a task and every half minute.
/// One thread at a time.
class Progress {
 public:
  /// `unit`: what is counted, in the plural.
  explicit Progress(ProgressForm form = ProgressForm::text, const char* unit = "positions");
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();  ///< leaves the terminal at the beginning of an empty line

  /// `task` is the current task, such as a slice, and `phase` its current part. The numbers count
  /// over all tasks. `found` is what was finished before this run: it counts as done, but not for
  /// the rate.
  void show(const std::string& task, const std::string& phase, std::uint64_t done,
            std::uint64_t total, std::uint64_t found = 0);
  /// Shows "TASK: text" in the place of numbers. Only for text.
  void say(const std::string& task, const std::string& text);
  double seconds() const;  ///< since this object was made

 private:
  using Clock = std::chrono::steady_clock;
  bool is_due(const std::string& task) const;
  void begin(const std::string& task);
  std::string state(std::uint64_t done, std::uint64_t total, std::uint64_t found) const;

  void show_line(const std::string& line) const;
  void show_json(const std::string& task, const std::string& phase, std::uint64_t done,
                 std::uint64_t total, std::uint64_t found);

  ProgressForm form_;
  const char* unit_;
  bool on_terminal_;
  bool shown_ = false;
  std::string task_;  // task of the last line
  Clock::time_point begin_ = Clock::now(), written_{};
};

/// "1:02:03" or "2:03".
std::string clock_text(double seconds);

/// How many a second: "59.25 M/s", "1.9 k/s" or "12/s". `seconds` may be 0.
std::string rate_text(std::uint64_t number, double seconds);

/// "1.5 GiB".
std::string bytes_text(std::uint64_t bytes);

/// An estimated time: "a second", "40 seconds", "1 minute", "3 hours", "12 days".
std::string about_time(double seconds);
/// An estimated number of bytes, in two digits: "130 MB". Powers of 1000.
std::string about_bytes(std::uint64_t bytes);

/// The first `columns` characters of a text in UTF-8, each of which takes one column.
std::string clipped(const std::string& text, std::size_t columns);

}  // namespace damiera
