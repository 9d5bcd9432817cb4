// SPDX-License-Identifier: MIT
// What all functions of the C interface share.
#pragma once

#include <cstring>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <vector>

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
/// The status that stands for an error in C.
damiera_status status_of(const Error& error);
damiera_status null_argument(const char* name);
damiera_status unknown_game(int game);
/// Allocates nothing.
damiera_status out_of_memory() noexcept;
/// The message of this thread's last call that failed.
const char* last_message();

/// Nothing if there is no game with this number.
std::optional<Variant> variant_of(int game);
/// The folders in a list with DAMIERA_FOLDER_SEPARATOR between them, none for null. Their names no
/// longer depend on the current folder.
std::vector<std::filesystem::path> folders_of(const char* folders);
/// The position, which may be impossible: whoever probes it checks.
Setup setup_of(Variant variant, const damiera_position& p);
damiera_position position_of(Variant variant, const Setup& setup);
/// The same. Error bad_position if a king has made moves that damiera_position cannot hold.
Result<damiera_position> held(Variant variant, const Setup& setup);
/// The slice. Error bad_notation unless both sides have pieces, at most `most_pieces` in all.
Result<Material> material_of(const damiera_slice& slice);
/// Error: bad_position.
Result<Setup> checked(Variant variant, const damiera_position& p);

/// Calls body(), from which no exception may reach C.
template <class Body>
damiera_status guarded(const Body& body) noexcept {
  try {
    try {
      return body();
    } catch (const std::bad_alloc&) {
      return out_of_memory();
    } catch (const std::exception& e) {
      return fail(DAMIERA_IO, e.what());
    }
  } catch (...) {  // no room for the message
    return out_of_memory();
  }
}

/// The options of a caller built for any release. Its `size` says how many bytes it knows, `least`
/// or more; the fields that it does not know are 0. Nothing if the size is not one of these.
template <class Options>
std::optional<Options> known_options(const Options& given, std::size_t least) {
  if (given.size < least || given.size > sizeof given || given.size % alignof(std::int32_t) != 0)
    return {};
  Options known{};
  std::memcpy(&known, &given, given.size);
  return known;
}
/// Fills the fields of a struct that a caller built for any release knows, as its `size` says. The
/// size stays as it is.
template <class Struct>
void give_known(Struct known, Struct& out) {
  known.size = out.size;
  std::memcpy(&out, &known, out.size);
}
/// The failure to report where known_options() gives nothing.
template <class Options>
damiera_status wrong_size(const char* name, const Options& given, std::size_t least) {
  return fail(DAMIERA_BAD_ARGUMENT,
              std::string{name} + ".size: found " + std::to_string(given.size) + ", expected " +
                  std::to_string(least) + " to " + std::to_string(sizeof given));
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
