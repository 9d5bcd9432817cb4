#include "generator/run_jobs.h"

#include <algorithm>
#include <chrono>

#include "data/folder/catalogue.h"
#include "data/folder/folder_lock.h"
#include "generator/job_levels.h"
#include "generator/job_solver.h"
#include "generator/write/background_writing.h"

namespace damiera {

namespace {

using Clock = std::chrono::steady_clock;

const char* phase_of(const Stage& stage) {
  if (stage.is_of_endings()) return "solving DTW";
  return stage.count == 0 ? "solving" : "solving under the count";
}

std::unique_ptr<JobSolver> solver_for(const BuildOptions& options, const Stage& stage,
                                      std::span<const Job> jobs) {
  std::vector<SlicePair> pairs;
  for (const Job& job : jobs)
    if (job.stage == stage) pairs.push_back(job.pair);
  return with_moves(options.variant,
                    [&]<Rules R>() { return job_solver<R>(options, stage, pairs); });
}

bool is_finished(const BuildOptions& options, const Job& job) {
  return std::ranges::all_of(job.outputs,
                             [&](const TableId& id) { return has_table(options.folder, id); });
}

class JobRunner {
 public:
  JobRunner(const BuildOptions& options, std::span<const Job> jobs, const ListTables& list,
            ProgressReporter& progress, BuildReport& report)
      : options_{options},
        jobs_{jobs},
        list_{list},
        progress_{progress},
        report_{report},
        writing_{options, [&progress] { return progress.solved(0); }} {}

  Result<void> run() {
    for (const Job& job : jobs_) {
      if (progress_.stopped()) break;
      if (auto done = run(job); !done) {
        (void)finish_writing();  // the tables of the job solved before are complete then
        return done;
      }
    }
    if (writing_.job())
      progress_.begin(writing_.job()->pair, options_.profile ? "packing" : "writing");
    auto written = finish_writing();
    report_.encode_seconds += writing_.encode_seconds();
    return written;
  }

 private:
  Result<void> run(const Job& job) {
    auto lock = FolderLock::take_job(options_.folder, options_.variant, name(job), options_.who);
    if (!lock) return lock.error();
    progress_.begin(job.pair, phase_of(job.stage));
    if (is_finished(options_, job)) return skip(job);
    if (auto ready = make_ready(job); !ready) return ready;
    const auto start = Clock::now();
    auto solved = solver_->solve(
        job, {.solved = [this](std::uint64_t positions) { return progress_.solved(positions); },
              .found = [this](std::uint64_t positions) { progress_.found(positions); }});
    if (!solved) return solved.error();
    report_.solve_seconds += std::chrono::duration<double>(Clock::now() - start).count();
    if (!*solved || progress_.stopped()) return {};
    if (auto written = finish_writing(); !written) return written;
    writing_.start(job, std::move(**solved), std::move(*lock));
    return {};
  }

  // Another process finished it after this build was planned.
  Result<void> skip(const Job& job) {
    remove_levels(options_, job);
    progress_.solved(job.cost.positions);
    progress_.pair_done();
    return {};
  }

  // Makes a solver for the stage, and waits until the tables that the solver will read have been
  // written.
  Result<void> make_ready(const Job& job) {
    const bool is_new = !solver_ || stage_ != job.stage;
    if (is_new || solver_->needs_files(job))
      if (auto written = finish_writing(); !written) return written;
    if (is_new) {
      solver_.reset();  // frees its memory first
      solver_ = solver_for(options_, job.stage, jobs_);
      stage_ = job.stage;
    }
    return {};
  }

  // Waits for the tables of the job solved last.
  Result<void> finish_writing() {
    const Job* job = writing_.job();  // stays valid: it is one of run()'s jobs
    if (!job) return {};
    const auto start = Clock::now();
    const auto written = writing_.finish();
    report_.wait_seconds += std::chrono::duration<double>(Clock::now() - start).count();
    if (!written) return written.error();
    if (!*written) return {};
    if (auto listed = list_(*job, (*written)->tables); !listed) return listed;
    remove_levels(options_, *job);
    add_to_report(*job, **written);
    progress_.pair_done();
    return {};
  }

  void add_to_report(const Job& job, const Written& written) {
    auto& slices = job.stage.is_of_endings() ? report_.dtw
                   : job.stage.count != 0    ? report_.counted
                                             : report_.built;
    slices.insert(slices.end(), written.slices.begin(), written.slices.end());
    report_.positions += job.cost.positions;
  }

  const BuildOptions& options_;
  std::span<const Job> jobs_;
  const ListTables& list_;
  ProgressReporter& progress_;
  BuildReport& report_;
  Stage stage_;
  std::unique_ptr<JobSolver> solver_;
  BackgroundWriting writing_;  // ends before the solver, which holds what it reads
};

}  // namespace

Result<void> run_jobs(const BuildOptions& options, std::span<const Job> jobs,
                      const ListTables& list, ProgressReporter& progress, BuildReport& report) {
  return JobRunner{options, jobs, list, progress, report}.run();
}

}  // namespace damiera
