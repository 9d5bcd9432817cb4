// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "answers/verification/slice_keys.h"
#include "answers/verification/work.h"

namespace damiera {

/// What is known of a slice that conversions lead to: values at two bits, or whole keys.
template <Rules R>
class KnownSlice {
 public:
  /// From a slice of which every key is known, captures included.
  KnownSlice(const SliceKeys<R>& from, bool with_plies) : index_{from.index} {
    const std::uint64_t size = index_.size();
    if (with_plies) {
      keys_.assign(from.keys.get(), from.keys.get() + size);
      return;
    }
    values_.resize(size / 32 + 1);
    for (std::uint64_t n = 0; n < size; ++n) values_[n / 32] |= code(from.keys[n]) << n % 32 * 2;
  }

  const SliceIndex<R>& index() const { return index_; }
  Key at(std::uint64_t n) const {
    constexpr std::array<Key, 4> key{keys::lost, keys::draw, keys::win(0), keys::none};
    return keys_.empty() ? key[values_[n / 32] >> n % 32 * 2 & 3] : keys_[n];
  }
  Key of(const Position& pos) const { return at(static_cast<std::uint64_t>(index_.index(pos))); }
  std::uint64_t bytes() const { return values_.size() * 8 + keys_.size() * sizeof(Key); }

 private:
  static std::uint64_t code(Key key) { return key > keys::draw ? 0 : key == keys::draw ? 1 : 2; }

  SliceIndex<R> index_;
  std::vector<std::uint64_t> values_;
  std::vector<Key> keys_;
};

/// Everything that conversions from one slice lead to.
template <Rules R>
class Conversions {
 public:
  using Known = Result<std::shared_ptr<const KnownSlice<R>>>;

  /// `known` tells a slice that a capture or a crowned man leads to, as the opponent sees it; its
  /// error is met only where a move leads there.
  template <class Find>
  Conversions(const Material& m, const Find& known) : from_{m} {
    for (int crowned = 0; crowned <= std::min(1, m.my_men); ++crowned)
      for (int men = 0; men <= m.their_men; ++men)
        for (int kings = 0; kings <= m.their_kings; ++kings) {
          const Material left{m.my_men - crowned, m.my_kings + crowned, men, kings};
          const bool leads_on = left.theirs() > 0 && (crowned > 0 || left.total() < m.total());
          known_.push_back(leads_on ? known(left.flipped()) : Known{nullptr});
        }
  }

  /// The slice that a position belongs to after a conversion. Requires that the side to move has
  /// pieces there. Null, and the work has failed, if it is not known.
  const KnownSlice<R>* slice(const Position& next, Work& work) const {
    const int crowned = next.their_men.count() < from_.my_men;
    const Known& known =
        known_[(crowned * (from_.their_men + 1) + next.my_men.count()) * (from_.their_kings + 1) +
               next.my_kings.count()];
    if (!known) work.fail(known.error());
    return known ? known->get() : nullptr;
  }
  /// The key of a position after a capture.
  Key after_capture(const Position& next, bool crowned, Work& work) const {
    if (crowned && keys::crowning_wins<R>()) return keys::lost;
    if (next.mine().empty()) return keys::no_move<R>();
    const auto* known = slice(next, work);
    return known ? known->of(next) : keys::draw;
  }

 private:
  Material from_;
  std::vector<Known> known_;
};

}  // namespace damiera
