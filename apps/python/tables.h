// SPDX-License-Identifier: MIT
// The tables of one game for damiera/tablebase.py: numbers and tuples, to which that file gives
// names.
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/evaluator.h"
#include "apps/python/positions.h"
#include "rules/notation/move_notation.h"

namespace damiera::python {

/// Which positions of a slice scan() gives.
struct ScanFilter {
  bool win, draw, loss;
  bool captures;                    ///< also positions in which the side to move has a capture
  std::optional<Metric> distances;  ///< the metric of distances to look up as well
  int min_plies, max_plies;         ///< bounds for a win or loss, if distances are looked up
};

/// A position that scan() found.
struct Hit {
  std::uint64_t number;
  Position pos;
  int wdl;
  std::optional<int> plies;
};

/// 2, 0 or -2.
constexpr int wdl_of(Value value) { return 2 * static_cast<int>(value); }

/// Values are 2, 0 and -2 for a win, draw and loss of the side to move; distances are in plies, and
/// negative for a loss. Functions that are slow or wait release the GIL. Thread-safe.
class Tables {
 public:
  /// Raises exceptions for the errors of Tablebase::open.
  Tables(const std::string& game, const std::vector<std::string>& folders, std::size_t cache_bytes,
         bool shipped);

  std::string game() const { return std::string{name(variant_)}; }
  int max_pieces() const;
  /// (slice, metric, count) of each table.
  py::list tables() const;
  /// (positions, wins, draws, losses, captures, longest_plies, longest, bytes).
  py::tuple table(const std::string& slice, const std::string& metric, int count) const;

  int wdl(py::handle pos) const;
  int dtc(py::handle pos) const;
  int dtw(py::handle pos) const;
  /// (wdl, dtc, dtw, counted value, dtz), with None for what is not known. If `counted` is None,
  /// the FEN says how many plies of the count have been played. Raises MissingTableError for a
  /// count without tables.
  py::tuple evaluate(py::handle pos, int count, std::optional<int> counted) const;
  /// (pdn, uci, wdl, dtc, dtw, counted value, conversion, after) of each move, the best first.
  py::list moves(py::handle pos, int count, std::optional<int> counted) const;
  /// Best play to the end of the game, without a count; each move as above.
  py::list line(py::handle pos) const;

  /// Fills `out` (int32) with a metric for each position of five arrays. If a table is missing, a
  /// position gets `missing`; if `missing` is None, the error is raised.
  void many(const std::string& metric, const std::array<py::buffer, 5>& squares,
            const py::buffer& out, std::optional<int> missing) const;
  /// As many(), for a list of positions that record_of() accepts.
  void many_in_list(const std::string& metric, const py::sequence& given, const py::buffer& out,
                    std::optional<int> missing) const;
  /// Fills `out` (int32) with a metric of the positions of a slice from number `first` on, and
  /// `has_capture` (uint8) with whether the side to move can capture.
  void slice(const std::string& slice, const std::string& metric, std::uint64_t first,
             const py::buffer& out, const py::buffer& has_capture) const;
  /// Looks at `count` positions from number `first` on, and returns (number, position, wdl, plies
  /// or None) for each that the filter lets through.
  py::list scan(const std::string& slice, std::uint64_t first, std::uint64_t count,
                const ScanFilter& filter) const;
  GamePosition position(const std::string& slice, std::uint64_t number) const;
  std::uint64_t number(py::handle pos) const;
  std::uint64_t slice_size(const std::string& slice) const;

 private:
  Result<int> metric_of(Metric metric, const Position& pos) const;
  /// Fills `out` for many positions. Returns the first error other than a missing table.
  std::optional<Error> fill(Metric metric, const std::vector<Position>& positions,
                            std::span<std::int32_t> out, std::optional<int> missing) const;
  /// The result of scan() for a position; nothing if the filter leaves it out.
  Result<std::optional<Hit>> look(const Position& pos, const ScanFilter& filter) const;
  Evaluator evaluator(const FenRecord& asked, int count, std::optional<int> counted) const;
  py::tuple tuple_of(const Setup& setup, const MoveTexts& texts, const EvaluatedMove& m) const;

  Variant variant_;  // its tables may belong to another game
  Tablebase tables_;
};

/// (pdn, uci, None, None, None, None, conversion, after) of each legal move.
py::list legal_moves_of(const std::string& game, py::handle pos);

}  // namespace damiera::python
