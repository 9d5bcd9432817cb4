// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "answers/verification/slice_keys.h"
#include "answers/verification/work.h"

namespace damiera {

/// What is known about a slice that conversions lead to: values at two bits each, or whole keys.
template <Rules R>
class KnownSlice {
 public:
  /// Copies a slice of which every key is known, captures included.
  KnownSlice(const SliceKeys<R>& from, bool with_plies) : index_{from.index} {
    const std::uint64_t size = index_.size();
    if (with_plies) {
      keys_.assign(from.keys.get(), from.keys.get() + size);
      return;
    }
    values_.resize(size / 32 + 1);
    for_ranges(values_.size(), 1 << 10, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t w = first; w < last; ++w)
        values_[w] = word(&from.keys[w * 32], std::min<std::uint64_t>(32, size - w * 32));
    });
  }

  const SliceIndex<R>& index() const { return index_; }
  /// The number of the first position of a men block.
  std::uint64_t begin(const Men& men) const { return index_.block(men) * index_.block_size(); }
  Key at(std::uint64_t n) const {
    constexpr std::array<Key, 4> key{keys::lost, keys::draw, keys::win(0), keys::none};
    return keys_.empty() ? key[values_[n / 32] >> n % 32 * 2 & 3] : keys_[n];
  }
  Key of(const Position& pos) const { return at(static_cast<std::uint64_t>(index_.index(pos))); }
  std::uint64_t bytes() const { return values_.size() * 8 + keys_.size() * sizeof(Key); }

 private:
  // Loss, draw or win of up to 32 positions.
  static std::uint64_t word(const Key* keys, std::uint64_t count) {
    std::uint64_t word = 0;
    for (std::uint64_t i = 0; i < count; ++i)
      word |= static_cast<std::uint64_t>((keys[i] <= keys::draw) + (keys[i] < keys::draw)) << i * 2;
    return word;
  }

  SliceIndex<R> index_;
  std::vector<std::uint64_t> values_;
  std::vector<Key> keys_;
};

/// Everything that conversions from one slice lead to.
template <Rules R>
class Conversions {
 public:
  using Known = Result<std::shared_ptr<const KnownSlice<R>>>;

  /// known(material) finds a slice that a capture or a crowned man leads to, as the opponent sees
  /// it. If it returns an error, the work fails only when a move leads to that slice.
  template <class Find>
  Conversions(const Material& m, Goal goal, const Find& known) : from_{m}, goal_{goal} {
    for (int crowned = 0; crowned <= std::min(1, m.my_men); ++crowned)
      for (int men = 0; men <= m.their_men; ++men)
        for (int kings = 0; kings <= m.their_kings; ++kings) {
          const Material left{m.my_men - crowned, m.my_kings + crowned, men, kings};
          const bool leads_on = left.theirs() > 0 && (crowned > 0 || left.total() < m.total());
          known_.push_back(leads_on ? known(left.flipped()) : Known{nullptr});
        }
  }

  /// The number of the slice that a position after a conversion belongs to, among all slices that
  /// conversions lead to. `next` is this position, as the opponent sees it. `more_kings` counts
  /// kings that the side to move has in addition to those in `next`. Requires that this side has
  /// pieces.
  std::size_t place(const Position& next, int more_kings = 0) const {
    const int crowned = next.their_men.count() < from_.my_men;
    return static_cast<std::size_t>((crowned * (from_.their_men + 1) + next.my_men.count()) *
                                        (from_.their_kings + 1) +
                                    next.my_kings.count() + more_kings);
  }
  std::size_t places() const { return known_.size(); }
  Goal goal() const { return goal_; }
  /// The key of a position after a capture that ended the game; keys::none if the game goes on.
  Key at_end(const Position& next, bool crowned) const {
    if (crowned && keys::crowning_wins(goal_)) return keys::lost;
    return next.mine().empty() ? keys::no_move(goal_) : keys::none;
  }
  /// The slice with this number. If it is not known, the work fails and the result is null.
  const KnownSlice<R>* slice(std::size_t place, Work& work) const {
    const Known& known = known_[place];
    if (!known) work.fail(known.error());
    return known ? known->get() : nullptr;
  }
  const KnownSlice<R>* slice(const Position& next, Work& work) const {
    return slice(place(next), work);
  }
  /// The key of a position after a capture.
  Key after_capture(const Position& next, bool crowned, Work& work) const {
    if (const Key key = at_end(next, crowned); key != keys::none) return key;
    const auto* known = slice(next, work);
    return known ? known->of(next) : keys::draw;
  }

 private:
  Material from_;
  Goal goal_;
  std::vector<Known> known_;
};

/// Looks up keys of what conversions lead to, and remembers the men block that it looked into last
/// in each slice. Each thread has its own.
template <Rules R>
class ConversionLookup {
 public:
  ConversionLookup(const Conversions<R>& conversions, Work& work)
      : conversions_{conversions}, work_{work}, last_(conversions.places()) {}

  /// The key of a position after a capture.
  Key after_capture(const Position& next, bool crowned) {
    const Key key = conversions_.at_end(next, crowned);
    return key != keys::none ? key : after_conversion(next);
  }
  /// The key of a position after any conversion that does not end the game.
  Key after_conversion(const Position& next) {
    const Block* at = block(next, 0);
    if (!at) return keys::draw;
    const auto& index = at->slice->index();
    // The runs of its kings stay with the side that did not move.
    return at->slice->at(at->begin + index.runs().rank(next) * index.kings().count() +
                         rank(*at, {next.my_kings, next.their_kings}));
  }
  /// Adds a king to `next` on each of `squares` in turn, for the side to move if `mine`, and calls
  /// visit(square, key) with the key of the position. If the slice is not known, the work fails and
  /// visits nothing. Requires that kings make no runs.
  template <class Visit>
  void each(const Position& next, bool mine, Bitboard squares, const Visit& visit) {
    if (!mine && next.mine().empty()) {
      for (const Square sq : squares) visit(sq, keys::no_move(conversions_.goal()));
      return;
    }
    const Block* at = block(next, mine ? 1 : 0);
    if (!at) return;
    for (const Square sq : squares)
      visit(sq, at->slice->at(at->begin +
                              rank(*at, {mine ? next.my_kings.with(sq) : next.my_kings,
                                         mine ? next.their_kings : next.their_kings.with(sq)})));
  }

 private:
  struct Block {
    Men men = {};
    const KnownSlice<R>* slice = nullptr;
    std::uint64_t begin = 0;
  };
  const Block* block(const Position& next, int more_kings) {
    const std::size_t place = conversions_.place(next, more_kings);
    Block& at = last_[place];
    const Men men = men_of(next);
    if (at.slice && at.men == men) return &at;
    const auto* slice = conversions_.slice(place, work_);
    if (!slice) return nullptr;
    at = {men, slice, slice->begin(men)};
    return &at;
  }
  static std::uint64_t rank(const Block& at, const KingPlacement::Kings& kings) {
    return at.slice->index().kings().rank(kings, SliceIndex<R>::free_squares(at.men));
  }

  const Conversions<R>& conversions_;
  Work& work_;
  std::vector<Block> last_;
};

}  // namespace damiera
