// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <limits>
#include <optional>

#include "data/spans/beam.h"
#include "data/spans/pair_codes.h"
#include "data/spans/string_planes.h"
#include "data/workers.h"
#include "rules/result.h"

namespace damiera {

/// Finds few codes for spans of values with don't-cares: any symbol may be used whose string agrees
/// with the other values. Thread-safe.
class SpanEncoder {
 public:
  /// Stands for a don't-care.
  static constexpr std::uint16_t any = 0xffff;

  /// The width of a beam that drops no place, so that it finds the fewest codes.
  static constexpr std::size_t widest = std::numeric_limits<std::size_t>::max();

  /// `codes` must have a code for each single value, and outlive this. `beam`: the search goes on
  /// from the `beam` farthest places that n codes can reach.
  SpanEncoder(const PairCodes& codes, std::size_t beam);

  /// The codes of a span; equal spans get equal codes. Each value must be in the dictionary, or be
  /// `any`. The time grows with the number of codes and the width of the beam. With the widest beam
  /// it grows with the length of the span and the number of symbols that fit at each place.
  std::vector<std::uint16_t> codes(std::span<const std::uint16_t> values) const;
  /// The codes of a span of values 0, 1 and 2; 3 stands for a don't-care.
  std::vector<std::uint16_t> codes(const FewValues& values) const;
  /// Appends the codes of a span as bytes.
  template <class Values>
  void encode(const Values& values, std::vector<std::byte>& out) const {
    codes_.append(codes(values), out);
  }

 private:
  using Run = PairCodes::Run;
  // Contiguous nodes, in ascending order of their runs.
  struct Nodes {
    std::uint32_t begin, end;
  };
  // All strings that begin with the same runs.
  struct Node {
    Run run;                   // the last of these runs; its value as a number
    std::uint16_t code;        // of the string that ends here
    std::uint32_t next_value;  // the node after its neighbours of the same value
    std::uint32_t longest;     // the longest of these strings, from the last run on
    Nodes below;               // the nodes with one more run
  };
  struct Spelling {
    std::vector<Run> runs;
    std::uint16_t code;
  };
  static constexpr std::uint16_t no_code = 0xffff;
  class Fit;
  class Path;

  Nodes add_nodes(std::span<const Spelling> strings, std::size_t depth);
  void follow(Nodes nodes, std::uint32_t from, std::uint32_t at, const Fit& fit, Path& path) const;
  std::vector<std::uint16_t> fewest(std::span<const std::uint16_t> values) const;
  std::vector<std::uint16_t> few(const SpanPlanes& span) const;

  const PairCodes& codes_;
  std::size_t beam_;
  std::vector<std::uint16_t> alphabet_;
  std::vector<std::uint16_t> numbers_;  // by value: its number in the alphabet
  std::vector<Node> nodes_;             // for the widest beam
  Nodes roots_;
  std::optional<StringPlanes> strings_;  // for other beams
};

/// Encoded spans of values as a file has them: the table of their places (FORMAT.md), then the
/// spans. All have the same number of values, except the last.
struct EncodedSpans {
  std::uint32_t span_values;
  std::vector<std::vector<std::byte>> parts;  ///< one after the other, they are the bytes
};

/// The most bytes that the spans of a file may take, so that their places can be stored.
constexpr std::uint64_t most_span_bytes = std::numeric_limits<std::uint32_t>::max();

/// Appends the codes of `size` values from number `begin` on; false to stop. Called by all workers
/// at once.
using EncodeSpan =
    std::function<bool(std::uint64_t begin, std::uint64_t size, std::vector<std::byte>& out)>;

/// Encodes `count` values in spans of `span_values`, a power of two from 64 on. If some spans have
/// so many codes that the places of their neighbours cannot be stored, all values are encoded again
/// in shorter spans. The bytes do not depend on the workers. Nothing if `encode` returned false.
/// Error io if the spans take more than `most` bytes.
Result<std::optional<EncodedSpans>> encode_spans(std::uint64_t count, std::uint32_t span_values,
                                                 const EncodeSpan& encode,
                                                 const Workers& workers = one_worker,
                                                 std::uint64_t most = most_span_bytes);

}  // namespace damiera
