#include "generator/job_levels.h"

#include "data/folder/chunks_folder.h"

namespace damiera {

namespace {

std::filesystem::path levels_path(const BuildOptions& options, const std::string& job) {
  return options.folder / name(options.variant) / ("." + job + ".levels");
}

}  // namespace

SolvedLevels levels_of(const BuildOptions& options, const Job& job) {
  const std::string content = "levels 2 " + std::string{name(options.variant)} + " " + name(job) +
                              (job.stage.keep() == Keep::values ? " values" : " distances");
  return {levels_path(options, name(job)), content,
          std::chrono::duration<double>{options.seconds_between_levels}};
}

void remove_levels(const BuildOptions& options, const Job& job) {
  std::error_code ignored;
  std::filesystem::remove(levels_path(options, name(job)), ignored);
  if (options.join) (void)remove_chunks(options.planes, options.variant, job.pair.first);
}

void remove_levels_of_finished(const BuildOptions& options, std::span<const Job> jobs) {
  std::set<std::string> unfinished;
  for (const Job& job : jobs) unfinished.insert(name(job));
  for (const Stage& stage : stages(options))
    for (const SlicePair& pair : planned_pairs(options)) {
      const Job job{
          .pair = pair, .stage = stage, .needs = {}, .inputs = {}, .outputs = {}, .cost = {}};
      if (!unfinished.contains(name(job))) remove_levels(options, job);
    }
}

}  // namespace damiera
