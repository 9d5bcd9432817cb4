#include "apps/jobs/task_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "apps/terminal/resources.h"
#include "data/folder/catalogue.h"

namespace damiera {

namespace {

std::string id_of(std::span<const Job> plan, const JobGroup& group) {
  const std::string first = name(plan[group.jobs.front()]);
  if (group.chunk) return first + "." + name(*group.chunk);
  return group.jobs.size() == 1 ? first : fmt::format("{}+{}", first, group.jobs.size() - 1);
}

Unit unit_of(const JobGroup& group) {
  return group.chunk ? Unit::chunk : group.is_join ? Unit::join : Unit::pair;
}

}  // namespace

std::vector<std::string> TaskMaker::outputs(const JobGroup& group) const {
  if (group.chunk) {
    const auto folder = whole_path(wanted.planes.empty() ? wanted.folder : wanted.planes);
    const SlicePair& pair = plan[group.jobs.front()].pair;
    return {chunk_path(folder, wanted.variant, pair.first, *group.chunk).string()};
  }
  std::vector<std::string> paths;
  for (const TableId& id : group.outputs)
    paths.push_back(table_path(whole_path(wanted.folder), id).string());
  return paths;
}

std::string TaskMaker::command(const Task& task, const JobGroup& group) const {
  std::string text = fmt::format("\"${{DAMIERA:-damiera}}\" {} {} --pair {}",
                                 task.unit == Unit::join ? "join" : "build", name(wanted.variant),
                                 fmt::join(task.pairs, ","));
  if (task.unit == Unit::chunk)
    text += fmt::format(" --level {} --chunk {}", task.level, task.chunk);
  text += arguments(plan[group.jobs.front()].stage);
  if (group.is_looked_up && wanted.keep_planes) text += " --keep-planes";
  const double between = wanted.seconds_between_levels;
  if (task.unit == Unit::pair && between != BuildOptions{}.seconds_between_levels)
    text += fmt::format(" --keep-levels {}", between);
  return text;
}

Task TaskMaker::task(const JobGroup& group) const {
  Task task;
  task.id = id_of(plan, group);
  task.outputs = outputs(group);
  task.unit = unit_of(group);
  if (group.chunk) {
    task.level = levels_text(*group.chunk);
    task.chunk = fmt::format("{}/{}", group.chunk->part, group.chunk->parts);
  }
  for (const std::size_t n : group.jobs) task.pairs.push_back(name(plan[n].pair.first));
  task.command = command(task, group);
  task.is_damaged = std::ranges::any_of(
      group.outputs, [&](const TableId& id) { return wanted.unsound.contains(id); });
  const std::uint64_t whole = group.cost.memory + memory_beside_tables(wanted.threads);
  task.memory = memory == 0 ? whole : std::min(whole, memory);
  task.positions = group.cost.positions;
  task.bytes_read = group.cost.bytes_read;
  task.bytes_written = group.cost.bytes_written;
  task.seconds = group.cost.seconds_alone() / wanted.threads;
  task.wave = group.wave;
  return task;
}

std::vector<Task> TaskMaker::tasks(std::span<const JobGroup> groups) const {
  assert(wanted.threads > 0);
  std::vector<Task> made;
  for (const JobGroup& group : groups) {
    made.push_back(task(group));
    for (const std::size_t need : group.needs) made.back().needs.push_back(made[need].id);
  }
  return made;
}

std::filesystem::path whole_path(const std::filesystem::path& path) {
  const auto whole = std::filesystem::absolute(path), normal = whole.lexically_normal();
  std::error_code failed;
  return weakly_canonical(whole, failed) == weakly_canonical(normal, failed) ? normal : whole;
}

}  // namespace damiera
