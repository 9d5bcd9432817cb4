#include <fmt/format.h>

#include "apps/jobs/task_words.h"
#include "apps/terminal/shell_word.h"

namespace damiera {

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
    text += fmt::format("\n{}submit {} '{}' {} {} {}\n", remark(task), task.id,
                        fmt::join(task.needs, " "), mebibytes(task), minutes_at_most(task),
                        in_quotes(task.command));
  return text;
}

}  // namespace damiera
