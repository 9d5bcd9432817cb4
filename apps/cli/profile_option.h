// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include "apps/cli/options.h"
#include "data/profile.h"

namespace damiera {

/// "--profile small|fast", into a Profile that may be optional.
template <class Into>
void add_profile_option(CLI::App& command, Into& profile, const char* help) {
  add_choice_option(command, "--profile", profile,
                    {{"small", Profile::small}, {"fast", Profile::fast}}, help);
}

/// "--effort N", of packing, into a number that may be optional.
template <class Into>
void add_effort_option(CLI::App& command, Into& effort) {
  command
      .add_option("--effort", effort,
                  fmt::format("{} takes the least time to pack, {} makes the smallest files [{}]",
                              Effort::least, Effort::most, Effort::usual))
      ->check(CLI::Range(Effort::least, Effort::most))
      ->type_name("N");
}

}  // namespace damiera
