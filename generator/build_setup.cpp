#include "generator/build_setup.h"

#include "data/file/table_writer.h"
#include "indexing/slice_index.h"

namespace damiera {

BuildOptions with_owner(BuildOptions options) {
  options.variant = tables_of(options.variant);
  if (options.scratch.empty()) options.scratch = options.folder;
  if (options.planes.empty()) options.planes = options.folder;
  return options;
}

Result<void> check_slices(const BuildOptions& options) {
  const Rules& rules = rules_of(options.variant);
  for (const Material& m : options.slices) {
    if (auto playable = check_slice(m, rules); !playable) return playable;
    if (m.total() > most_pieces)
      return Error{Error::Code::bad_notation, "slice '" + name(m) + "': expected at most " +
                                                  std::to_string(most_pieces) + " pieces"};
    if (const auto positions = count_positions(m, rules); positions > most_positions)
      return Error{Error::Code::bad_notation, "slice '" + name(m) + "': it has " +
                                                  std::to_string(positions) +
                                                  " positions: expected at most " +
                                                  std::to_string(most_positions) + " in a table"};
  }
  return {};
}

Result<void> expect_none_missing(const std::string& what, const std::vector<std::string>& missing) {
  if (missing.empty()) return {};
  std::string text = std::to_string(missing.size()) + " " + what +
                     (missing.size() == 1 ? " is missing that has" : "s are missing that have") +
                     " to be read:";
  for (const std::string& name : missing) text += "\n  " + name;
  return Error{Error::Code::missing_table, text};
}

}  // namespace damiera
