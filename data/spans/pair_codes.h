// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace damiera {

/// A dictionary of symbols, which are strings of values: single values, and pairs of earlier
/// symbols joined. Some symbols have codes, numbered in the order of the symbols. A span of values
/// is stored as codes: with a = 0 0 and b = a 1, the span 0 0 0 0 1 is stored as a b.
/// Thread-safe. Source: Larsson and Moffat, Offline dictionary-based compression, 1999.
class PairCodes {
 public:
  static constexpr std::size_t max_strings = 1 << 12;
  static constexpr std::uint32_t max_length = 1 << 15;  ///< of a string
  static constexpr std::uint32_t max_runs = 1 << 8;     ///< of a string

  /// The numbers of two strings, joined in this order.
  struct Pair {
    std::uint16_t left, right;
  };
  /// A value repeated `length` times.
  struct Run {
    std::uint16_t value;
    std::uint32_t length;
  };

  /// The properties of a string that can be computed from the properties of its two parts.
  struct Shape {
    std::uint32_t length, runs;
    std::uint16_t first, last;  ///< values

    static Shape of(std::uint16_t value) { return {1, 1, value, value}; }
    /// Nothing if this would be more than max_length or max_runs.
    static std::optional<Shape> joined(const Shape& left, const Shape& right);
  };

  /// `values`, ascending, are the first strings; then come `pairs` of earlier ones; all have codes.
  /// Nothing if there is no value, or if the limits above are not kept.
  static std::optional<PairCodes> make(const std::vector<std::uint16_t>& values,
                                       const std::vector<Pair>& pairs);
  /// This dictionary with codes for the marked strings only. Strings that no marked string contains
  /// are dropped, except single values. Requires a mark for each code, one of them set.
  PairCodes with_codes(const std::vector<bool>& marked) const;

  /// The inverse of append_to. Nothing if the bytes are not exactly an appended dictionary.
  static std::optional<PairCodes> parse(std::span<const std::byte> bytes);
  void append_to(std::vector<std::byte>& out) const;

  /// Appends the bytes that stand for these codes.
  void append(std::span<const std::uint16_t> codes, std::vector<std::byte>& out) const;
  /// Value number `offset` of the span with these codes; nothing if they are not that long.
  /// Allocates nothing; time grows with the number of codes before it.
  std::optional<std::uint16_t> value(std::span<const std::byte> codes, std::uint32_t offset) const;
  /// The value that has `behind` values after it; time grows with the number of codes after it.
  std::optional<std::uint16_t> value_from_end(std::span<const std::byte> codes,
                                              std::uint32_t behind) const;
  /// Decodes all values of a span. Returns false if the codes do not give exactly values.size().
  bool decode(std::span<const std::byte> codes, std::span<std::uint16_t> values) const;

  /// The values of the dictionary, in the order of their strings: ascending.
  std::vector<std::uint16_t> values() const;
  /// The number of codes.
  std::size_t size() const { return strings_of_.size(); }
  std::size_t code_bytes() const { return size() <= 256 ? 1 : 2; }
  /// The string of a code; neighbouring runs differ.
  std::vector<Run> runs(std::size_t code) const;

 private:
  struct String {
    Pair parts;  // unused for a single value
    Shape shape;
  };
  // `has_code`: for each string, whether it has a code.
  static std::optional<PairCodes> make(const std::vector<std::uint16_t>& values,
                                       const std::vector<Pair>& pairs,
                                       const std::vector<bool>& has_code);
  bool add_strings(const std::vector<std::uint16_t>& values, const std::vector<Pair>& pairs);
  void add_code(std::size_t string);
  void add_runs(std::size_t string, std::vector<Run>& runs) const;
  std::uint16_t value_in(std::size_t code, std::uint32_t offset) const;
  std::size_t code_at(std::span<const std::byte> codes, std::size_t i) const {
    const auto low = std::to_integer<std::size_t>(codes[i]);
    return code_bytes() == 1 ? low : low | std::to_integer<std::size_t>(codes[i + 1]) << 8;
  }

  std::vector<String> strings_;
  std::size_t values_ = 0;  // how many strings are single values: the first ones
  // By code. A lookup adds up the lengths, so they are stored apart from the rest and stay in the
  // first-level cache. Numbers that are no code have length 0.
  std::vector<std::uint16_t> strings_of_;
  std::vector<std::uint16_t> lengths_;
  std::vector<std::uint32_t> first_run_;  // has one more entry than there are codes
  // The end of a run in its string, and in the lowest 16 bits the value of the run.
  std::vector<std::uint32_t> runs_;
};

}  // namespace damiera
