#include <fmt/core.h>

#include <algorithm>

#include "apps/jobs/task_words.h"

namespace damiera {

Result<std::string> to_waves(const TaskList& list) {
  int last = -1;
  for (const Task& task : list.tasks) last = std::max(last, task.wave);
  std::string text =
      "#!/bin/bash\n" +
      head(list, "bash FILE [options for GNU parallel, as -j 4 --retries 3 or --sshlogin a,b,c]") +
      "# Each wave begins when the one before it is finished.\nset -euo pipefail\n";
  for (int wave = 0; wave <= last; ++wave) {
    text +=
        fmt::format("\necho 'wave {} of {}' >&2\nparallel \"$@\" <<'END'\n", wave + 1, last + 1);
    for (const Task& task : list.tasks) {
      if (task.wave != wave) continue;
      if (auto line = expect_one_line(task.command, "\n", "waves have"); !line) return line.error();
      text += task.command + "\n";
    }
    text += "END\n";
  }
  return text;
}

}  // namespace damiera
