#include "apps/terminal/help_formatter.h"

#include <sstream>

namespace damiera {

std::string wrapped(const std::string& text, std::size_t width) {
  std::istringstream words{text};
  std::string lines;
  std::size_t column = 0;
  for (std::string word; words >> word; column += word.size()) {
    const bool fits = column + 1 + word.size() <= width;
    if (column > 0) lines += fits ? ' ' : '\n';
    column = column > 0 && fits ? column + 1 : 0;
    lines += word;
  }
  return lines;
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return wrapped(option->get_description(), help_width - get_column_width());
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  std::ostringstream out;
  CLI::detail::format_help(out, command->get_name(),
                           wrapped(command->get_description(), help_width - get_column_width()),
                           get_column_width());
  return out.str();
}

}  // namespace damiera
