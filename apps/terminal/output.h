// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <system_error>

#include "answers/json.h"
#include "answers/text.h"
#include "apps/terminal/exit.h"
#include "rules/result.h"

namespace damiera {

// If standard output cannot be written, these functions throw, as fmt::print() does. That ends the
// command, which has nowhere to put its results.

/// Writes to standard output. Throws std::system_error.
void write_output(std::string_view text);
inline void write_output(const Text& text) {
  write_output(std::string_view{text.data(), text.size()});
}
/// Writes JSON over several lines, with a line break at the end; bytes in texts that are not UTF-8
/// become U+FFFD. Throws std::system_error.
void write_json(const Json& json);
/// Writes out what standard output still holds. Throws std::system_error.
void flush_output();

/// The exit status that stands for the error.
Exit exit_of(const Error& error);
/// Prints the error on standard error; returns exit_of() it.
Exit fail(const Error& error);
/// Prints on standard error why standard output cannot be written. Returns exit_again if the disk
/// is full, else exit_data.
Exit fail_to_write_output(const std::error_code& why);

}  // namespace damiera
