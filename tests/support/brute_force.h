// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "indexing/material.h"
#include "rules/position.h"
#include "rules/value.h"

namespace damiera::test {

/// The values of all positions with few pieces, found by going over them again and again until
/// nothing changes. Shares only the rules with the rest of the program. Memory: about 4 bytes a
/// legal move.
class BruteForce {
 public:
  struct Solved {
    Value value;
    int dtc;  ///< distance to conversion in plies; 0 for a draw
    auto operator<=>(const Solved&) const = default;
  };

  /// Solves every slice of 2 to `max_pieces` pieces in which both sides have some.
  BruteForce(Variant variant, int max_pieces);
  /// Solves a slice, its mirror image, and all slices that play leads to from there.
  BruteForce(Variant variant, const Material& slice);

  /// Requires a valid position of a slice that was solved, some pieces of each side.
  Solved lookup(const Position& pos) const;
  /// Plies to the end of the game; 0 for a draw.
  int dtw(const Position& pos) const;

  /// The values that can be forced if the game is drawn after this number of moves by each side
  /// without a conversion, and the number of plies that must be left to force them.
  class Counted {
   public:
    Solved lookup(const Position& pos) const;

   private:
    friend class BruteForce;
    const BruteForce* all_;
    std::vector<Value> value_;
    std::vector<std::int16_t> plies_;
  };
  Counted counted(int moves) const;

 private:
  // The number of a position; 0 if the game is over and the side that would be to move has lost or,
  // where the aim is to have no move, has won.
  using Id = std::uint32_t;

  void solve(Variant variant);
  template <Rules R, class Visit>
  void for_each_wanted(const Visit& visit) const;
  template <Rules R>
  void number_positions();
  template <Rules R>
  void list_successors();
  template <Rules R>
  void add_successors(const Position& pos);
  Value value_without_move() const {
    return goal_ == Goal::no_move_wins ? Value::win : Value::loss;
  }
  void solve_values();
  std::vector<std::int16_t> distances(bool through_conversions) const;
  bool decide_value(Id id);
  bool decide_distance(Id id, int ply, bool through, std::vector<std::int16_t>& plies) const;
  Counted within(int plies, const std::vector<Value>& fresh) const;
  bool decide_within(Id id, int left, const std::vector<Value>& fresh, Counted& found) const;
  std::size_t address(const Position& pos) const;
  std::size_t with_runs(const Position& pos, std::size_t place) const;
  std::size_t states_of(int men, int kings) const;
  Id id(const Position& pos) const;

  // A legal move: where it leads, and what kind it is.
  struct Successor {
    Id id : 31;
    Id is_conversion : 1;
  };
  struct Successors {
    const Successor *first, *last;
    const Successor* begin() const { return first; }
    const Successor* end() const { return last; }
  };
  Successors successors(Id id) const {
    return {&successors_[first_[id]], &successors_[0] + first_[id + 1]};
  }

  int squares_, max_pieces_;
  Goal goal_;
  int king_limit_;
  std::optional<Material> slice_;      // if not all of max_pieces are wanted
  std::vector<std::size_t> slice_at_;  // where a slice's addresses begin, by its piece counts
  std::vector<Id> id_at_;              // by address
  std::vector<std::size_t> first_;     // the first successor of each position, and the end of all
  std::vector<Successor> successors_;
  std::vector<Value> value_;
  std::vector<std::int16_t> dtc_, dtw_;
};

}  // namespace damiera::test
