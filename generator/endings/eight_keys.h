// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstring>

#include "generator/endings/ending_key.h"
#include "generator/outcome_bits.h"

namespace damiera {

/// Eight keys in one vector; every processor compares them with one instruction.
using EightKeys [[gnu::vector_size(16)]] = EndingKey;

inline EightKeys load_eight(const EndingKey* from) {
  EightKeys keys;
  std::memcpy(&keys, from, sizeof keys);
  return keys;
}
inline void store_eight(EndingKey* to, EightKeys keys) { std::memcpy(to, &keys, sizeof keys); }
inline EightKeys eight(EndingKey key) { return EightKeys{} + key; }

/// True if each of the eight keys equals `key`.
inline bool are_all(EightKeys keys, EndingKey key) {
  using Words = std::array<std::uint64_t, 2>;
  return std::bit_cast<Words>(keys) == std::bit_cast<Words>(eight(key));
}

/// The keys of moves to positions, from the keys of the positions, as ending_key::of_move_to().
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

/// The keys that positions have at first, when king moves do not count yet, from the keys of their
/// conversions.
inline EightKeys at_first(EightKeys conversions) {
  const EightKeys keys = conversions & ending_key::without_forced;
  return conversions == keys ? max(keys, eight(ending_key::draw)) : keys;
}

/// The best of conversions and king moves. Where a side has neither, the game is over, and the key
/// is `at_end`.
inline EightKeys best_of(EightKeys conversions, EightKeys king_moves, EightKeys at_end) {
  const EightKeys best = max(conversions, king_moves) & ending_key::without_forced;
  return best == ending_key::loss(0) ? at_end : best;
}

/// The bits of outcomes, from their plies. `won` and `lost` have all bits set where the outcome is
/// a win or a loss.
inline EightKeys outcome_bits(EightKeys plies, EightKeys won, EightKeys lost) {
  constexpr EndingKey most = Outcome::max_plies;
  const EightKeys decided = (won | lost) & EightKeys(plies <= most);
  const EightKeys code = (won & Outcome::win_code) | (lost & Outcome::loss_code);
  const EightKeys bits = plies * Outcome::one_ply | code;
  return (bits & decided) | (eight(Outcome::draw_code) & ~decided);
}

/// The outcomes of positions, from the keys of moves to them and the keys of their conversions.
/// Where no position exists they are arbitrary.
inline EightKeys outcomes_of(EightKeys keys, EightKeys conversions) {
  using ending_key::draw, ending_key::endless;
  // A move to a position takes a ply, and a win there is a loss for the side that moves to it.
  const EightKeys quiet =
      outcome_bits(keys > draw ? draw + endless - 1 - keys : keys - 1 - (draw - endless),
                   EightKeys(keys < draw), EightKeys(keys > draw));
  const EightKeys best = conversions & ending_key::without_forced;
  const EightKeys captures =
      outcome_bits(best > draw ? draw + endless - best : best - (draw - endless),
                   EightKeys(best > draw), EightKeys(best < draw)) |
      Outcome::capture_bit;
  return conversions >= ending_key::forced ? captures : quiet;
}

}  // namespace damiera
