#include "data/file/learned_order.h"

#include <bit>
#include <cassert>

#include "data/file/bytes.h"

namespace damiera {

namespace {

// The number of bits that each number of an order takes.
int bits(std::uint64_t size) { return std::bit_width(size - 1); }

}  // namespace

LearnedOrder::LearnedOrder(std::vector<std::uint16_t> numbers)
    : numbers_{std::move(numbers)}, places_(numbers_.size()) {
  assert(size() <= max_size);
  for (std::size_t place = 0; place < numbers_.size(); ++place)
    places_[numbers_[place]] = static_cast<std::uint16_t>(place);
}

std::uint64_t LearnedOrder::bytes(std::uint64_t size) {
  return (size * static_cast<std::uint64_t>(bits(size)) + 7) / 8;
}

std::shared_ptr<const LearnedOrder> LearnedOrder::parse(std::span<const std::byte> bytes,
                                                        std::uint64_t size) {
  if (size == 0 || size > max_size || bytes.size() != LearnedOrder::bytes(size)) return {};
  ByteReader in{bytes};
  std::vector<std::uint16_t> numbers;
  std::vector<bool> seen(size);
  std::uint64_t held = 0;
  int held_bits = 0;
  while (numbers.size() < size) {
    for (; held_bits < bits(size); held_bits += 8)
      held |= std::uint64_t{in.get<std::uint8_t>()} << held_bits;
    const std::uint64_t number = held & ((std::uint64_t{1} << bits(size)) - 1);
    if (number >= size || seen[number]) return {};
    seen[number] = true;
    numbers.push_back(static_cast<std::uint16_t>(number));
    held >>= bits(size);
    held_bits -= bits(size);
  }
  if (held != 0) return {};
  return std::make_shared<const LearnedOrder>(std::move(numbers));
}

void LearnedOrder::append_to(std::vector<std::byte>& out) const {
  ByteWriter writer{out};
  std::uint64_t held = 0;
  int held_bits = 0;
  for (const std::uint16_t number : numbers_) {
    held |= std::uint64_t{number} << held_bits;
    for (held_bits += bits(size()); held_bits >= 8; held_bits -= 8, held >>= 8)
      writer.put(static_cast<std::uint8_t>(held));
  }
  if (held_bits > 0) writer.put(static_cast<std::uint8_t>(held));
}

}  // namespace damiera
