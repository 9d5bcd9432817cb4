// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <vector>

#include "apps/cli/command.h"
#include "probe/tablebase.h"

namespace damiera {

/// What the options of most commands say.
struct Options {
  Variant variant{};
  std::filesystem::path tables;  ///< empty: not given
  int threads = 0;               ///< 0: one for each processor
  bool json = false;

  /// The folder that was given, or the user's own.
  std::filesystem::path folder() const;
  /// folder(), unless it is the user's own and does not exist yet.
  std::vector<std::filesystem::path> folders() const;
};

void add_variant_option(CLI::App& command, Variant& variant);
void add_tables_option(CLI::App& command, Options& options);
void add_threads_option(CLI::App& command, Options& options);
/// "--memory 8G".
void add_memory_option(CLI::App& command, std::uint64_t& memory);
void add_json_option(CLI::App& command, Options& options);
/// "--slices KKvK,KMvK".
void add_slices_option(CLI::App& command, std::vector<Material>& slices, const char* help);

/// The folder for a user's tables by the XDG rules: $XDG_DATA_HOME/damiera/tables, or
/// ~/.local/share/damiera/tables.
std::filesystem::path user_tables();

/// "8G" in bytes: K, M, G and T are powers of 1024. Error bad_notation.
Result<std::uint64_t> parse_bytes(std::string_view text);

/// Three quarters of the memory that this process may have.
std::uint64_t default_memory();

/// How many threads `threads` of Options stands for.
std::size_t thread_count(int threads);
/// Bytes that the program holds beside what a build counts: itself, and what each thread encodes;
/// measured, and rounded up. `threads` is as in Options.
std::uint64_t memory_beside_tables(int threads);

/// Says on standard error what went wrong; returns the exit status that goes with it.
Exit fail(const Error& error);

}  // namespace damiera
