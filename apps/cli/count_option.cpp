#include "apps/cli/count_option.h"

#include <fmt/core.h>

#include <algorithm>

#include "answers/count_words.h"
#include "answers/evaluator.h"
#include "rules/counts/draw_count.h"
#include "rules/notation/whole_number.h"

namespace damiera {

Count CountOption::count(Variant variant) const {
  const auto usual = usual_count(variant);
  if (moves == 0 && !usual && is_required()) {
    const char* given = asked ? "--count" : in_plies ? "--counted-plies" : "--counted";
    throw CLI::ValidationError(
        given, fmt::format("the {} game has no draw count that every conversion begins anew: "
                           "expected {}",
                           name(variant), asked ? "N" : "--count N with it"));
  }
  // If the rules have no count, this is the longest possible count, which has no tables.
  return {moves != 0 ? moves : usual ? usual->moves : max_count_moves, std::max(plies, 0)};
}

Result<int> usual_moves(Variant variant, const std::string& option) {
  if (const auto count = usual_count(variant)) return count->moves;
  return Error{Error::Code::bad_notation,
               option +
                   ": expected --count with it: this game has no draw count that every "
                   "conversion begins anew"};
}

Result<void> CountOption::check(Variant variant) const {
  const Count given = count(variant);
  if (given.plies_left() >= 0) return {};
  if (in_plies)
    return Error{
        Error::Code::bad_notation,
        fmt::format("--counted-plies {}: expected 0 to {} plies", given.plies, 2 * given.moves)};
  return Error{Error::Code::bad_notation,
               fmt::format("--counted {}{}: expected 0 to {} moves", given.plies / 2,
                           given.plies % 2 == 0 ? "" : ".5", given.moves)};
}

void add_count_option(CLI::App& command, CountOption& option, const char* help) {
  command
      .add_option_function<std::vector<std::string>>(
          "--count",
          [&option](const std::vector<std::string>& texts) {
            option.asked = true;
            if (texts.empty() || texts.front().empty() || texts.front() == "default") return;
            const auto& text = texts.front();
            const auto moves = whole_number<int>(text, 1, max_count_moves);
            if (!moves)
              throw CLI::ValidationError(
                  "--count", fmt::format("'{}': expected 1 to {} moves by each side, or nothing",
                                         text, max_count_moves));
            option.moves = *moves;
          },
          help)
      ->expected(0, 1)
      ->allow_extra_args(false)
      ->type_name("[N]");
}

void add_counted_option(CLI::App& command, CountOption& option) {
  add_parsed_option(command, "--counted", option.plies, parse_moves,
                    "Moves of the count that each side has played")
      ->type_name("M");
  command
      .add_option_function<int>(
          "--counted-plies",
          [&option](int plies) {
            option.plies = plies;
            option.in_plies = true;
          },
          "The same in plies, for a side that has played one move more")
      ->type_name("P")
      ->check(CLI::Range(0, 2 * max_count_moves))
      ->excludes("--counted");
}

Result<int> parse_moves(std::string_view text) {
  if (const auto plies = parse_counted_moves(text)) return *plies;
  return Error{Error::Code::bad_notation,
               fmt::format("'{}': expected moves by each side, such as 31", text)};
}

}  // namespace damiera
