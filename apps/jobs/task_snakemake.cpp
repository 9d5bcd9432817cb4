#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <span>

#include "apps/jobs/task_words.h"
#include "data/file/checksum.h"

namespace damiera {

// Tables are not declared as outputs: Snakemake deletes the outputs of a job when it starts and
// when it fails, and finished tables would be lost. An empty file marks each finished job instead.
// The marks lie in a folder that belongs to this Snakefile alone, because in another plan the same
// job may have to run again.
Result<std::string> to_snakemake(const TaskList& list) {
  if (auto readable = expect_utf8(list); !readable) return readable.error();
  const auto rule_name = [](const std::string& id) {
    return "pair_" + replaced(replaced(replaced(id, ".", "_"), "+", "_and_"), "-", "_to_");
  };
  const auto mark = [](const std::string& id) { return "done + \"" + id + "\""; };
  std::string all, rules;
  for (const Task& task : list.tasks) {
    all += "    " + mark(task.id) + ",\n";
    rules += "\n" + remark(task) + "rule " + rule_name(task.id) + ":\n";
    if (!task.needs.empty()) rules += "  input:\n";
    for (const std::string& need : task.needs) rules += "    " + mark(need) + ",\n";
    rules += "  output:\n    touch(" + mark(task.id) + ")\n";
    // Snakemake would read a name in braces as a wildcard.
    const std::string command = replaced(replaced(task.command, "{", "{{"), "}", "}}");
    rules += fmt::format(
        "  threads: {}\n  resources: mem_mb=lambda wildcards, attempt: {} * attempt, runtime={}\n"
        "  retries: 3\n  shell: {}\n",
        list.threads, mebibytes(task), minutes_at_most(task), nlohmann::json(command).dump());
  }
  const std::string text = "rule all:\n  input:\n" + all + rules;
  return head(list, "snakemake -s FILE --cores N") +
         fmt::format(
             "import os\n"
             "# An empty file in this folder stands for each job that is done.\n"
             "done = \".damiera/{}-{:016x}-%d/\" % os.path.getmtime(workflow.main_snakefile)\n\n",
             list.variant, checksum(std::as_bytes(std::span{text}))) +
         text;
}

}  // namespace damiera
