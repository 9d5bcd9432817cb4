#pragma once

#include "data/pair_codes.h"

namespace damiera {

/// Finds the fewest codes for spans of values some of which do not matter: whatever string fits
/// those that do may stand there. Thread-safe.
class SpanEncoder {
 public:
  /// Stands for a value that does not matter.
  static constexpr std::uint16_t any = 0xffff;

  /// `codes`: trained; must outlive this.
  explicit SpanEncoder(const PairCodes& codes);

  /// Appends the codes of a span; of equally short ones those whose strings come first. Requires
  /// values that the dictionary has, or `any`. Time grows with the length of the span, and with the
  /// number of strings.
  void encode(std::span<const std::uint16_t> values, std::vector<std::byte>& out) const;

 private:
  using Run = PairCodes::Run;
  // A string, as runs of values named by their numbers in the dictionary.
  struct String {
    std::uint16_t code;
    std::uint32_t length;
    std::vector<Run> runs;
  };
  class Fit;
  class Path;

  const PairCodes& codes_;
  std::vector<std::uint16_t> alphabet_;
  std::vector<std::vector<String>> strings_;  // by the number of the first value
};

}  // namespace damiera
