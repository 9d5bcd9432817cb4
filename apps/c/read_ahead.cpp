// Many positions at a time, and what is read before it is needed.

#include "apps/c/calls.h"

using namespace damiera;
using namespace damiera::c;

namespace {

// A position that there is not has no value, as the others may.
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
    if (!tables || (count != 0 && (!positions || !values || !statuses)))
      return null_argument("damiera_probe_batch");
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
    if (!tables || !options) return null_argument("tables or options");
    if (options->size != sizeof *options)
      return fail(DAMIERA_BAD_ARGUMENT,
                  "options.size: expected " + std::to_string(sizeof *options));
    const auto done = tables->tables.preload(
        {.pieces = options->pieces, .bytes = options->bytes, .distances = options->distances != 0});
    if (!done) return fail(done.error());
    if (loaded) *loaded = {done->tables, done->left_out, done->bytes};
    return DAMIERA_OK;
  });
}
