// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstring>

#include "generator/endings/ending_key.h"
#include "rules/value_at_end.h"

namespace damiera {

/// Eight keys, which one instruction of any processor compares.
using EightKeys [[gnu::vector_size(16)]] = EndingKey;

inline EightKeys max(EightKeys a, EightKeys b) { return a > b ? a : b; }
inline EightKeys load_eight(const EndingKey* from) {
  EightKeys keys;
  std::memcpy(&keys, from, sizeof keys);
  return keys;
}
inline void store_eight(EndingKey* to, EightKeys keys) { std::memcpy(to, &keys, sizeof keys); }
inline EightKeys eight(EndingKey key) { return EightKeys{} + key; }

/// True if all bits of all eight are the same as in `key`.
inline bool are_all(EightKeys keys, EndingKey key) {
  using Words = std::array<std::uint64_t, 2>;
  return std::bit_cast<Words>(keys) == std::bit_cast<Words>(eight(key));
}

/// What moves to positions are worth from what the positions are, as ending_key::of_move_to().
inline EightKeys of_moves_to(EightKeys keys) {
  using Signed [[gnu::vector_size(16)]] = std::int16_t;
  const auto signed_keys = reinterpret_cast<Signed>(keys);
  const Signed draw = Signed{} + static_cast<std::int16_t>(ending_key::draw);
  // A comparison that is true is -1: a ply more until the end.
  const auto ply = reinterpret_cast<EightKeys>(signed_keys < draw) -
                   reinterpret_cast<EightKeys>(signed_keys > draw);
  const EightKeys turned = 2 * ending_key::draw - keys + ply;
  return keys != ending_key::none ? turned : EightKeys{};
}

/// What sides to move have at least, before their kings have moved, from what conversions are
/// worth.
inline EightKeys at_first(EightKeys conversions) {
  const EightKeys keys = conversions & ending_key::without_forced;
  return conversions == keys ? max(keys, eight(ending_key::draw)) : keys;
}

/// The best of conversions and king moves. Who has neither is at the end.
template <Rules R>
EightKeys best_of(EightKeys conversions, EightKeys king_moves) {
  EightKeys best = max(conversions, king_moves) & ending_key::without_forced;
  if constexpr (value_at_end<R> == Value::win)
    best = best == ending_key::loss(0) ? eight(ending_key::win(0)) : best;
  return best;
}

}  // namespace damiera
