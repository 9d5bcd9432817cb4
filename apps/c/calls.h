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

/// Keeps the message for damiera_message(), and returns `status`.
damiera_status fail(damiera_status status, std::string message);
damiera_status fail(const Error& error);
/// The status code in C for an error.
damiera_status status_of(const Error& error);
damiera_status null_argument(const char* name);
damiera_status unknown_game(int game);
/// The failure to report for lack of memory; allocates nothing.
damiera_status out_of_memory() noexcept;
/// The message of this thread's last call that failed.
const char* last_message();

/// The game with this number; nothing if there is none.
std::optional<Variant> variant_of(int game);
/// The folders in a list with DAMIERA_FOLDER_SEPARATOR between them; none for null. The results are
/// absolute, so they do not depend on the current folder later.
std::vector<std::filesystem::path> folders_of(const char* folders);
/// The position, which may be impossible: the probe checks it.
Setup setup_of(Variant variant, const damiera_position& p);
damiera_position position_of(Variant variant, const Setup& setup);
/// As position_of(). Error bad_position if a king has made moves that damiera_position cannot hold.
Result<damiera_position> held(Variant variant, const Setup& setup);
/// The slice. Error bad_notation unless both sides have pieces, at most `most_pieces` in all.
Result<Material> material_of(const damiera_slice& slice);
/// The position, checked. Error: bad_position.
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

/// The options of a caller built for any release. Its `size` says how many bytes the caller knows,
/// `least` or more; fields that the caller does not know are 0. Nothing if there is no such size.
template <class Options>
std::optional<Options> known_options(const Options& given, std::size_t least) {
  if (given.size < least || given.size > sizeof given || given.size % alignof(std::int32_t) != 0)
    return {};
  Options known{};
  std::memcpy(&known, &given, given.size);
  return known;
}
/// Fills the fields of a struct that its caller knows; the caller may be built for any release, and
/// `size` says which fields these are. The size stays as it is.
template <class Struct>
void give_known(Struct known, Struct& out) {
  known.size = out.size;
  std::memcpy(&out, &known, out.size);
}
/// The failure to report if known_options() gives nothing.
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
