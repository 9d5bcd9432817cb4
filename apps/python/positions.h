// SPDX-License-Identifier: MIT
// Positions and errors, between Python and the rooms below.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "rules/notation/fen.h"
#include "rules/rules.h"

namespace damiera::python {

namespace py = pybind11;

/// Raises the exception for this error: one of damiera/errors.py, or one of Python's own.
[[noreturn]] void raise(const Error& error);

/// The value; raises an exception for an error. The caller must hold the GIL.
template <class T>
T got(Result<T>&& result) {
  if (!result) raise(result.error());
  return *std::move(result);
}

/// The game of this name; raises ValueError if there is none.
Variant variant_named(const std::string& game);

/// A position as Python holds it: a setup knows no game.
struct GamePosition {
  Variant variant;
  Setup setup;

  bool operator==(const GamePosition&) const = default;
};

/// Four sets of squares as White sees the board, and who is to move.
struct SquareSets {
  std::uint64_t white_men, white_kings, black_men, black_kings;
  bool black_to_move;
};

SquareSets squares_of(Variant variant, const Setup& setup);
/// Error bad_position. Needs no GIL.
Result<Setup> setup_of(Variant variant, const SquareSets& squares);

/// The position that `given` means: FEN text, a GamePosition of this game, or an object whose
/// attribute `fen` is FEN text or a function that returns it. Raises TypeError for anything else.
Result<FenRecord> read_record(Variant variant, py::handle given);
/// The same; raises InvalidPositionError for an error.
FenRecord record_of(Variant variant, py::handle given);

}  // namespace damiera::python
