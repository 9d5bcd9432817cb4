// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "rules/board/geometry.h"

namespace damiera {

// Code that works with LaneWords of several blocks is compiled for AVX2, on processors of that
// kind. The name of such a function ends in _avx2: others must run on every x86-64 processor.
#ifdef __x86_64__
#define DAMIERA_AVX2 [[gnu::target("avx2")]]
/// Whether the processor can run functions with DAMIERA_AVX2.
inline bool has_lane_vectors() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}
#else
#define DAMIERA_AVX2
inline bool has_lane_vectors() { return true; }
#endif

/// A set of lanes: a bit for each square of the board.
template <Rules R>
using LaneWord = std::conditional_t<Board<R>::size <= 32, std::uint32_t, std::uint64_t>;

/// A set of lanes for each of N men blocks, stored in memory.
template <Rules R, std::size_t N>
using LaneArray = std::array<LaneWord<R>, N>;

/// The sets of a LaneArray, loaded for computing. Each operation works on all N sets at once: it
/// uses a vector type of GCC and Clang, which exists for every processor. All operations are
/// inlined, so that they are compiled for the processor that their caller is compiled for.
template <class Word, std::size_t N>
class LaneWords {
  using Vector [[gnu::vector_size(N * sizeof(Word))]] = Word;

 public:
  using Set = Word;
  [[gnu::always_inline]] LaneWords() = default;
  [[gnu::always_inline]] explicit LaneWords(Word same) : v_{Vector{} + same} {}
  [[gnu::always_inline]] static LaneWords load(const std::array<Word, N>& from) {
    LaneWords words;
    std::memcpy(&words.v_, from.data(), sizeof words.v_);
    return words;
  }
  [[gnu::always_inline]] void store(std::array<Word, N>& to) const {
    std::memcpy(to.data(), &v_, sizeof v_);
  }

  [[gnu::always_inline]] friend LaneWords operator&(const LaneWords& a, const LaneWords& b) {
    return LaneWords{a.v_ & b.v_, 0};
  }
  [[gnu::always_inline]] friend LaneWords operator|(const LaneWords& a, const LaneWords& b) {
    return LaneWords{a.v_ | b.v_, 0};
  }
  [[gnu::always_inline]] friend LaneWords operator~(const LaneWords& a) {
    return LaneWords{~a.v_, 0};
  }
  [[gnu::always_inline]] LaneWords& operator|=(const LaneWords& b) {
    v_ |= b.v_;
    return *this;
  }
  [[gnu::always_inline]] LaneWords& operator&=(const LaneWords& b) {
    v_ &= b.v_;
    return *this;
  }
  /// Moves the members of each set up by `by` squares, or down if it is negative.
  template <int by>
  [[gnu::always_inline]] LaneWords shifted() const {
    return by >= 0 ? LaneWords{v_ << by, 0} : LaneWords{v_ >> -by, 0};
  }
  /// All lanes of the blocks whose set is empty.
  [[gnu::always_inline]] LaneWords where_empty() const {
    return LaneWords{reinterpret_cast<Vector>(v_ == Vector{}), 0};
  }
  [[gnu::always_inline]] bool any() const {
    using Words = std::array<std::uint64_t, N * sizeof(Word) / sizeof(std::uint64_t)>;
    Words words;
    std::memcpy(&words, &v_, sizeof words);
    std::uint64_t any = 0;
    for (const std::uint64_t w : words) any |= w;
    return any != 0;
  }

 private:
  [[gnu::always_inline]] LaneWords(Vector v, int) : v_{v} {}
  Vector v_{};
};

/// A set of lanes of a single block.
template <class Word>
class LaneWords<Word, 1> {
 public:
  using Set = Word;
  LaneWords() = default;
  explicit LaneWords(Word word) : word_{word} {}
  static LaneWords load(const std::array<Word, 1>& from) { return LaneWords{from[0]}; }
  void store(std::array<Word, 1>& to) const { to[0] = word_; }

  friend LaneWords operator&(LaneWords a, LaneWords b) {
    return LaneWords{static_cast<Word>(a.word_ & b.word_)};
  }
  friend LaneWords operator|(LaneWords a, LaneWords b) {
    return LaneWords{static_cast<Word>(a.word_ | b.word_)};
  }
  friend LaneWords operator~(LaneWords a) { return LaneWords{static_cast<Word>(~a.word_)}; }
  LaneWords& operator|=(LaneWords b) { return *this = *this | b; }
  LaneWords& operator&=(LaneWords b) { return *this = *this & b; }
  template <int by>
  LaneWords shifted() const {
    return LaneWords{static_cast<Word>(by >= 0 ? word_ << by : word_ >> -by)};
  }
  LaneWords where_empty() const { return LaneWords{word_ == 0 ? ~Word{} : Word{}}; }
  bool any() const { return word_ != 0; }

 private:
  Word word_ = 0;
};

}  // namespace damiera
