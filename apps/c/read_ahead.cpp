// Many positions at a time, and reading before values are needed.

#include <cstddef>

#include "apps/c/calls.h"

using namespace damiera;
using namespace damiera::c;

namespace {

// The size of the options before `distances` was added.
constexpr std::size_t least_options = offsetof(damiera_preload_options, distances);

// An invalid position gets an error, and the other positions still get their values.
std::vector<Result<Value>> batch(const Tablebase& tables,
                                 std::span<const damiera_position> positions) {
  std::vector<Result<Value>> values;
  std::vector<Position> valid;
  std::vector<std::size_t> number;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto setup = checked(tables.variant(), positions[i]);
    values.push_back(setup ? Result<Value>{Value::draw} : setup.error());
    if (!setup) continue;
    valid.push_back(setup->pos);
    number.push_back(i);
  }
  const auto found = tables.wdl(valid);
  for (std::size_t n = 0; n < found.size(); ++n) values[number[n]] = found[n];
  return values;
}

}  // namespace

damiera_status damiera_probe_batch(const damiera_tablebase* tables,
                                   const damiera_position* positions, size_t count, int* values,
                                   damiera_status* statuses) {
  return guarded([&] {
    if (!tables) return null_argument("tables");
    if (count != 0 && !positions) return null_argument("positions");
    if (count != 0 && !values) return null_argument("values");
    if (count != 0 && !statuses) return null_argument("statuses");
    const auto found = batch(tables->tables, {positions, count});
    damiera_status first = DAMIERA_OK;
    for (std::size_t i = 0; i < count; ++i) {
      statuses[i] = found[i] ? DAMIERA_OK : status_of(found[i].error());
      if (found[i]) values[i] = static_cast<int>(*found[i]);
      if (!found[i] && first == DAMIERA_OK) first = fail(found[i].error());
    }
    return first;
  });
}

damiera_status damiera_prefetch(const damiera_tablebase* tables, const damiera_position* position,
                                int distances) {
  return with_setup(tables, position, [&](const Setup& setup) {
    if (tables->tables.prefetch(setup.pos, distances != 0)) return DAMIERA_OK;
    return fail(DAMIERA_BUSY, "too many positions wait to be read");
  });
}

damiera_status damiera_preload(const damiera_tablebase* tables,
                               const damiera_preload_options* options, damiera_preloaded* loaded) {
  return guarded([&] {
    if (!tables) return null_argument("tables");
    if (!options) return null_argument("options");
    const auto known = known_options(*options, least_options);
    if (!known) return wrong_size("options", *options, least_options);
    if (known->pieces < 0)
      return fail(DAMIERA_BAD_ARGUMENT, "options.pieces: found " + std::to_string(known->pieces) +
                                            ", expected 0 or more");
    const auto done = tables->tables.preload(
        {.pieces = known->pieces, .bytes = known->bytes, .distances = known->distances != 0});
    if (!done) return fail(done.error());
    if (loaded) *loaded = {done->tables, done->left_out, done->bytes};
    return DAMIERA_OK;
  });
}
