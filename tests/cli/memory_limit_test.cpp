// The memory that a process may have, by control groups and by Slurm.

#include "apps/terminal/memory_limit.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace damiera {
namespace {

namespace fs = std::filesystem;

/// A folder that stands for "/", with files of the system in it.
class MemoryLimit : public testing::Test {
 protected:
  MemoryLimit() {
    std::string name = fs::temp_directory_path() / "damiera-XXXXXX";
    root_ = mkdtemp(name.data());
  }
  ~MemoryLimit() override { fs::remove_all(root_); }

  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream{root_ / file} << text;
  }
  std::uint64_t found() const { return control_group_memory(root_); }

  fs::path root_;
};

TEST_F(MemoryLimit, IsNoneWhereNothingSaysSo) {
  EXPECT_EQ(found(), UINT64_MAX);
  write("proc/self/cgroup", "0::/user\n");
  write("proc/self/mountinfo", "1 0 0:1 / / rw - ext4 /dev/sda rw\n");
  EXPECT_EQ(found(), UINT64_MAX);
}

TEST_F(MemoryLimit, IsThatOfAGroupOfVersion2AndOfThoseAboveIt) {
  write("proc/self/cgroup", "0::/system.slice/slurmd/job_7/step_0\n");
  write("proc/self/mountinfo", "30 1 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 none rw\n");
  write("sys/fs/cgroup/system.slice/slurmd/job_7/step_0/memory.max", "max\n");
  EXPECT_EQ(found(), UINT64_MAX);
  write("sys/fs/cgroup/system.slice/slurmd/job_7/memory.max", "536870912\n");
  EXPECT_EQ(found(), 536870912u);
  write("sys/fs/cgroup/system.slice/memory.max", "268435456\n");
  EXPECT_EQ(found(), 268435456u);
}

TEST_F(MemoryLimit, IsThatOfAGroupOfVersion1) {
  write("proc/self/cgroup", "9:pids:/x\n4:cpu,memory:/batch/job\n0::/\n");
  write("proc/self/mountinfo",
        "36 35 0:30 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"
        "37 35 0:31 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n"
        "38 35 0:32 / /sys/fs/cgroup/unified rw - cgroup2 none rw\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory/batch/job/memory.limit_in_bytes", "1073741824\n");
  write("sys/fs/cgroup/pids/batch/job/memory.limit_in_bytes", "1\n");
  EXPECT_EQ(found(), 1073741824u);
}

// In a container the mounted group is the container's own.
TEST_F(MemoryLimit, IsThatOfTheMountedGroup) {
  write("proc/self/cgroup", "0::/docker/abc/inner\n");
  write("proc/self/mountinfo", "30 1 0:26 /docker/abc /sys/fs/cgroup rw - cgroup2 none rw\n");
  write("sys/fs/cgroup/memory.max", "4096000\n");
  EXPECT_EQ(found(), 4096000u);
  write("sys/fs/cgroup/inner/memory.max", "4096\n");
  EXPECT_EQ(found(), 4096u);
}

TEST(SlurmMemory, IsWhatTheEnvironmentSays) {
  for (const char* name : {"SLURM_MEM_PER_NODE", "SLURM_MEM_PER_CPU", "SLURM_CPUS_ON_NODE"})
    unsetenv(name);
  EXPECT_EQ(slurm_memory(), UINT64_MAX);
  setenv("SLURM_MEM_PER_CPU", "100", 1);
  setenv("SLURM_CPUS_ON_NODE", "3", 1);
  EXPECT_EQ(slurm_memory(), 300u << 20);
  setenv("SLURM_MEM_PER_NODE", "2000", 1);
  EXPECT_EQ(slurm_memory(), 2000u << 20);
  setenv("SLURM_MEM_PER_NODE", "0", 1);  // all of the node
  unsetenv("SLURM_MEM_PER_CPU");
  EXPECT_EQ(slurm_memory(), UINT64_MAX);
  unsetenv("SLURM_MEM_PER_NODE");
  unsetenv("SLURM_CPUS_ON_NODE");
}

}  // namespace
}  // namespace damiera
