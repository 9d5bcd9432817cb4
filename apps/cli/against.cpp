#include "apps/cli/against.h"

#include <fmt/core.h>

#include "answers/verification/compare_folder.h"
#include "apps/terminal/output.h"
#include "apps/terminal/stop.h"

namespace damiera {

namespace {

void print_text(const Options& options, const std::filesystem::path& list,
                const FolderComparison& found) {
  const auto print = [](const char* what, const std::vector<std::string>& tables) {
    for (const std::string& table : tables) fmt::print("{}: {}\n", what, table);
  };
  print("missing", found.missing);
  print("different", found.different);
  print("extra", found.extra);
  fmt::print(
      "{} against {}: {} tables equal, {} missing, {} different, {} extra{}\n",
      (options.folder() / name(options.variant)).string(), list.string(), found.equal,
      found.missing.size(), found.different.size(), found.extra.size(),
      found.is_stopped() ? fmt::format(", {} not compared: stopped", found.not_compared) : "");
}

void print_json(const Options& options, const FolderComparison& found) {
  const bool is_known = found.has_wrong() || !found.is_stopped();
  write_json({{"variant", name(options.variant)},
              {"tables", options.folder().string()},
              {"correct", is_known ? Json(!found.has_wrong()) : Json{}},
              {"complete", !found.is_stopped()},
              {"equal", found.equal},
              {"not_compared", found.not_compared},
              {"missing", found.missing},
              {"different", found.different},
              {"extra", found.extra}});
}

}  // namespace

Exit compare_with_list(const Options& options, const std::filesystem::path& list,
                       const VerifyRequest& request) {
  if (!holds_tables(options.folder(), options.variant))
    warn_of_no_tables(options.folder(), options.variant);
  const auto found = compare_folder(options.folder(), options.variant, list, request,
                                    [] { return !stop_asked(); });
  if (!found) return fail(found.error());
  options.json ? print_json(options, *found) : print_text(options, list, *found);
  if (found->has_wrong()) return exit_no;
  return found->is_stopped() ? exit_again : exit_fine;
}

}  // namespace damiera
