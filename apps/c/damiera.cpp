#include "apps/c/damiera.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "apps/c/calls.h"
#include "rules/notation/fen.h"

using namespace damiera;
using namespace damiera::c;

namespace {

// The size of the options before `without_shipped` was added.
constexpr std::size_t least_options = offsetof(damiera_options, without_shipped);

damiera_status probe_wdl(const damiera_tablebase* tables, const damiera_position* position,
                         int* value, Reading reading) {
  return with_setup(tables, position, [&](const Setup& setup) {
    if (!value) return null_argument("value");
    const auto found = tables->tables.wdl(setup.pos, reading);
    if (!found) return fail(found.error());
    *value = static_cast<int>(*found);
    return DAMIERA_OK;
  });
}

damiera_status probe_dtc(const damiera_tablebase* tables, const damiera_position* position,
                         int* value, int* plies, Reading reading) {
  return with_setup(tables, position, [&](const Setup& setup) {
    if (!value) return null_argument("value");
    const auto found = tables->tables.probe(setup.pos, reading);
    if (!found) return fail(found.error());
    *value = static_cast<int>(found->value);
    if (plies) *plies = found->dtc.value_or(DAMIERA_NO_DISTANCE);
    return DAMIERA_OK;
  });
}

}  // namespace

int damiera_api_version(void) { return DAMIERA_API_VERSION; }
const char* damiera_version(void) { return DAMIERA_VERSION; }

const char* damiera_status_text(int status) {
  switch (status) {
    case DAMIERA_OK:
      return "ok";
    case DAMIERA_BAD_ARGUMENT:
      return "bad argument";
    case DAMIERA_BAD_NOTATION:
      return "text cannot be read";
    case DAMIERA_BAD_POSITION:
      return "not a position of this game";
    case DAMIERA_MISSING_TABLE:
      return "a table is missing";
    case DAMIERA_FOREIGN_TABLE:
      return "a table of another game, slice, metric or version";
    case DAMIERA_CORRUPT:
      return "a table is damaged";
    case DAMIERA_IO:
      return "the operating system could not read";
    case DAMIERA_OUT_OF_MEMORY:
      return "out of memory";
    case DAMIERA_TOO_SMALL:
      return "the buffer is too small";
    case DAMIERA_NOT_IN_MEMORY:
      return "not in memory";
    case DAMIERA_BUSY:
      return "too much waits to be read";
  }
  return "unknown status";
}

const char* damiera_message(void) { return last_message(); }

damiera_status damiera_open(int game, const char* folders, const damiera_options* options,
                            damiera_tablebase** tables) {
  return guarded([&] {
    if (!tables) return null_argument("tables");
    *tables = nullptr;
    const auto variant = variant_of(game);
    if (!variant) return unknown_game(game);
    TablebaseOptions o;
    o.dtc_required = false;
    if (options) {
      const auto known = known_options(*options, least_options);
      if (!known) return wrong_size("options", *options, least_options);
      if (known->cache_bytes != 0) o.cache_bytes = known->cache_bytes;
      o.shipped = known->without_shipped == 0;
    }
    auto opened = Tablebase::open(*variant, folders_of(folders), o);
    if (!opened) return fail(opened.error());
    *tables = new damiera_tablebase{*std::move(opened)};
    return DAMIERA_OK;
  });
}

void damiera_close(damiera_tablebase* tables) { delete tables; }

int damiera_max_pieces(const damiera_tablebase* tables) {
  int pieces = 0;
  static_cast<void>(guarded([&] {
    if (tables) pieces = tables->tables.max_pieces(Metric::wdl);
    return DAMIERA_OK;
  }));
  return pieces;
}

int damiera_is_covered(const damiera_tablebase* tables, const damiera_position* position) {
  bool covered = false;
  static_cast<void>(guarded([&] {
    if (!tables || !position) return DAMIERA_OK;
    const auto setup = checked(tables->tables.variant(), *position);
    covered = setup && tables->tables.is_covered(material_of(setup->pos), Metric::wdl);
    return DAMIERA_OK;
  }));
  return covered;
}

damiera_status damiera_probe_wdl(const damiera_tablebase* tables, const damiera_position* position,
                                 int* value) {
  return probe_wdl(tables, position, value, Reading::any);
}

damiera_status damiera_probe_wdl_in_memory(const damiera_tablebase* tables,
                                           const damiera_position* position, int* value) {
  return probe_wdl(tables, position, value, Reading::in_memory);
}

damiera_status damiera_probe_dtc(const damiera_tablebase* tables, const damiera_position* position,
                                 int* value, int* plies) {
  return probe_dtc(tables, position, value, plies, Reading::any);
}

damiera_status damiera_probe_dtc_in_memory(const damiera_tablebase* tables,
                                           const damiera_position* position, int* value,
                                           int* plies) {
  return probe_dtc(tables, position, value, plies, Reading::in_memory);
}

damiera_status damiera_parse_fen(int game, const char* text, damiera_position* position) {
  return guarded([&] {
    if (!text) return null_argument("fen");
    if (!position) return null_argument("position");
    const auto variant = variant_of(game);
    if (!variant) return unknown_game(game);
    const auto setup = parse_fen(*variant, text);
    if (!setup) return fail(setup.error());
    const auto read = held(*variant, *setup);
    if (!read) return fail(read.error());
    *position = *read;
    return DAMIERA_OK;
  });
}

damiera_status damiera_write_fen(int game, const damiera_position* position, char* text,
                                 size_t size) {
  return guarded([&] {
    if (!text) return null_argument("fen");
    if (!position) return null_argument("position");
    const auto variant = variant_of(game);
    if (!variant) return unknown_game(game);
    const auto setup = checked(*variant, *position);
    if (!setup) return fail(setup.error());
    const std::string written = fen(*variant, *setup);
    if (written.size() >= size)
      return fail(DAMIERA_TOO_SMALL,
                  "fen: room for " + std::to_string(written.size() + 1) + " bytes is needed");
    std::memcpy(text, written.c_str(), written.size() + 1);
    return DAMIERA_OK;
  });
}
