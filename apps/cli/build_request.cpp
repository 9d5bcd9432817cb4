#include "apps/cli/build_request.h"

#include <fmt/core.h>

#include <algorithm>

#include "apps/cli/holder.h"
#include "apps/cli/profile_option.h"
#include "apps/cli/table_folders.h"
#include "apps/terminal/message.h"
#include "apps/terminal/resources.h"

namespace damiera {

namespace {

/// "wdl" or "wdl,dtc": distances cannot be read without the values of the same slice.
void add_metric_option(CLI::App& command, bool& dtc) {
  command
      .add_option_function<std::vector<std::string>>(
          "--metric",
          [&dtc](const std::vector<std::string>& metrics) {
            dtc = std::ranges::count(metrics, "dtc") > 0;
          },
          "What to store: wdl, or dtc, which includes wdl [wdl,dtc]")
      ->delimiter(',')
      ->check(CLI::IsMember({"wdl", "dtc"}))
      ->type_name("wdl,dtc");
}

}  // namespace

Result<void> BuildRequest::check(const std::string& command) const {
  if (pieces == 0 && slices.empty() && pairs.empty())
    return Error{Error::Code::bad_notation,
                 command + ": say what to build, by --pieces or --slices"};
  if (!pairs.empty() && (pieces != 0 || !slices.empty()))
    return Error{Error::Code::bad_notation,
                 command + ": --pair builds nothing else: expected no --pieces and no --slices"};
  if (count.asked && !dtc)
    return Error{Error::Code::bad_notation,
                 command + ": --count needs DTC tables: expected --metric dtc"};
  if (effort && !profile)
    return Error{Error::Code::bad_notation,
                 command + ": --effort is of packing: expected --profile small or fast"};
  return {};
}

BuildOptions BuildRequest::build_options(const std::string& who, std::uint64_t memory) const {
  BuildOptions wanted{.variant = options.variant,
                      .slices = slices,
                      .dtc = dtc,
                      .count = count.asked ? count.count(options.variant).moves : 0,
                      .dtw = dtw,
                      .folder = options.folder(),
                      .also_read = folders_to_read(),
                      .only = !pairs.empty(),
                      .scratch = scratch,
                      .threads = options.threads,
                      .memory = memory,
                      .who = holder(who, options.variant),
                      .seconds_between_levels = seconds_between_levels,
                      .planes = planes,
                      .profile = profile,
                      .effort = {effort.value_or(Effort::usual)}};
  if (!no_shipped) wanted.also_read.push_back(shipped_tables());
  wanted.slices.insert(wanted.slices.end(), pairs.begin(), pairs.end());
  for (int n = 2; n <= pieces; ++n)
    for (const Material& m : slices_of(n, rules_of(options.variant))) wanted.slices.push_back(m);
  return wanted;
}

std::vector<std::filesystem::path> BuildRequest::folders_to_read() const {
  auto folders = read;
  for (const auto& folder : options.folders_to_read()) folders.push_back(folder);
  std::erase(folders, options.folder());
  return folders;
}

void BuildRequest::warn_of_folders() const {
  for (const auto& folder : read)
    if (std::error_code failed; !std::filesystem::exists(folder, failed))
      print_message("damiera: warning: --read {}: no such folder\n", folder.string());
  const auto folder = options.folder();
  if (!holds_tables(folder, options.variant) && !hint_of_tables(folder, options.variant).empty())
    warn_of_no_tables(folder, options.variant);
}

Result<std::uint64_t> memory_for_tables(std::uint64_t memory, const BuildOptions& options) {
  const auto needed = estimate(options);
  if (!needed) return needed.error();
  return memory_for_tables(memory, options.threads, needed->least_memory + 1, "this build");
}

void add_build_options(CLI::App& command, BuildRequest& request) {
  add_pair_build_options(command, request);
  add_number_option(command, "--pieces", request.pieces, 2, most_pieces,
                    "All slices of 2 to N pieces");
  add_slices_option(command, request.slices, "These slices, as KKvK,KMvK");
  add_count_option(command, request.count,
                   "Also tables under a count of N moves by each side, by default the usual one");
  command.add_flag("--dtw", request.dtw, "Also tables of the distance to the end of the game");
  command
      .add_option(
          "--keep-levels", request.seconds_between_levels,
          "While a large pair is solved, save what is done after this many seconds, so that a "
          "kill costs no more; 0: after each level of the solver [30]")
      ->check(at_least(0))
      ->type_name("SECONDS");
}

void add_pair_build_options(CLI::App& command, BuildRequest& request) {
  add_variant_option(command, request.options.variant);
  add_metric_option(command, request.dtc);
  add_tables_option(command, request.options);
  add_folders_option(command, "--read", request.read,
                     "Read tables from this folder as well; may be given again")
      ->allow_extra_args(false);
  add_folder_option(command, "--scratch", request.scratch,
                    "Folder for data that memory has no room for, on a disk of this machine "
                    "[the folder that is written to]");
  add_folder_option(command, "--planes", request.planes,
                    "Folder for values of finished slices that other pairs look up, see "
                    "docs/planes.md [the folder that is written to]");
  command.add_flag("--no-shipped", request.no_shipped,
                   "Read no tables that come with the program: build all again");
  add_threads_option(command, request.options);
  add_profile_option(command, request.profile,
                     "Pack the tables as they are written, as `damiera pack` does [not packed]");
  add_effort_option(command, request.effort);
  add_json_option(command, request.options);
}

void add_pair_option(CLI::App& command, BuildRequest& request) {
  add_slices_option(command, request.pairs,
                    "Only these slices and their flips; the tables that they depend on must exist",
                    "--pair");
}

}  // namespace damiera
