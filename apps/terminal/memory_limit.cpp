#include "apps/terminal/memory_limit.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t no_bound = UINT64_MAX;

/// A tree of groups as it is mounted.
struct Mount {
  bool is_version_2;
  std::string root;  ///< the group that is seen at `point`
  fs::path point;
};

std::vector<std::string> words(const std::string& line) {
  std::istringstream in{line};
  std::vector<std::string> found;
  for (std::string word; in >> word;) found.push_back(word);
  return found;
}

bool has_word(const std::string& list, const std::string& word) {
  return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

// "36 35 0:30 /group /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory"
std::optional<Mount> memory_mount(const std::string& line) {
  const auto all = words(line);
  const auto dash = std::ranges::find(all, "-");
  if (all.end() - dash < 4 || dash - all.begin() < 5) return {};
  const bool is_2 = dash[1] == "cgroup2";
  if (!is_2 && (dash[1] != "cgroup" || !has_word(dash[3], "memory"))) return {};
  return Mount{is_2, all[3], all[4]};
}

// The group of the process in such a tree, from a line such as "4:memory:/group", or "0::/group" in
// version 2.
std::optional<std::string> group_in(const fs::path& root, bool is_version_2) {
  std::ifstream in{root / "proc/self/cgroup"};
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (is_version_2 ? controllers.empty() : has_word(controllers, "memory"))
      return line.substr(second + 1);
  }
  return {};
}

// Without a bound, version 2 has "max", which is no number, and version 1 a number larger than any
// memory.
std::uint64_t number_in(const fs::path& file) {
  std::uint64_t bytes = 0;
  std::ifstream{file} >> bytes;
  return bytes == 0 ? no_bound : bytes;
}

// The least bound of a group and of the groups above it. If the group is not below this mount, as
// in a container, the mounted group is used.
std::uint64_t least_bound(const fs::path& root, const Mount& mount, std::string group) {
  const char* file = mount.is_version_2 ? "memory.max" : "memory.limit_in_bytes";
  if (mount.root != "/" && group.starts_with(mount.root)) group.erase(0, mount.root.size());
  const fs::path point = root / mount.point.relative_path();
  std::uint64_t least = number_in(point / file);
  fs::path below;
  for (const fs::path& part : fs::path{group}.relative_path()) {
    below /= part;
    least = std::min(least, number_in(point / below / file));
  }
  return least;
}

std::optional<std::uint64_t> number_of_environment(const char* name) {
  const char* text = std::getenv(name);
  if (!text) return {};
  return whole_number<std::uint64_t>(text, 1);
}

}  // namespace

std::uint64_t control_group_memory(const fs::path& root) {
  std::uint64_t least = no_bound;
  std::ifstream in{root / "proc/self/mountinfo"};
  for (std::string line; std::getline(in, line);)
    if (const auto mount = memory_mount(line))
      if (const auto group = group_in(root, mount->is_version_2))
        least = std::min(least, least_bound(root, *mount, *group));
  return least;
}

std::uint64_t slurm_memory() {
  constexpr std::uint64_t mebibyte = 1 << 20;
  if (const auto node = number_of_environment("SLURM_MEM_PER_NODE")) return *node * mebibyte;
  const auto cpu = number_of_environment("SLURM_MEM_PER_CPU");
  const auto cpus = number_of_environment("SLURM_CPUS_ON_NODE");
  return cpu ? *cpu * cpus.value_or(1) * mebibyte : no_bound;
}

}  // namespace damiera
