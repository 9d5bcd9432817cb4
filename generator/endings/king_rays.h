// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "indexing/combinatorics.h"
#include "rules/moves.h"

namespace damiera {

/// All placements of a number of kings on the whole board, numbered as rank() does, and the rays
/// along which a king moves from each. Made once for all blocks with this number of kings.
template <Rules R>
class KingRays {
  using B = Board<R>;

 public:
  /// A placement that a king's move leads to.
  struct Stop {
    std::uint32_t to;     ///< its number
    std::uint8_t square;  ///< where the king stops
    std::uint8_t on_ray;  ///< stops from here to the end of the ray: this one and those beyond it
  };

  explicit KingRays(int kings) {
    const std::uint64_t count = choose(B::size, kings);
    sets_.reserve(count);
    first_.reserve(count + 1);
    for (std::uint64_t n = 0; n < count; ++n) {
      sets_.push_back(unrank(n, kings, B::all));
      first_.push_back(stops_.size());
      for (Square from : sets_.back())
        for (Direction d : all_directions) add_ray(sets_.back().without(from), from, d);
    }
    first_.push_back(stops_.size());
  }

  /// About how many bytes this takes for `kings` kings.
  static std::uint64_t bytes_for(int kings) {
    const std::uint64_t stops = kings * (R.flying_kings ? 2 * (R.width - 1) : 4);
    return choose(B::size, kings) * (sizeof(Bitboard) + sizeof(std::size_t) + stops * sizeof(Stop));
  }

  std::size_t size() const { return sets_.size(); }
  Bitboard set(std::size_t n) const { return sets_[n]; }
  static std::size_t number(Bitboard set) { return rank(set, B::all); }

  /// Calls visit(stops) for each ray from placement `n`, as far as no piece stands in the way:
  /// a span of stops, the nearest first.
  template <class Visit>
  void for_each_ray(std::size_t n, Bitboard in_the_way, const Visit& visit) const {
    for (std::size_t i = first_[n]; i < first_[n + 1]; i += stops_[i].on_ray) {
      std::size_t open = 0;
      while (open < stops_[i].on_ray && !in_the_way.contains(Square(stops_[i + open].square)))
        ++open;
      if (open != 0) visit(std::span{stops_}.subspan(i, open));
    }
  }

 private:
  void add_ray(Bitboard fellows, Square from, Direction d) {
    const std::size_t first = stops_.size();
    for (Bitboard x = B::step(Bitboard::of(from), d) & ~fellows; x.any();
         x = B::step(x, d) & ~fellows) {
      stops_.push_back({static_cast<std::uint32_t>(number(fellows | x)),
                        static_cast<std::uint8_t>(x.lowest()), 0});
      if (!R.flying_kings) break;
    }
    for (std::size_t i = first; i < stops_.size(); ++i)
      stops_[i].on_ray = static_cast<std::uint8_t>(stops_.size() - i);
  }

  std::vector<Bitboard> sets_;
  std::vector<std::size_t> first_;  // the first stop of each placement, and the end of all
  std::vector<Stop> stops_;
};

}  // namespace damiera
