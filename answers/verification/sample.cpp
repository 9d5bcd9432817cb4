#include "answers/verification/sample.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "indexing/slice_index.h"
#include "rules/moves.h"

namespace damiera {

namespace {

// The C++ standard defines the numbers of this generator. Neighbouring seeds and slices give
// unrelated numbers.
std::mt19937_64 generator_for(const Sample& sample, const TableId& id) {
  const Material& m = id.material;
  std::seed_seq seed{
      static_cast<std::uint32_t>(sample.seed),  static_cast<std::uint32_t>(sample.seed >> 32),
      static_cast<std::uint32_t>(id.variant),   static_cast<std::uint32_t>(id.metric),
      static_cast<std::uint32_t>(id.count),     static_cast<std::uint32_t>(m.my_men),
      static_cast<std::uint32_t>(m.my_kings),   static_cast<std::uint32_t>(m.their_men),
      static_cast<std::uint32_t>(m.their_kings)};
  return std::mt19937_64{seed};
}

}  // namespace

std::vector<Index> draw(const Sample& sample, const TableId& id) {
  return with_first_jumps(id.variant, [&]<Rules R>() {
    constexpr std::uint64_t most_tries = 100;  // for each; about half of the positions are quiet
    const SliceIndex<R> slice{id.material};
    auto random = generator_for(sample, id);
    std::vector<Index> drawn;
    for (std::uint64_t n = 0; n < most_tries * sample.size && drawn.size() < sample.size; ++n) {
      // A slice is so much smaller than 2^64 that the bias of the remainder makes no difference.
      const Index index{random() % slice.size()};
      if (!has_capture<R>(slice.position(index))) drawn.push_back(index);
    }
    std::ranges::sort(drawn);  // neighbours lie in the same block
    return drawn;
  });
}

double fraction_found(std::uint64_t samples) {
  return samples == 0 ? 1 : -std::expm1(std::log(0.01) / static_cast<double>(samples));
}

}  // namespace damiera
