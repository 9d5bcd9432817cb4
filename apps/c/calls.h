// SPDX-License-Identifier: MIT
// What all functions of the C interface share.
#pragma once

#include <new>
#include <optional>
#include <string>

#include "apps/c/damiera.h"
#include "probe/tablebase.h"
#include "rules/notation/fen.h"

struct damiera_tablebase {
  damiera::Tablebase tables;
};

namespace damiera::c {

/// Keeps the message for damiera_message().
damiera_status fail(damiera_status status, std::string message);
damiera_status fail(const Error& error);
/// What an error is called here.
damiera_status status_of(const Error& error);
damiera_status null_argument(const char* name);
damiera_status unknown_game(damiera_game game);
/// Of this thread's last call that failed.
const char* last_message();

/// Nothing for a game that there is not.
std::optional<Variant> variant_of(damiera_game game);
/// The position, which may be impossible: whoever probes it checks.
Setup setup_of(Variant variant, const damiera_position& p);
damiera_position position_of(Variant variant, const Setup& setup);
/// Error: bad_position.
Result<Setup> checked(Variant variant, const damiera_position& p);

/// Calls body(), from which no exception may reach C.
template <class Body>
damiera_status guarded(const Body& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return fail(DAMIERA_OUT_OF_MEMORY, {});
  } catch (const std::exception& e) {
    return fail(DAMIERA_IO, e.what());
  }
}

/// Calls body(setup) for a position of the tables' game.
template <class Body>
damiera_status with_setup(const damiera_tablebase* tables, const damiera_position* position,
                          const Body& body) {
  return guarded([&] {
    if (!tables) return null_argument("tables");
    if (!position) return null_argument("position");
    const auto setup = checked(tables->tables.variant(), *position);
    return setup ? body(*setup) : fail(setup.error());
  });
}

}  // namespace damiera::c
