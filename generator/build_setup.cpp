#include "generator/build_setup.h"

namespace damiera {

BuildOptions with_owner(BuildOptions options) {
  options.variant = tables_of(options.variant);
  if (options.scratch.empty()) options.scratch = options.folder;
  if (options.planes.empty()) options.planes = options.folder;
  return options;
}

Result<void> check_slices(const BuildOptions& options) {
  for (const Material& m : options.slices)
    if (auto playable = check_slice(m, rules_of(options.variant)); !playable) return playable;
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
