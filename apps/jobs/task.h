// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/result.h"

namespace damiera {

/// What a process makes: the tables of pairs, a chunk of a pair, or tables of all chunks.
enum class Unit : std::uint8_t { pair, chunk, join };

/// One process for a scheduler: text and numbers, no types of the generator.
struct Task {
  std::string id;                    ///< letters, digits, '_', '.', '-' and '+'
  std::vector<std::string> pairs;    ///< slices
  std::string command;               ///< for a shell; the program is "${DAMIERA:-damiera}"
  std::vector<std::string> needs;    ///< ids of tasks before it
  std::vector<std::string> outputs;  ///< paths; the join removes the chunks' files
  Unit unit = Unit::pair;
  std::string level, chunk;  ///< of a chunk: "12" or "8-23", and "2/4"
  bool is_damaged = false;   ///< one of the outputs exists, but is damaged
  std::uint64_t positions = 0, memory = 0, bytes_read = 0, bytes_written = 0;
  double seconds = 0;  ///< with the threads of the list
  int wave = 0;        ///< no task needs another one of the same wave
};

/// The tasks of a plan; each comes after the tasks that it needs.
struct TaskList {
  std::string variant, made_by;  ///< the game, and the command line that printed this
  int threads = 1;               ///< of each task
  bool by_chunk = false;         ///< the text says for each task what it makes
  std::vector<Task> tasks;
};

/// A JSON object with everything about the tasks. Error bad_notation for names that are not UTF-8.
Result<std::string> to_json(const TaskList& list);
/// A Makefile. Error bad_notation for paths that make cannot name.
Result<std::string> to_make(const TaskList& list);
/// A script for bash that submits jobs to Slurm.
std::string to_slurm(const TaskList& list);
/// A Snakefile. Error bad_notation for names that are not UTF-8.
Result<std::string> to_snakemake(const TaskList& list);
/// A script for bash that runs the waves one after the other with GNU parallel. Error bad_notation
/// for a command that takes more than a line.
Result<std::string> to_waves(const TaskList& list);

}  // namespace damiera
