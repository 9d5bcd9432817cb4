#include <fmt/core.h>
#include <oneapi/tbb/info.h>
#include <unistd.h>

#include <algorithm>

#include "apps/terminal/memory_limit.h"
#include "apps/terminal/progress.h"
#include "apps/terminal/resources.h"

namespace damiera {

std::uint64_t default_memory() {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min({pages * page, control_group_memory(), slurm_memory()}) / 4 * 3;
}

std::size_t thread_count(int threads) {
  return static_cast<std::size_t>(threads > 0 ? threads : oneapi::tbb::info::default_concurrency());
}

std::uint64_t memory_beside_tables(int threads) {
  return (std::uint64_t{24} + std::uint64_t{6} * thread_count(threads)) << 20;
}

Result<std::uint64_t> memory_for_tables(std::uint64_t memory, int threads, std::uint64_t least,
                                        const std::string& who) {
  const std::uint64_t beside = memory_beside_tables(threads);
  if (memory >= beside + least) return memory - beside;
  return Error{Error::Code::bad_notation,
               fmt::format("--memory: {} is too little, {} needs at least {}M", bytes_text(memory),
                           who, ((beside + least) >> 20) + 1)};
}

}  // namespace damiera
