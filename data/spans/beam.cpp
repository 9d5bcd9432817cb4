#include "data/spans/beam.h"

#include <algorithm>

namespace damiera {

RunEnds::RunEnds(std::span<const std::uint16_t> numbers, std::size_t alphabet, std::uint16_t any)
    : size_{static_cast<std::uint32_t>(numbers.size())},
      words_{numbers.size() / 64 + 1},
      matters_(words_),
      others_(alphabet * words_) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == any) continue;
    const std::uint64_t bit = std::uint64_t{1} << i % 64;
    matters_[i / 64] |= bit;
    others_[numbers[i] * words_ + i / 64] |= bit;  // at first, cells of the same value
  }
  for (std::size_t v = 0; v < alphabet; ++v)
    for (std::size_t w = 0; w < words_; ++w) others_[v * words_ + w] ^= matters_[w];
}

RunEnds::RunEnds(const FewValues& values, std::span<const std::uint16_t> alphabet)
    : size_{static_cast<std::uint32_t>(values.size())},
      words_{values.size() / 64 + 1},
      matters_(words_),
      others_(alphabet.size() * words_) {
  for (std::size_t w = 0; w < values.words().size(); ++w) {
    const auto [low, high] = values.words()[w];
    const std::size_t left = values.size() - 64 * w;
    const std::uint64_t there = left < 64 ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
    matters_[w] = there & ~(low & high);
    for (std::size_t v = 0; v < alphabet.size(); ++v) {
      const std::uint64_t differs =
          (alphabet[v] % 2 != 0 ? ~low : low) | (alphabet[v] / 2 != 0 ? ~high : high);
      others_[v * words_ + w] = matters_[w] & differs;
    }
  }
}

Beam::Beam(std::size_t width) : width_{width} {
  steps_.push_back({0, 0, 0});
  next_.reserve(width + 1);
}

void Beam::advance() {
  level_ = steps_.size();
  steps_.insert(steps_.end(), next_.begin(), next_.end());
  next_.clear();
  least_ = 0;
}

void Beam::reach(std::uint32_t place, std::uint32_t from, std::uint16_t code) {
  if (place <= least_) return;
  auto at = next_.end();
  while (at != next_.begin() && (at - 1)->place <= place) --at;
  if (at != next_.end() && at->place == place) return;
  next_.insert(at, {place, static_cast<std::uint32_t>(level_) + from, code});
  if (next_.size() > width_) next_.pop_back();
  if (next_.size() == width_) least_ = next_.back().place;
}

std::vector<std::uint16_t> Beam::codes() const {
  std::vector<std::uint16_t> found;
  for (std::size_t n = level_; n > 0; n = steps_[n].from) found.push_back(steps_[n].code);
  std::ranges::reverse(found);
  return found;
}

}  // namespace damiera
