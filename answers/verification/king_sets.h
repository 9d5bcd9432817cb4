// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "indexing/king_placement.h"
#include "rules/board/geometry.h"

namespace damiera {

/// Sets of k numbers, the lowest of them `least` or more, in colexicographic order.
class ColexSets {
 public:
  ColexSets(int k, int least) : k_{k}, least_{least} {
    for (int i = 0; i < k; ++i) member_[i] = least + i;
  }
  /// Begins with set number `first` among the numbers from 0 to n - 1. Requires that there is one.
  ColexSets(int k, int n, std::uint64_t first) : k_{k}, least_{0} {
    for (int i = k - 1; i >= 0; --i) {
      while (choose(n - 1, i + 1) > first) --n;
      member_[i] = --n;
      first -= choose(n, i + 1);
    }
  }
  std::span<const int> members() const { return {member_.data(), static_cast<std::size_t>(k_)}; }
  void next() {
    int i = 0;
    for (; i + 1 < k_ && member_[i] + 1 == member_[i + 1]; ++i) member_[i] = least_ + i;
    ++member_[i];
  }

 private:
  int k_, least_;
  std::array<int, detail::choose_k> member_{};
};

/// The summand of each king of a set, by its place in the set (lowest first) and its square.
template <class T>
using KingSums = std::vector<std::array<T, 64>>;

/// Sums that give a set of `kings` kings its colexicographic number over the whole board, times
/// `stride`. `turned`: the number of the set as the opponent sees it.
template <class T>
KingSums<T> numbering(int squares, int kings, bool turned, T stride) {
  KingSums<T> sums(kings);
  for (int i = 0; i < kings; ++i)
    for (int sq = 0; sq < squares; ++sq) {
      const auto part = turned ? choose(squares - 1 - sq, kings - i) : choose(sq, i + 1);
      sums[i][sq] = static_cast<T>(part) * stride;
    }
  return sums;
}

/// Sums that are the sets themselves, as bits of a Bitboard.
inline KingSums<std::uint64_t> as_sets(int squares, int kings) {
  KingSums<std::uint64_t> sums(kings);
  for (auto& of_place : sums)
    for (int sq = 0; sq < squares; ++sq) of_place[sq] = std::uint64_t{1} << sq;
  return sums;
}

/// The squares of a set, by their places in it.
class SquareList {
 public:
  explicit SquareList(Bitboard set) {
    for (const Square sq : set) squares_[size_++] = static_cast<std::uint8_t>(sq);
  }
  int size() const { return size_; }
  std::uint8_t operator[](int place) const { return squares_[place]; }
  /// The squares at these places.
  Bitboard at(std::span<const int> places) const {
    Bitboard set;
    for (const int place : places) set = set.with(Square{squares_[place]});
    return set;
  }

 private:
  int size_ = 0;
  std::array<std::uint8_t, 64> squares_;
};

/// Goes through the king placements of a men block in order. One call covers all placements that
/// differ only in the lowest lane king: visit(the other side's kings, the lane kings without the
/// lowest, the squares of the lowest). `first` and `last` bound the placements of the other side's
/// kings. Requires lane kings.
template <class Visit>
void each_lowest(const KingPlacement& kings, Bitboard free, std::uint64_t first, std::uint64_t last,
                 const Visit& visit) {
  const SquareList squares{free};
  ColexSets other{kings.other_kings(), squares.size(), first};
  for (std::uint64_t t = first; t < last; ++t, other.next()) {
    const Bitboard others = squares.at(other.members()), open = free & ~others;
    const SquareList rest{open};
    ColexSets upper{kings.lane_kings() - 1, 1};
    for (std::uint64_t n = 0; n < kings.lane_count(); upper.next()) {
      const Bitboard beside = rest.at(upper.members());
      const Bitboard lowest = beside.empty() ? open : open.below(beside.lowest());
      visit(others, beside, lowest);
      n += static_cast<std::uint64_t>(lowest.count());
    }
  }
}

/// Sums over the king placements of a men block, in the order of their numbers.
template <class T>
class PlacementSums {
 public:
  /// `mine` and `theirs`: the sums of each side's kings.
  PlacementSums(const KingPlacement& kings, KingSums<T> mine, KingSums<T> theirs)
      : lane_kings_{kings.lane_kings()},
        other_kings_{kings.other_kings()},
        lane_count_{kings.lane_count()},
        lane_{kings.lane() == LaneSide::mine ? mine : theirs},
        other_{kings.lane() == LaneSide::mine ? std::move(theirs) : std::move(mine)} {}

  /// For each placement t of the other side's kings from `first` to `last`: calls visit(t, its sum,
  /// the sums of t with each placement of the lane kings).
  template <class Visit>
  void each(Bitboard free, std::uint64_t first, std::uint64_t last, const Visit& visit) const {
    thread_local std::vector<T> sums;
    sums.resize(lane_count_);
    const SquareList squares{free};
    ColexSets other{other_kings_, squares.size(), first};
    for (std::uint64_t t = first; t < last; ++t, other.next()) {
      T sum = 0;
      Bitboard rest = free;
      for (int i = 0; const int place : other.members()) {
        sum += other_[i++][squares[place]];
        rest = rest.without(Square{squares[place]});
      }
      fill(rest, sum, sums);
      visit(t, sum, std::span<const T>{sums});
    }
  }

 private:
  // The lowest king runs through the squares below the second lowest.
  void fill(Bitboard rest, T sum, std::vector<T>& sums) const {
    if (lane_kings_ == 0) {
      sums[0] = sum;
      return;
    }
    const SquareList squares{rest};
    const int n = squares.size();
    std::array<T, 64> lowest;
    for (int i = 0; i < n; ++i) lowest[i] = lane_[0][squares[i]];
    ColexSets upper{lane_kings_ - 1, 1};
    T* out = sums.data();
    for (const T* const end = out + lane_count_; out != end; upper.next()) {
      T base = sum;
      for (int i = 1; const int place : upper.members()) base += lane_[i++][squares[place]];
      const int run = lane_kings_ == 1 ? n : upper.members()[0];
      for (int i = 0; i < run; ++i) out[i] = base + lowest[i];
      out += run;
    }
  }

  int lane_kings_, other_kings_;
  std::uint64_t lane_count_;
  KingSums<T> lane_, other_;
};

}  // namespace damiera
