#include "apps/cli/task.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "apps/terminal/progress.h"
#include "apps/terminal/shell_word.h"
#include "data/file/checksum.h"
#include "rules/notation/utf8.h"

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

// The first lines of a text in which '#' begins a comment. A line break in the name of a folder
// would end the comment, so it becomes a space.
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

// The memory to request for a job. A build uses three quarters of it by default, and these must be
// enough.
std::uint64_t mebibytes(const Task& task) { return task.memory / 3 * 4 / (1 << 20) + 64; }

// A bound on the time, far above the expected time: a job that reaches it begins its pair again.
int minutes_at_most(const Task& task) {
  return 10 + static_cast<int>(std::ceil(4 * task.seconds / 60));
}

// True for a path that make reads as one word and does not change.
bool is_plain(const std::string& path) {
  return std::ranges::all_of(path, [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view{"/._-+@,"}.find(c) != std::string_view::npos;
  });
}

// If a path is not UTF-8, the list cannot be written as JSON or as a Snakefile.
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

// Error if the command contains one of the characters `breaks`, since `reader` takes one command a
// line.
Result<void> expect_one_line(const std::string& command, const char* breaks, const char* reader) {
  if (command.find_first_of(breaks) == std::string::npos) return {};
  return Error{Error::Code::bad_notation,
               "'" + as_utf8(command) + "': " + reader +
                   " a command a line; expected folders without line breaks"};
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
                     joined(task.outputs, " "), task.outputs.size(), task.outputs.front(), chunks);
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
                     task.id + ")\n.PRECIOUS: " + joined(task.outputs, " ") + "\n";
  for (std::size_t i = 1; i < task.outputs.size(); ++i)
    text += task.outputs[i] + ": | " + task.outputs[i - 1] + "\n\t@test -e $@ || $(job." + task.id +
            ")\n";
  return text;
}

void add_unit(Json& job, const Task& task) {
  job["unit"] = task.unit == Unit::pair ? "pair" : task.unit == Unit::chunk ? "chunk" : "join";
  if (task.unit != Unit::chunk) return;
  job["level"] = task.level;
  job["chunk"] = task.chunk;
}

}  // namespace

Result<std::string> to_json(const TaskList& list) {
  if (auto readable = expect_utf8(list); !readable) return readable.error();
  Json jobs = Json::array();
  for (const Task& task : list.tasks) {
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
    if (list.by_chunk) add_unit(jobs.back(), task);
  }
  return Json{{"plan", 1},
              {"variant", list.variant},
              {"made_by", list.made_by},
              {"threads", list.threads},
              {"jobs", jobs}}
             .dump(2) +
         "\n";
}

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

std::string to_slurm(const TaskList& list) {
  std::string text = "#!/bin/bash\n" + head(list, "bash FILE [options for sbatch]");
  text +=
      R"(# Submits a job for each task; sbatch says afterok, so that none starts too early. A job that is
# stopped, as at the end of its time, or that finds its tables in use, queues itself again. A
# job that scancel ends does not.
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
child= stopped= status=0
trap 'stopped=1; [[ -z \$child ]] || kill -TERM \$child 2>/dev/null' TERM
again() {
  ((\${SLURM_RESTART_COUNT:-0} < 100)) && [[ \$(squeue -h -j "\$SLURM_JOB_ID" -o %T) == RUNNING ]] &&
    scontrol requeue "\$SLURM_JOB_ID"
  exit 75
}
$5 &
child=\$!
[[ -z \$stopped ]] || kill -TERM \$child
wait \$child || status=\$?
[[ -z \$stopped ]] || { status=0; wait \$child || status=\$?; }   # the signal ended the first wait
[[ \$status -ne 75 ]] || again
[[ -z \$stopped || \$status -ne 143 ]] || again   # the signal came before the program could catch it
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
        list.threads, mebibytes(task), minutes_at_most(task), Json(command).dump());
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
