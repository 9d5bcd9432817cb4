#include <fmt/core.h>

#include "apps/cli/how_to_get.h"
#include "apps/terminal/environment.h"

namespace damiera {

std::string how_to_build(const TableId&, const Options&) {
  return fmt::format("tables are built on Linux, and read from {} too", user_tables_text);
}

}  // namespace damiera
