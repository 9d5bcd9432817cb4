#include "apps/cli/options.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "answers/json.h"
#include "apps/cli/count_option.h"
#include "apps/cli/program.h"
#include "rules/counts/draw_count.h"
#include "tests/fuzz/target.h"

namespace damiera::fuzz {

namespace {

std::vector<std::string> lines_of(std::string_view text) {
  constexpr std::size_t most = 64;
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < most) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

struct Understood {};

// The program reads its arguments, and then runs no command.
std::shared_ptr<CLI::App> idle_program(Exit& status) {
  auto program = make_program(status);
  program->parse_complete_callback([] { throw Understood{}; });
  return program;
}

// A refusal has a text, which contains no more than the arguments and what is expected.
void check_refusal(const CLI::App& program, const CLI::ParseError& error, std::size_t given) {
  constexpr std::size_t longest_help = 8000;
  std::ostringstream out, err;
  const int status = program.exit(error, out, err);
  require((status == 0) == err.str().empty(), "an error is told on standard error");
  require(out.str().size() + err.str().size() > 0, "something is told");
  require(out.str().size() + err.str().size() < longest_help + 2 * given, "but not too much");
}

void check_arguments(const std::vector<std::string>& arguments) {
  Exit status = exit_fine;
  std::size_t given = 0;
  const auto program = idle_program(status);
  std::vector<const char*> argv{"damiera"};
  for (const std::string& argument : arguments) {
    argv.push_back(argument.c_str());
    given += argument.size();
  }
  try {
    program->parse(static_cast<int>(argv.size()), argv.data());
    require(false, "nothing is run");
  } catch (const Understood&) {
    require(!program->get_subcommands().empty(), "what is understood names a command");
  } catch (const CLI::ParseError& error) {
    check_refusal(*program, error, given);
  }
}

void check_bytes(std::string_view word) {
  const auto bytes = parse_bytes(word);
  if (!bytes) return require(bytes.error().message.size() <= 100 + word.size(), "short");
  const auto again = parse_bytes(std::to_string(*bytes));
  require(*bytes > 0 && again && *again == *bytes, "bytes are read as they are written");
}

void check_moves(std::string_view word) {
  const auto plies = parse_moves(word);
  if (!plies) return require(plies.error().message.size() <= 100 + word.size(), "short");
  require(0 <= *plies && *plies <= 2 * max_count_moves + 1, "as many moves as are counted");
  const auto again = parse_moves(std::to_string(*plies / 2) + (*plies % 2 == 1 ? ".5" : ""));
  require(again && *again == *plies, "moves are read as they are written");
}

// The output is JSON whatever text is in it: a parser of another project reads it.
void check_json(std::string_view word) {
  const auto read = nlohmann::json::parse(to_line(Json(word)), nullptr, false);
  require(read.is_string(), "a JSON string");
  const std::string text = read.get<std::string>();
  require(text == word || text.find("\xef\xbf\xbd") != text.npos, "the same, or not UTF-8");
}

}  // namespace

void options(Input input) {
  const auto words = lines_of(text_of(input));
  for (const std::string& word : words) {
    check_bytes(word);
    check_moves(word);
    check_json(word);
  }
  check_arguments(words);
}

}  // namespace damiera::fuzz
