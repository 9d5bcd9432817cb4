// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

#include "answers/json.h"
#include "answers/verification/sample.h"
#include "answers/verification/slice_check.h"

namespace damiera {

/// Which tables are verified, and how.
struct VerifyRequest {
  std::vector<Material> slices;        ///< of these slices; empty: of all slices
  int pieces = 64;                     ///< of slices with at most this number of pieces
  Sample sample = {};                  ///< of size 0: every position is recomputed
  std::uint64_t memory = 1ULL << 30U;  ///< bytes for slices

  bool wants(const Material& m) const;
};

/// What a verification found. If there are errors, they ended it.
struct Findings {
  std::size_t tables = 0, slices = 0;  ///< that were checked to the end
  std::uint64_t positions = 0, wrong = 0;
  std::vector<TableId> wrong_headers;  ///< tables whose headers count wrongly
  /// A few wrong positions of each slice, with the table whose check found them.
  std::vector<std::pair<TableId, WrongValue>> examples;
  std::vector<Error> errors;  ///< tables that are damaged or cannot be opened
  double seconds = 0;         ///< of recomputing
  /// The least number of positions compared of one table; 0 if it was stopped.
  std::optional<std::uint64_t> least_sample;
  bool is_stopped = false;  ///< it ended before all was checked

  bool has_wrong() const { return wrong > 0 || !wrong_headers.empty(); }
  bool is_fine() const { return !has_wrong() && errors.empty() && !is_stopped; }
};

/// How far a verification has got. Positions are counted over all tables.
struct VerifyProgress {
  std::string_view task;  ///< "values", or "checksums" where a damaged table is looked for
  TableId table;
  std::uint64_t done, total;
};

/// Recomputes the values of tables from the positions that moves lead to. Without a sample it also
/// reads every block and compares the counts in the headers. With a sample it recomputes some
/// positions of each table; if no slices are named, it then leaves out the tables that come with
/// the program, unless there are no others. Runs in parallel on the caller's arena. Any thread
/// calls `go_on`, one at a time; false stops the work.
/// Errors in the findings: missing_table for the first named slice without a table, for a table of
/// distances whose values are not there, or if no table is wanted; else an error for each table
/// that cannot be opened; else the error that ended the check. If a table cannot be opened or is
/// corrupt, and there is no sample, all blocks of the others are read, and each damaged table gives
/// an error.
Findings verify_tables(const Tablebase& tables, const VerifyRequest& request,
                       const std::function<bool(const VerifyProgress&)>& go_on);

/// {"variant":...,"correct":true,"complete":true,"tables":...,"slices":...,"positions":...,
/// "wrong":0,"seconds":...,"wrong_headers":[names],"wrong_positions":[{"table":...,"slice":...,
/// "fen":...,"stored":{"wdl":...,"plies":...},"recomputed":{...}}],"errors":[{"error":...,
/// "table":...}],"sample":{...}}
/// "correct" is null if the check was stopped before it found anything wrong. "complete" is false
/// if it was stopped, or ended by errors. "table" is there where a table is missing.
Json to_json(const Findings& found, const VerifyRequest& request, Variant variant);

}  // namespace damiera
