#include "data/packing_cost.h"

#include <algorithm>
#include <array>

#include "data/file/cell_values.h"
#include "data/folder/catalogue.h"

namespace damiera {

namespace {

// Fitted to Italian and English slices of 5 pieces and international ones of 4, GCC 12, AMD EPYC,
// at efforts 1, 3, 5, 7 and 9; the others lie between. Since then scaled by what later versions
// took of Italian KMvKMM and KMMvKMM, in turn with the version before, on an Intel Xeon with
// AVX-512. Without AVX-512 values take a fifth longer in small tables.
struct Cost {
  std::array<double, Effort::most> training;  // seconds, by effort
  std::array<double, Effort::most> position;  // nanoseconds of each, by effort
};

constexpr Cost small_values{{0.3, 0.6, 0.8, 1.3, 1.9, 2.2, 2.5, 2.8, 4.5},
                            {55, 70, 80, 85, 92, 95, 100, 100, 100}};
constexpr Cost small_distances{{0.4, 0.7, 1.0, 1.2, 1.5, 2.2, 3.0, 4.3, 10},
                               {210, 230, 245, 255, 265, 275, 280, 280, 280}};
constexpr Cost fast_values{{0.7, 0.8, 0.9, 1.1, 1.2, 1.7, 2.4, 3.8, 7},
                           {21, 22, 23, 24, 25, 36, 50, 140, 290}};
constexpr Cost fast_distances{{1.4, 1.5, 1.6, 1.7, 1.8, 2.2, 2.5, 3.2, 4.5},
                              {45, 48, 52, 56, 60, 67, 75, 100, 140}};

constexpr const Cost& cost_of(Metric metric, Profile profile) {
  if (profile == Profile::small) return holds_values(metric) ? small_values : small_distances;
  return holds_values(metric) ? fast_values : fast_distances;
}

// In smaller slices there is less to train with.
constexpr std::uint64_t enough_to_train = 1'000'000;

// Bytes that a trainer holds for each position of a small slice, and the most for values. These are
// generous guesses: English tables of 5 and 6 pieces took half of them or less.
constexpr std::uint64_t bytes_to_train_position = 400, most_bytes_to_train = 400 << 20;

// With less memory for values, packing would wait for the disk most of the time.
constexpr std::uint64_t least_for_values = 64 << 20;

}  // namespace

double packing_seconds(const TableId& id, Profile profile, Effort effort) {
  const std::uint64_t positions = positions_of(id);
  const Cost& cost = cost_of(id.metric, profile);
  const auto level = static_cast<std::size_t>(effort.at(positions).level - 1);
  const double part = static_cast<double>(std::min(positions, enough_to_train)) /
                      static_cast<double>(enough_to_train);
  return cost.training[level] * part + 1e-9 * cost.position[level] * static_cast<double>(positions);
}

std::uint64_t PackingMemory::least() const { return others + std::min(values, least_for_values); }

std::uint64_t PackingMemory::bound_within(std::uint64_t bytes) const {
  return bytes >= most() ? 0 : std::max(bytes, least()) - others;
}

PackingMemory packing_memory(const TableId& id, Profile profile) {
  const bool few = holds_values(id.metric);
  const std::uint64_t samples =
      std::min<std::uint64_t>(positions_of(id) * bytes_to_train_position,
                              few ? most_bytes_to_train : 3 * most_bytes_to_train);
  // The hardest slices that were measured have 20 positions a byte.
  const std::uint64_t file = profile == Profile::fast ? positions_of(id) / 16 : 0;
  return {CellValues::bytes_for({rules_of(id.variant), id.material, {}}, few), samples + file};
}

PackingBounds packing_bounds(std::span<const TableId> tables, Profile profile) {
  PackingBounds bounds;
  for (const TableId& id : tables) {
    const PackingMemory memory = packing_memory(id, profile);
    bounds.most = std::max(bounds.most, memory.most());
    bounds.least = std::max(bounds.least, memory.least());
  }
  return bounds;
}

// Measured on the same tables at efforts 1 and 5. Small: 0.18 to 0.34 for values, 0.36 to 0.48 for
// distances. Fast: 0.5 to 0.86 for values, 0.66 to 0.91 for distances.
double packed_share(Metric metric, Profile profile) {
  if (profile == Profile::small) return holds_values(metric) ? 0.4 : 0.5;
  return holds_values(metric) ? 0.9 : 0.95;
}

}  // namespace damiera
