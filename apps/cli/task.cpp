#include "apps/cli/task.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/cli/progress.h"
#include "apps/cli/shell_word.h"

namespace damiera {

namespace {

using Json = nlohmann::ordered_json;

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  for (std::size_t at = text.find(old); at != text.npos; at = text.find(old, at + by.size()))
    text.replace(at, old.size(), by);
  return text;
}

// The lines with which a text for `language` begins, where '#' begins a comment.
std::string head(const TaskList& list, const std::string& usage) {
  return fmt::format("# Printed by: {}\n# It has what was still to do then. To use it: {}\n",
                     list.made_by, usage);
}

std::string remark(const Task& task) {
  return fmt::format("# {}: {} positions, about {}, {}\n", task.id, task.positions,
                     about_time(task.seconds), bytes_text(task.memory));
}

// The memory to request for a job. A build uses three quarters of its memory, which must be enough.
std::uint64_t mebibytes(const Task& task) { return task.memory / 3 * 4 / (1 << 20) + 64; }

// A time limit far above the expected time, since a job that reaches it must begin its pair again.
int minutes_at_most(const Task& task) {
  return 10 + static_cast<int>(std::ceil(4 * task.seconds / 60));
}

// A path that make reads as one word and takes as it is.
bool is_plain(const std::string& path) {
  return std::ranges::all_of(path, [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view{"/._-+@,"}.find(c) != std::string_view::npos;
  });
}

// The command makes the first output and all others. Each other output waits for the one before it,
// and runs the command again only if a kill left some outputs without the others. A prerequisite
// after the bar must exist, but a newer one is no reason to build again.
std::string make_rules(const Task& task, const std::string& needs) {
  std::string text = "\n" + remark(task) + "job." + task.id + " = " +
                     replaced(task.command, "$", "$$") + "\n" + task.outputs.front() + ":" +
                     (task.is_damaged ? " damaged" : "") + (needs.empty() ? "" : " |" + needs) +
                     "\n\t$(job." + task.id + ")\n";
  for (std::size_t i = 1; i < task.outputs.size(); ++i)
    text += task.outputs[i] + ": | " + task.outputs[i - 1] + "\n\t@test -e $@ || $(job." + task.id +
            ")\n";
  return text;
}

}  // namespace

std::string to_json(const TaskList& list) {
  Json jobs = Json::array();
  for (const Task& task : list.tasks)
    jobs.push_back({{"id", task.id},
                    {"pairs", task.pairs},
                    {"command", task.command},
                    {"needs", task.needs},
                    {"outputs", task.outputs},
                    {"damaged", task.is_damaged},
                    {"wave", task.wave},
                    {"positions", task.positions},
                    {"seconds", task.seconds},
                    {"memory", task.memory},
                    {"bytes_read", task.bytes_read},
                    {"bytes_written", task.bytes_written}});
  return Json{{"plan", 1},
              {"variant", list.variant},
              {"made_by", list.made_by},
              {"threads", list.threads},
              {"jobs", jobs}}
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

Result<std::string> to_make(const TaskList& list) {
  std::map<std::string, std::string> last;  // of each task's outputs: it stands for all
  std::string all, rules;
  for (const Task& task : list.tasks) {
    for (const std::string& path : task.outputs) {
      if (!is_plain(path))
        return Error{Error::Code::bad_notation, "'" + path +
                                                    "': make cannot have this path; expected "
                                                    "letters, digits and / . _ - + @ ,"};
      all += " \\\n  " + path;
    }
    std::string needs;
    for (const std::string& need : task.needs) needs += " " + last[need];
    rules += make_rules(task, needs);
    last[task.id] = task.outputs.back();
  }
  return head(list, "make -f FILE -j N") +
         "# A table that is there is complete: what was killed goes on with the same command.\n"
         ".PHONY: all damaged\nall:" +
         all + "\n" + rules;
}

std::string to_slurm(const TaskList& list) {
  std::string text = "#!/bin/bash\n" + head(list, "bash FILE [options for sbatch]");
  text +=
      R"(# Submits a job for each task; sbatch says afterok, so that none starts too early. A job that is
# stopped, as at the end of its time, or that finds its tables in use, queues itself again.
set -euo pipefail
options=("$@")
declare -A job

# submit ID NEEDS MEBIBYTES MINUTES COMMAND
submit() {
  local after= need
  for need in $2; do after+=:${job[$need]}; done
  job[$1]=$(sbatch --parsable --job-name="$1" --requeue --open-mode=append --output=%x.log \
    --ntasks=1 --cpus-per-task=)" +
      std::to_string(list.threads) + R"( --mem="$3M" --time="$4" --signal=B:TERM@60 \
    ${after:+--dependency=afterok$after --kill-on-invalid-dep=yes} "${options[@]}" <<END
#!/bin/bash
again() { ((\${SLURM_RESTART_COUNT:-0} < 100)) && scontrol requeue "\$SLURM_JOB_ID"; exit 75; }
$5 &
child=\$! stopped= status=0
trap 'stopped=1; kill -TERM \$child' TERM
wait \$child || status=\$?
[[ -z \$stopped ]] || { status=0; wait \$child || status=\$?; }   # the signal ended the first wait
[[ \$status -ne 75 ]] || again
exit \$status
END
)
  echo "${job[$1]} $1"
}
)";
  for (const Task& task : list.tasks)
    text +=
        fmt::format("\n{}submit {} '{}' {} {} {}\n", remark(task), task.id, joined(task.needs, " "),
                    mebibytes(task), minutes_at_most(task), in_quotes(task.command));
  return text;
}

std::string to_snakemake(const TaskList& list) {
  const auto quoted = [](const std::string& word) { return Json(word).dump(); };
  const auto rule_name = [](const std::string& id) {
    return "pair_" + replaced(replaced(id, ".", "_"), "+", "_and_");
  };
  std::string text = head(list, "snakemake -s FILE --cores N");
  std::string all, rules;
  for (const Task& task : list.tasks) {
    for (const std::string& path : task.outputs) all += "    " + quoted(path) + ",\n";
    rules += "\n" + remark(task) + "rule " + rule_name(task.id) + ":\n";
    if (!task.needs.empty()) {
      rules += "  input:\n";
      for (const std::string& need : task.needs)
        rules += "    ancient(rules." + rule_name(need) + ".output),\n";
    }
    rules += "  output:\n";
    for (const std::string& path : task.outputs) rules += "    " + quoted(path) + ",\n";
    rules += fmt::format(
        "  threads: {}\n  resources: mem_mb=lambda wildcards, attempt: {} * attempt, runtime={}\n"
        "  retries: 3\n  shell: {}\n",
        list.threads, mebibytes(task), minutes_at_most(task),
        quoted(replaced(replaced(task.command, "{", "{{"), "}", "}}")));
  }
  return text + "rule all:\n  input:\n" + all + rules;
}

std::string to_waves(const TaskList& list) {
  int last = -1;
  for (const Task& task : list.tasks) last = std::max(last, task.wave);
  std::string text =
      "#!/bin/bash\n" +
      head(list, "bash FILE [options for GNU parallel, as -j 4 --retries 3 or --sshlogin a,b,c]") +
      "# Each wave begins when the one before it is finished.\nset -euo pipefail\n";
  for (int wave = 0; wave <= last; ++wave) {
    text +=
        fmt::format("\necho 'wave {} of {}' >&2\nparallel \"$@\" <<'END'\n", wave + 1, last + 1);
    for (const Task& task : list.tasks)
      if (task.wave == wave) text += task.command + "\n";
    text += "END\n";
  }
  return text;
}

}  // namespace damiera
