// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace damiera {

/// The widest line of a help text, in characters.
constexpr std::size_t help_width = 100;

/// The text, broken between words into lines of at most `width` characters. A longer word gets a
/// line of its own.
std::string wrapped(const std::string& text, std::size_t width);

/// Writes help as CLI11 does, in lines of at most help_width.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

}  // namespace damiera
