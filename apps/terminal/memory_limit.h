// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>

namespace damiera {

/// The least bytes that a control group of this process allows it, of version 1 or 2, its own group
/// or one above it; UINT64_MAX if none sets a bound. The files of the system are read below `root`:
/// `proc/self/cgroup` and `proc/self/mountinfo`, and the files of the groups.
std::uint64_t control_group_memory(const std::filesystem::path& root = "/");

/// The memory that Slurm gives a job on this node, by SLURM_MEM_PER_NODE or by SLURM_MEM_PER_CPU
/// and SLURM_CPUS_ON_NODE; UINT64_MAX if these are not set.
std::uint64_t slurm_memory();

}  // namespace damiera
