#include "rules/notation/game_result.h"

#include <algorithm>
#include <array>

namespace damiera {

namespace {

struct WrittenResult {
  std::string_view text, meaning;
};

constexpr std::string_view white_won = "1-0", black_won = "0-1", drawn = "1/2-1/2",
                           both_lost = "0-0";

constexpr std::array<WrittenResult, 17> written_results{
    {{"1-0", white_won},
     {"0-1", black_won},
     {"1/2-1/2", drawn},
     {"2-0", white_won},
     {"0-2", black_won},
     {"1-1", drawn},
     {"0-0", both_lost},
     // By other programs, and with the sign for one half in UTF-8 and in Latin-1.
     {"1:0", white_won},
     {"0:1", black_won},
     {"2:0", white_won},
     {"0:2", black_won},
     {"1:1", drawn},
     {"0:0", both_lost},
     {"1/2:1/2", drawn},
     {"0.5-0.5", drawn},
     {"\u00bd-\u00bd", drawn},
     {"\xbd-\xbd", drawn}}};

}  // namespace

std::string_view result_meant(std::string_view text) {
  const auto found = std::ranges::find(written_results, text, &WrittenResult::text);
  return found == written_results.end() ? std::string_view{} : found->meaning;
}

bool contradict_each_other(std::string_view a, std::string_view b) {
  const std::string_view first = result_meant(a), second = result_meant(b);
  return !first.empty() && !second.empty() && first != second;
}

}  // namespace damiera
