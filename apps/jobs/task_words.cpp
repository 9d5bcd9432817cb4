#include "apps/jobs/task_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "apps/terminal/progress.h"
#include "rules/notation/utf8.h"

namespace damiera {

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  for (std::size_t at = text.find(old); at != text.npos; at = text.find(old, at + by.size()))
    text.replace(at, old.size(), by);
  return text;
}

// A line break in the name of a folder would end the comment, so it becomes a space.
std::string head(const TaskList& list, const std::string& usage) {
  std::string made_by = list.made_by;
  std::ranges::replace_if(
      made_by, [](unsigned char c) { return c < 0x20; }, ' ');
  return fmt::format("# Printed by: {}\n# It has what was still to do then. To use it: {}\n",
                     made_by, usage);
}

std::string remark(const Task& task) {
  return fmt::format("# {}: {} positions, about {}, {}\n", task.id, task.positions,
                     about_time(task.seconds), bytes_text(task.memory));
}

std::uint64_t mebibytes(const Task& task) { return task.memory / 3 * 4 / (1 << 20) + 64; }

int minutes_at_most(const Task& task) {
  return 10 + static_cast<int>(std::ceil(4 * task.seconds / 60));
}

Result<void> expect_utf8(const TaskList& list) {
  const auto refused = [](const std::string& text) {
    return Error{Error::Code::bad_notation,
                 "'" + as_utf8(text) + "': expected names of folders in UTF-8"};
  };
  if (!is_utf8(list.made_by)) return refused(list.made_by);
  for (const Task& task : list.tasks)
    if (!is_utf8(task.command)) return refused(task.command);
  return {};
}

Result<void> expect_one_line(const std::string& command, const char* breaks, const char* reader) {
  if (command.find_first_of(breaks) == std::string::npos) return {};
  return Error{Error::Code::bad_notation,
               "'" + as_utf8(command) + "': " + reader +
                   " a command a line; expected folders without line breaks"};
}

}  // namespace damiera
