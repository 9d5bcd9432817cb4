// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/task_group.h>

#include "data/folder/folder_lock.h"
#include "generator/write/write_job.h"

namespace damiera {

/// Writes the tables of one job while others are solved. One thread at a time.
class BackgroundWriting {
 public:
  /// `goes_on`: as for write().
  BackgroundWriting(const BuildOptions& options, std::function<bool()> goes_on)
      : options_{options}, goes_on_{std::move(goes_on)} {}
  ~BackgroundWriting() { wait(); }

  /// Requires that nothing is being written. `job` and what `solved` refers to must stay until
  /// finish(); the lock is held until then.
  void start(const Job& job, Solved solved, FolderLock lock) {
    work_.emplace(Work{job, std::move(solved), std::move(lock), {}});
    tasks_.run([this] {
      work_->written = write(options_, work_->job, work_->solved, goes_on_, encoding_);
    });
  }

  /// The job whose tables are being written, or nothing.
  const Job* job() const { return work_ ? &work_->job : nullptr; }

  /// Waits for the tables of job(), which must not be null. Nothing if `goes_on` returned false.
  Result<std::optional<Written>> finish() {
    tasks_.wait();
    auto written = std::move(*work_->written);
    work_.reset();
    return written;
  }

  /// The processor time that encoding has taken, for all tables that are finished.
  double encode_seconds() const { return 1e-9 * static_cast<double>(encoding_.load()); }

 private:
  struct Work {
    const Job& job;
    Solved solved;
    FolderLock lock;
    std::optional<Result<std::optional<Written>>> written;
  };

  void wait() {
    try {
      tasks_.wait();
    } catch (...) {  // an error is on its way already
    }
  }

  const BuildOptions& options_;
  const std::function<bool()> goes_on_;
  std::atomic<std::uint64_t> encoding_ = 0;  // processor time in nanoseconds
  std::optional<Work> work_;
  tbb::task_group tasks_;
};

}  // namespace damiera
