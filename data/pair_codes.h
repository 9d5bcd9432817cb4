#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace damiera {

/// A dictionary of strings of values: single values, and strings joined from two of its strings.
/// A span of values is stored as codes, the numbers of strings that give it one after the other.
/// Thread-safe. Source: Larsson and Moffat, Offline dictionary-based compression, 1999.
class PairCodes {
 public:
  static constexpr std::size_t max_symbols = 1 << 12;
  static constexpr std::uint32_t max_length = 1 << 15;  ///< of a string

  /// The dictionary that makes `spans` short, of 256 strings at most unless there are many values.
  /// `values`: all that encode() may be given, ascending; at least one.
  static PairCodes train(const std::vector<std::uint16_t>& values,
                         const std::vector<std::vector<std::uint16_t>>& spans);
  /// The inverse of append_to. Nothing if the bytes are not exactly that.
  static std::optional<PairCodes> parse(std::span<const std::byte> bytes);
  void append_to(std::vector<std::byte>& out) const;

  /// Appends the codes of a span, found by joining pairs as long as there are any: quickly, and not
  /// as few as SpanEncoder finds. Requires values that the dictionary has.
  void encode(std::span<const std::uint16_t> values, std::vector<std::byte>& out) const;
  /// Appends the bytes that stand for these strings.
  void append(std::span<const std::uint16_t> strings, std::vector<std::byte>& out) const;
  /// Value number `offset` of the span with these codes; nothing if they are not that long.
  /// Allocates nothing; time grows with the number of codes before it.
  std::optional<std::uint16_t> value(std::span<const std::byte> codes, std::uint32_t offset) const;
  /// All values of a span. False if the codes do not give exactly as many.
  bool decode(std::span<const std::byte> codes, std::span<std::uint16_t> values) const;

  /// The greatest value that it has.
  std::uint16_t greatest() const;
  /// Its values, in the order of their strings: ascending if it was trained.
  std::vector<std::uint16_t> values() const;

  /// So many times the same value.
  struct Run {
    std::uint16_t value;
    std::uint32_t length;
  };
  /// The number of strings.
  std::size_t size() const { return symbols_.size(); }
  /// A string; neighbouring runs differ.
  std::vector<Run> runs(std::size_t string) const;

  std::size_t code_bytes() const { return symbols_.size() <= 256 ? 1 : 2; }

 private:
  struct Symbol {
    std::uint16_t left, right;  // or a value, and nothing
    std::uint32_t length;
    bool constant;  // all values of the string are `value`
    std::uint16_t value;
  };
  void add_value(std::uint16_t v) { symbols_.push_back({v, 0, 1, true, v}); }
  void join(std::uint16_t left, std::uint16_t right) {
    const Symbol &a = symbols_[left], &b = symbols_[right];
    const bool constant = a.constant && b.constant && a.value == b.value;
    symbols_.push_back({left, right, a.length + b.length, constant, a.value});
  }
  // What the lookup adds up, apart from the rest so that it stays in the first-level cache; 0 for
  // codes that there are not.
  void finish() {
    lengths_.assign(code_bytes() == 1 ? 256 : 1 << 16, 0);
    for (std::size_t n = 0; n < symbols_.size(); ++n) lengths_[n] = symbols_[n].length;
  }
  void add_runs(std::size_t symbol, std::vector<Run>& runs) const;
  std::uint16_t value_in(std::size_t symbol, std::uint32_t offset) const;
  void replace(std::vector<std::uint16_t>& text, std::size_t symbol) const;
  std::size_t code_at(std::span<const std::byte> codes, std::size_t i) const {
    const auto low = std::to_integer<std::size_t>(codes[i]);
    return code_bytes() == 1 ? low : low | std::to_integer<std::size_t>(codes[i + 1]) << 8;
  }

  std::vector<Symbol> symbols_;
  std::vector<std::uint32_t> lengths_;  // by code
  std::size_t values_ = 0;              // of the symbols, the first ones
};

}  // namespace damiera
