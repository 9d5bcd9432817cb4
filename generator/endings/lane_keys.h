// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "generator/endings/eight_keys.h"
#include "rules/moves.h"

namespace damiera {

/// Where the key of each square stands in an array. After every two rows there is an extra place
/// that belongs to no square. So a step in one direction is the same distance from every square,
/// and a step off the board leads to a place without a square.
template <Rules R>
struct LanePlaces {
  static constexpr int row_squares = R.row_squares();
  /// The distances of steps down. Steps up have the same distances with a minus sign.
  static constexpr std::array steps{row_squares, row_squares + 1};
  /// Places with squares lie below this.
  static constexpr int used = R.squares_total() + R.width / 2 - 1;
  /// Length of the array in vectors of eight, with room for one longest step after the squares.
  static constexpr int eights = (used + row_squares + 1 + 7) / 8;

  static constexpr int place(Square sq) {
    const int row = static_cast<int>(sq) / row_squares, n = static_cast<int>(sq) % row_squares;
    // If the other corner is dark, the row is mirrored.
    const int at = row * row_squares + (R.top_left_is_dark ? row_squares - 1 - n : n);
    return at + at / (2 * row_squares);
  }

 private:
  static constexpr bool are_right() {
    using B = Board<R>;
    std::array<bool, eights * 8> taken{};
    for (Square sq : B::all) taken[static_cast<std::size_t>(place(sq))] = true;
    for (Square sq : B::all)
      for (Direction d : all_directions) {
        const bool left = is_left(d) != R.top_left_is_dark;
        const int step = is_up(d) ? -steps[left ? 1 : 0] : steps[left ? 0 : 1];
        const int at = place(sq) + step;
        const Bitboard to = B::step(Bitboard::of(sq), d);
        if (to.any() ? place(to.lowest()) != at : at >= 0 && taken[static_cast<std::size_t>(at)])
          return false;
      }
    return true;
  }
  static_assert(are_right(), "a king's steps are assumed to be the four diagonals");
};

/// A key for each square on which the lane king may stand.
template <Rules R>
using LaneKeys = std::array<EightKeys, LanePlaces<R>::eights>;

/// The place of every square.
template <Rules R>
inline constexpr auto lane_place = [] {
  std::array<std::uint8_t, Board<R>::size> places{};
  for (Square sq : Board<R>::all)
    places[static_cast<std::size_t>(sq)] = static_cast<std::uint8_t>(LanePlaces<R>::place(sq));
  return places;
}();

template <Rules R>
EndingKey& key_at(LaneKeys<R>& keys, Square sq) {
  return reinterpret_cast<EndingKey*>(keys.data())[lane_place<R>[static_cast<std::size_t>(sq)]];
}
template <Rules R>
EndingKey key_at(const LaneKeys<R>& keys, Square sq) {
  return key_at<R>(const_cast<LaneKeys<R>&>(keys), sq);
}

/// For each square, the largest key that a king's move from there leads to. Squares on which the
/// king cannot stand must have the key `none`, and so must the memory up to one step before `to`.
/// The memory up to one step after `to` is read too, but does not change the result.
template <Rules R>
class LaneKingMoves {
  using Places = LanePlaces<R>;

 public:
  explicit LaneKingMoves(const LaneKeys<R>& to)
      : to_{reinterpret_cast<const EndingKey*>(to.data())} {}

  void add_to(LaneKeys<R>& best) {
    if constexpr (R.flying_kings) {
      for (const int step : Places::steps)
        add_rays_from_above(best, step), add_rays_from_below(best, step);
    } else {
      for (std::size_t n = 0; n < best.size(); ++n)
        for (const int step : Places::steps)
          best[n] = max(best[n], max(load_eight(at(n) - step), load_eight(at(n) + step)));
    }
  }

 private:
  const EndingKey* at(std::size_t n) const { return to_ + 8 * n; }

  // The best keys on a ray from eight squares, given the best keys from the next squares on the
  // ray.
  static EightKeys joined(EightKeys next, EightKeys beyond) {
    return max(next, next != ending_key::none ? beyond : EightKeys{});
  }

  // Goes from square to square against the direction of the king. Each eight squares overlap the
  // eight before them, and the keys there are equal.
  void add_rays_from_above(LaneKeys<R>& best, int step) {
    EightKeys ray{};
    for (int first = 0; first < Places::used; first += step) {
      ray = joined(load_eight(to_ + first - step), ray);
      store_eight(found(first), ray);
    }
    add_found(best);
  }
  void add_rays_from_below(LaneKeys<R>& best, int step) {
    EightKeys ray{};
    for (int first = Places::used - 8; first > -8; first -= step) {
      ray = joined(load_eight(to_ + first + step), ray);
      store_eight(found(first), ray);
    }
    add_found(best);
  }
  void add_found(LaneKeys<R>& best) {
    for (std::size_t n = 0; n < best.size(); ++n)
      best[n] = max(best[n], load_eight(found(8 * static_cast<int>(n))));
  }
  EndingKey* found(int place) { return found_.data() + 8 + place; }

  const EndingKey* to_;
  alignas(16) std::array<EndingKey, 8 * (Places::eights + 2)> found_{};
};

}  // namespace damiera
