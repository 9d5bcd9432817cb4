// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/cli/options.h"

namespace damiera {

/// What "--count" and "--counted" say.
struct CountOption {
  bool asked = false;
  int moves = 0;   ///< 0: not given
  int plies = -1;  ///< played; -1: not given

  /// The count to look at: the one given, or the usual one of the game.
  Count count(Variant variant) const;
  bool is_required() const { return asked || plies >= 0; }
};

/// "--count [N]", where the usual count of the game stands for a number left out.
void add_count_option(CLI::App& command, CountOption& option, const char* help);
/// "--counted M", in moves by each side; "31.5" are 63 plies.
void add_counted_option(CLI::App& command, CountOption& option);

/// "31" or "31.5" in plies. Error bad_notation.
Result<int> parse_moves(std::string_view text);

}  // namespace damiera
