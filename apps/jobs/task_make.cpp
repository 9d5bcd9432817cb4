#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "apps/jobs/task_words.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

// True for a path that make reads as one word and does not change.
bool is_plain(const std::string& path) {
  return std::ranges::all_of(path, [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view{"/._-+@,"}.find(c) != std::string_view::npos;
  });
}

// The command, escaped so that make passes it to the shell unchanged: '$' begins a variable, and
// '#' a comment.
Result<std::string> make_text(const std::string& command) {
  if (auto line = expect_one_line(command, "\n\r", "make has"); !line) return line.error();
  if (command.find("\\#") != std::string::npos)
    return Error{Error::Code::bad_notation,
                 "'" + as_utf8(command) + "': make cannot have \"\\#\" in the name of a folder"};
  return replaced(replaced(command, "$", "$$"), "#", "\\#");
}

// The join depends on the chunks only while tables are missing: afterwards the chunks are gone and
// must not be made again.
std::string make_chunks_first(const Task& task, const std::string& chunks) {
  return fmt::format("ifneq ($(words $(wildcard {})),{})\n{}:{}\nendif\n",
                     fmt::join(task.outputs, " "), task.outputs.size(), task.outputs.front(),
                     chunks);
}

// The command of the first output makes the other outputs as well. Each of these depends on the one
// before it, and runs the command again only if it is missing, for instance after a kill.
// Prerequisites after a bar are order-only: they must exist, but a newer one is no reason to build
// again. All outputs are .PRECIOUS, because make would delete the tables that a job finished before
// it ended early.
std::string make_rules(const Task& task, const std::string& command, const std::string& needed) {
  const std::string needs = needed.empty() ? "" : " |" + needed;
  const bool is_join = task.unit == Unit::join;
  std::string text = "\n" + remark(task) + "job." + task.id + " = " + command + "\n" +
                     (is_join ? make_chunks_first(task, needs) : "") + task.outputs.front() + ":" +
                     (task.is_damaged ? " damaged" : "") + (is_join ? "" : needs) + "\n\t$(job." +
                     task.id + fmt::format(")\n.PRECIOUS: {}\n", fmt::join(task.outputs, " "));
  for (std::size_t i = 1; i < task.outputs.size(); ++i)
    text += task.outputs[i] + ": | " + task.outputs[i - 1] + "\n\t@test -e $@ || $(job." + task.id +
            ")\n";
  return text;
}

}  // namespace

Result<std::string> to_make(const TaskList& list) {
  std::map<std::string, std::string> last;  // the last output of each task, which stands for all
  std::string all, rules;
  for (const Task& task : list.tasks) {
    for (const std::string& path : task.outputs) {
      if (!is_plain(path))
        return Error{Error::Code::bad_notation, "'" + path +
                                                    "': make cannot have this path; expected "
                                                    "letters, digits and / . _ - + @ ,"};
      if (task.unit != Unit::chunk) all += " \\\n  " + path;
    }
    std::string needs;
    for (const std::string& need : task.needs) needs += " " + last[need];
    const auto command = make_text(task.command);
    if (!command) return command.error();
    rules += make_rules(task, *command, needs);
    last[task.id] = task.outputs.back();
  }
  return head(list, "make -f FILE -j N") +
         "# A table that is there is complete: what was killed goes on with the same command.\n"
         ".PHONY: all damaged\nall:" +
         all + "\n" + rules;
}

}  // namespace damiera
