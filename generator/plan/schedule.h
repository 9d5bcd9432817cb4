// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "generator/plan/job_group.h"

namespace damiera {

/// How long a plan takes, in seconds.
struct Schedule {
  double all = 0;       ///< from the first start to the last end
  double work = 0;      ///< of all groups, one after the other
  double critical = 0;  ///< of the longest chain of groups that need each other
  double longest = 0;   ///< of the longest group
};

/// Simulates the groups on machines of `threads` threads, one group at a time on each. A free
/// machine takes a group whose needs are finished: the one that begins the longest chain of groups
/// that need each other. Starting a group takes `start` seconds. The times are the plan's
/// estimates. They leave out waiting for the shared folder, and the loss when threads do not speed
/// up the work in full.
Schedule simulate(std::span<const JobGroup> groups, int machines, int threads, double start);

}  // namespace damiera
