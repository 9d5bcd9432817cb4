#include "apps/terminal/man_page.h"

#include <fmt/core.h>

#include <sstream>

namespace damiera {

namespace {

/// The text, with the characters escaped that mean something in man(7).
std::string escaped(const std::string& text) {
  std::string safe;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) safe += "\\&";
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else
      safe += c;
    line_begins = c == '\n';
  }
  return safe;
}

std::string section(const std::string& title, const std::string& lines) {
  if (lines.find_first_not_of(" \n") == lines.npos) return {};
  return ".SH " + title + "\n.nf\n" + escaped(lines) + (lines.back() == '\n' ? "" : "\n") + ".fi\n";
}

/// A line, which may be broken after commas: JSON has no spaces.
std::string breakable(const std::string& line) {
  std::string text;
  for (const char c : line) {
    if (text.ends_with(',') && c != ' ') text += "\\:";
    text += c;
  }
  return text;
}

/// Paragraphs, filled to the reader's width; lines that begin with a space stay as they are.
std::string paragraphs(const std::string& text) {
  std::string page;
  bool is_kept = false;
  const auto keep = [&](bool kept) {
    if (kept != is_kept) page += kept ? ".nf\n" : ".fi\n";
    is_kept = kept;
  };
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) {
      keep(false);
      page += ".PP\n";
      continue;
    }
    keep(line.front() == ' ');
    page += (is_kept ? escaped(line) : breakable(escaped(line))) + "\n";
  }
  keep(false);
  return page;
}

/// The text below the options: the explanations, then the examples.
std::string text_below(const std::string& text) {
  const auto description = [](const std::string& lines) {
    const std::size_t begin = lines.find_first_not_of('\n');
    return begin == lines.npos ? std::string{}
                               : ".SH DESCRIPTION\n" + paragraphs(lines.substr(begin));
  };
  for (const std::string_view title : {"\nExamples:\n", "\nExample:\n"})
    if (const std::size_t begin = text.find(title); begin != text.npos)
      return description(text.substr(0, begin)) +
             section("EXAMPLES", text.substr(begin + title.size()));
  return description(text);
}

/// "damiera probe".
std::string full_name(const CLI::App& app, const char* between) {
  const CLI::App* parent = app.get_parent();
  return parent ? full_name(*parent, between) + between + app.get_name() : app.get_name();
}

std::string synopsis(const CLI::App& app) {
  std::string text = "\\fB" + escaped(full_name(app, " ")) + "\\fR [\\fIOPTIONS\\fR]";
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional())
      text += (option->get_required() ? " \\fI" : " [\\fI") + escaped(option->get_name(true)) +
              (option->get_required() ? "\\fR" : "\\fR]");
  if (!app.get_parent()) text += " \\fICOMMAND\\fR ...";
  return text;
}

std::string options_of_page(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    const std::string type = option->get_items_expected_max() == 0 ? "" : option->get_type_name();
    text += fmt::format(
        ".TP\n\\fB{}\\fR{}\n{}\n", escaped(option->get_name(option->get_positional(), true)),
        type.empty() ? "" : " \\fI" + escaped(type) + "\\fR", escaped(option->get_description()));
  }
  return text;
}

std::string commands_of_page(const CLI::App& app) {
  std::string text;
  for (const CLI::App* sub : app.get_subcommands({}))
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(full_name(*sub, "-")) + "(1)",
                        escaped(sub->get_description()));
  return text.empty() ? text : ".SH COMMANDS\n" + text;
}

/// The short description after the name: a sentence without its full stop, on one line.
std::string in_short(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

}  // namespace

std::string man_page(const CLI::App& app) {
  const std::string page = full_name(app, "-");
  std::string title = page;
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::string text = fmt::format(
      ".TH {} 1 \"\" \"Damiera {}\" \"Damiera\"\n.ad l\n.nh\n.SH NAME\n{} \\- {}\n", escaped(title),
      DAMIERA_VERSION, escaped(page), escaped(in_short(app.get_description())));
  text += ".SH SYNOPSIS\n" + synopsis(app) + "\n.SH OPTIONS\n" + options_of_page(app) +
          commands_of_page(app);
  text += text_below("\n" + app.get_footer());
  if (app.get_parent()) text += ".SH SEE ALSO\n\\fBdamiera\\fR(1)\n";
  return text;
}

}  // namespace damiera
