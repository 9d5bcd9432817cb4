// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/task_group.h>

#include "data/folder/folder_lock.h"
#include "generator/write/write_job.h"

namespace damiera {

/// Writes the tables of one job while other jobs are solved. One thread at a time.
class BackgroundWriting {
 public:
  explicit BackgroundWriting(const BuildOptions& options) : options_{options} {}
  ~BackgroundWriting() { wait(); }

  /// Requires that nothing is being written. `job` and what `solved` refers to must stay until
  /// finish(); the lock is held until then.
  void start(const Job& job, Solved solved, FolderLock lock) {
    work_.emplace(Work{job, std::move(solved), std::move(lock), {}});
    tasks_.run([this] { work_->written = write(options_, work_->job, work_->solved, encoding_); });
  }

  /// The job whose tables are being written, or nothing.
  const Job* job() const { return work_ ? &work_->job : nullptr; }

  /// Waits until the tables are written. Requires job().
  Result<Written> finish() {
    tasks_.wait();
    Result<Written> written = std::move(*work_->written);
    work_.reset();
    return written;
  }

  /// Processor time that encoding took for all finished jobs.
  double encode_seconds() const { return 1e-9 * static_cast<double>(encoding_.load()); }

 private:
  struct Work {
    const Job& job;
    Solved solved;
    FolderLock lock;
    std::optional<Result<Written>> written;
  };

  void wait() {
    try {
      tasks_.wait();
    } catch (...) {  // another error is being reported already
    }
  }

  const BuildOptions& options_;
  std::atomic<std::uint64_t> encoding_ = 0;  // processor time in nanoseconds
  std::optional<Work> work_;
  tbb::task_group tasks_;
};

}  // namespace damiera
