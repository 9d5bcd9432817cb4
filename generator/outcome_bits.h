// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>

#include "data/file/outcome.h"

namespace damiera {

/// Eight outcomes in one vector; every processor works on them with one instruction.
using EightOutcomes [[gnu::vector_size(16)]] = std::uint16_t;
static_assert(sizeof(Outcome) == sizeof(std::uint16_t));

inline EightOutcomes max(EightOutcomes a, EightOutcomes b) { return a > b ? a : b; }

/// All bits of element k set where bit k is set.
inline EightOutcomes eight_masks(std::uint64_t bits) {
  constexpr EightOutcomes places{1, 2, 4, 8, 16, 32, 64, 128};
  const EightOutcomes same = EightOutcomes{} + static_cast<std::uint16_t>(bits);
  return reinterpret_cast<EightOutcomes>((same & places) == places);
}

/// The outcomes of eight positions: bit k of `wins`, `losses` and `captures` is for element k. A
/// position with a capture gets the outcome that Outcome::capture() makes; the others get no
/// distance.
inline EightOutcomes eight_outcomes(std::uint64_t wins, std::uint64_t losses,
                                    std::uint64_t captures) {
  static_assert(Outcome::draw_code == Outcome::win_code - 1 &&
                Outcome::draw_code == Outcome::loss_code + 1);
  // A mask is -1 as a number.
  const EightOutcomes win = eight_masks(wins), loss = eight_masks(losses);
  const EightOutcomes capture = eight_masks(captures);
  return (Outcome::draw_code - win + loss) |
         (capture & (Outcome::capture_bit | ((win | loss) & Outcome::one_ply)));
}

/// Four outcomes in one word.
class FourOutcomes {
 public:
  explicit FourOutcomes(std::span<const Outcome, 4> outcomes) {
    std::memcpy(&bits_, outcomes.data(), sizeof bits_);
  }
  /// A bit for each outcome, the first one lowest.
  unsigned wins() const { return gathered(bits_ & bits_ >> 1); }
  unsigned losses() const { return gathered(bits_ & ~(bits_ >> 1)); }
  unsigned captures() const { return gathered(bits_ >> std::countr_zero(capture_bit)); }

 private:
  static_assert(Outcome::win_code == 3 && Outcome::loss_code == 1);
  static constexpr unsigned capture_bit = Outcome::capture_bit;
  // The lowest bits of the four outcomes, made neighbours by the multiplication.
  static unsigned gathered(std::uint64_t x) {
    return static_cast<unsigned>((x & 0x0001000100010001) * 0x0001000200040008 >> 48 & 15);
  }
  std::uint64_t bits_;
};

/// Writes one of these bits of each outcome into a plane, the first one lowest.
template <unsigned (FourOutcomes::*bits)() const>
void put_bits(std::span<const Outcome> outcomes, std::uint8_t* plane) {
  const auto byte = [](std::span<const Outcome, 8> eight) {
    const FourOutcomes low{eight.first<4>()}, high{eight.last<4>()};
    return static_cast<std::uint8_t>((low.*bits)() | (high.*bits)() << 4);
  };
  std::size_t i = 0;
  for (; i + 8 <= outcomes.size(); i += 8) *plane++ = byte(outcomes.subspan(i).first<8>());
  if (i == outcomes.size()) return;
  std::array<Outcome, 8> last{};  // the undecided ones after the end have none of the bits
  std::ranges::copy(outcomes.subspan(i), last.begin());
  *plane = byte(last);
}

/// The longest distance of the outcomes without a capture; 0 if there are none.
inline int longest_without_capture(std::span<const Outcome> outcomes) {
  // Distances are in the highest bits, so the greatest bits have the longest one.
  EightOutcomes greatest{};
  std::size_t i = 0;
  for (; i + 8 <= outcomes.size(); i += 8) {
    EightOutcomes eight;
    std::memcpy(&eight, &outcomes[i], sizeof eight);
    eight &= reinterpret_cast<EightOutcomes>((eight & Outcome::capture_bit) == 0);
    greatest = max(eight, greatest);
  }
  int longest = 0;
  for (int k = 0; k < 8; ++k) longest = std::max(longest, greatest[k] / Outcome::one_ply);
  for (; i < outcomes.size(); ++i)
    longest = std::max(longest, outcomes[i].is_capture() ? 0 : outcomes[i].plies());
  return longest;
}

}  // namespace damiera
