#include <nlohmann/json.hpp>

#include "apps/jobs/task_words.h"

namespace damiera {

namespace {

using Json = nlohmann::ordered_json;

void add_unit(Json& job, const Task& task) {
  job["unit"] = task.unit == Unit::pair ? "pair" : task.unit == Unit::chunk ? "chunk" : "join";
  if (task.unit != Unit::chunk) return;
  job["level"] = task.level;
  job["chunk"] = task.chunk;
}

}  // namespace

Result<std::string> to_json(const TaskList& list) {
  if (auto readable = expect_utf8(list); !readable) return readable.error();
  Json jobs = Json::array();
  for (const Task& task : list.tasks) {
    jobs.push_back({{"id", task.id},
                    {"pairs", task.pairs},
                    {"command", task.command},
                    {"needs", task.needs},
                    {"outputs", task.outputs},
                    {"damaged", task.is_damaged},
                    {"wave", task.wave},
                    {"positions", task.positions},
                    {"seconds", task.seconds},
                    {"memory", task.memory},
                    {"bytes_read", task.bytes_read},
                    {"bytes_written", task.bytes_written}});
    if (list.by_chunk) add_unit(jobs.back(), task);
  }
  return Json{{"plan", 1},
              {"variant", list.variant},
              {"made_by", list.made_by},
              {"threads", list.threads},
              {"jobs", jobs}}
             .dump(2) +
         "\n";
}

}  // namespace damiera
