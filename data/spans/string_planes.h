// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "data/file/few_values.h"
#include "data/spans/pair_codes.h"

namespace damiera {

/// A span of values with don't-cares as bit planes: plane b has bit b of each value's number, and a
/// last plane has a bit for each value that matters.
class SpanPlanes {
 public:
  static constexpr std::size_t max_planes = 12;  ///< besides the last one
  static_assert(PairCodes::max_strings <= 1 << max_planes);
  /// The number of planes, besides the last one, that the numbers of an alphabet need.
  static constexpr std::size_t planes_for(std::size_t alphabet) {
    return static_cast<std::size_t>(std::bit_width(alphabet - 1));
  }

  /// `numbers`: the values' numbers, from 0 to `alphabet` - 1; `any` for a don't-care.
  SpanPlanes(std::span<const std::uint16_t> numbers, std::size_t alphabet, std::uint16_t any);
  /// `values`: 3 for a don't-care; `alphabet`: the other values, by their numbers.
  SpanPlanes(const FewValues& values, std::span<const std::uint16_t> alphabet);

  /// 64 values. Those beyond the end of the span are don't-cares.
  struct Part {
    std::array<std::uint64_t, max_planes> planes{};
    std::uint64_t matters = 0;

    /// The number of the first value. Requires that it matters.
    std::size_t first() const {
      std::size_t number = 0;
      for (std::size_t p = 0; p < max_planes; ++p) number |= (planes[p] & 1) << p;
      return number;
    }
  };
  /// The number of values in the span.
  std::uint32_t size() const { return size_; }
  /// The values from place `i` on.
  Part from(std::uint32_t i) const;
  /// Whether the values from place `begin` to before `end` all have this number or are don't-cares.
  bool has_run(std::size_t number, std::uint32_t begin, std::uint32_t end) const;

 private:
  std::uint64_t* word(std::size_t w) { return &words_[w * (planes_ + 1)]; }

  std::uint32_t size_;
  std::size_t planes_;
  std::vector<std::uint64_t> words_;  // of the same 64 values one after the other
};

/// The strings of a dictionary as bit planes, eight at a time, to find those that fit at a place of
/// a span: that have the same values there, don't-cares aside. The planes have the first 64 values
/// of each string; if these fit, the rest is compared run by run. Thread-safe.
class StringPlanes {
 public:
  /// `alphabet`: the values of the dictionary.
  StringPlanes(const PairCodes& codes, std::span<const std::uint16_t> alphabet);

  /// Finds the strings that fit at place `at`, end within the span, and have more than `least()`
  /// values, which may grow with each call of `found(length, code)`. Strings with the same first
  /// value are found together, the longest ones first. The order of strings with the same length is
  /// fixed. Of strings with the same values one is found.
  template <class Least, class Found>
  void each_that_fits(const SpanPlanes& span, std::uint32_t at, const Least& least,
                      const Found& found) const {
    const SpanPlanes::Part part = span.from(at);
    if (part.matters % 2 != 0)
      return each_that_fits(groups_[part.first()], part, span, at, least, found);
    for (const Groups& groups : groups_) each_that_fits(groups, part, span, at, least, found);
  }

  /// Eight strings or fewer that fit: their group, and a bit for each.
  struct Fits {
    std::size_t group;
    std::uint32_t strings;
  };
  /// Plane by plane a word for each of eight strings.
  struct alignas(64) Eight {
    std::array<std::uint64_t, 8> words;
  };
  /// A function that finds the first group from `begin` to `end` - 1 with a string whose first
  /// values fit, or else returns {end, 0}. A group has `planes` planes, and one that has a bit for
  /// each place of its strings.
  using Scan = Fits (*)(const Eight* groups, std::size_t planes, std::size_t begin, std::size_t end,
                        const SpanPlanes::Part& part);
  /// The functions that this processor can run. All find the same; the last one is the fastest.
  static std::vector<Scan> scans();
  /// Replaces the function that is used, for tests.
  void use(Scan scan) { scan_ = scan; }

 private:
  static constexpr std::uint32_t first_values = 64;

  // The strings that begin with the same value.
  struct Groups {
    std::size_t begin, end;
  };
  struct Spelling {
    std::vector<PairCodes::Run> runs;  // their values are numbers in the alphabet
    std::uint32_t length;
    std::uint16_t code;
  };
  static bool comes_before(const Spelling& a, const Spelling& b);
  void add(const Spelling& string);

  template <class Least, class Found>
  void each_that_fits(const Groups& groups, const SpanPlanes::Part& part, const SpanPlanes& span,
                      std::uint32_t at, const Least& least, const Found& found) const {
    constexpr std::size_t at_once = 4;  // fewer calls, or shorter strings in vain
    const std::uint32_t longest = span.size() - at;
    for (std::size_t group = groups.begin; group < groups.end && lengths_[8 * group] > least();) {
      const auto [next, strings] =
          scan_(planes_of_.data(), planes_, group, std::min(group + at_once, groups.end), part);
      for (std::uint32_t rest = strings; rest != 0; rest &= rest - 1) {
        const std::size_t n = 8 * next + static_cast<std::size_t>(std::countr_zero(rest));
        const std::uint32_t length = lengths_[n];
        if (length <= least()) return;
        if (length <= longest && rest_fits(n, span, at)) found(length, codes_[n]);
      }
      group = strings == 0 ? next : next + 1;
    }
  }
  bool rest_fits(std::size_t n, const SpanPlanes& span, std::uint32_t at) const {
    std::uint32_t place = at + first_values;
    for (const auto& [value, length] : rests_[n]) {
      if (!span.has_run(value, place, place + length)) return false;
      place += length;
    }
    return true;
  }

  std::size_t planes_;
  Scan scan_;
  std::vector<Groups> groups_;    // by the first value's number
  std::vector<Eight> planes_of_;  // of each group
  // By the number of the string. Places without a string have length 0.
  std::vector<std::uint32_t> lengths_;
  std::vector<std::uint16_t> codes_;
  std::vector<std::vector<PairCodes::Run>> rests_;  // the runs after the first values
};

}  // namespace damiera
