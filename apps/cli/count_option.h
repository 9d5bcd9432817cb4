// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/cli/options.h"

namespace damiera {

/// The values of "--count", "--counted" and "--counted-plies".
struct CountOption {
  bool asked = false;
  int moves = 0;          ///< 0: not given
  int plies = -1;         ///< played; -1: not given
  bool in_plies = false;  ///< `plies` was given as plies, not as moves

  /// The count to look at: the one given, or the usual one of the game. Throws CLI::ValidationError
  /// if the option needs the usual one and the game has none.
  Count count(Variant variant) const;
  bool is_required() const { return asked || plies >= 0; }
  /// Error bad_notation if more was played than the count has, in the unit of the option. Throws as
  /// count() does.
  Result<void> check(Variant variant) const;
};

/// "--count [N]"; without N it is the usual count of the game.
void add_count_option(CLI::App& command, CountOption& option, const char* help);
/// "--counted M", in moves by each side, where "31.5" are 63 plies; or "--counted-plies P".
void add_counted_option(CLI::App& command, CountOption& option);

/// The moves of the game's usual count, for an option that needs a count. Error bad_notation if the
/// game has none: then --count must be given as well.
Result<int> usual_moves(Variant variant, const std::string& option);

/// "31" or "31.5" in plies. Error bad_notation.
Result<int> parse_moves(std::string_view text);

}  // namespace damiera
