#include "data/span_encoder.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "data/span_reader.h"

namespace damiera {

namespace {

auto key(const PairCodes::Run& run) { return std::tuple{run.value, run.length}; }

}  // namespace

// Where runs of a value may begin, and how far they may go.
class SpanEncoder::Fit {
 public:
  Fit(const std::vector<std::uint16_t>& alphabet, std::span<const std::uint16_t> values)
      : values_{values}, stride_{values.size() + 1}, ends_(alphabet.size() * stride_) {
    for (std::size_t v = 0; v < alphabet.size(); ++v) {
      std::uint32_t* end = &ends_[v * stride_];
      end[values.size()] = static_cast<std::uint32_t>(values.size());
      for (std::size_t i = values.size(); i-- > 0;)
        end[i] = values[i] == any || values[i] == alphabet[v] ? end[i + 1]
                                                              : static_cast<std::uint32_t>(i);
    }
  }
  /// Behind the last place of a run of value number `v` from place `i` on.
  std::uint32_t end(std::size_t v, std::size_t i) const { return ends_[v * stride_ + i]; }
  /// False if a run of value number `v` that ends before place `i` would go on there: nothing else
  /// fits.
  bool may_change(std::size_t v, std::size_t i) const {
    return i < values_.size() && (values_[i] == any || end(v, i) == i);
  }

 private:
  std::span<const std::uint16_t> values_;
  std::size_t stride_;
  std::vector<std::uint32_t> ends_;
};

// The fewest codes to each place of a span, and the last of them.
class SpanEncoder::Path {
 public:
  explicit Path(std::size_t size) : steps_(size + 1, Step{far, 0, 0}) { steps_[0].codes = 0; }

  void go(std::uint32_t from, std::uint32_t to, std::uint16_t code) {
    const std::uint32_t codes = steps_[from].codes + 1;
    if (codes < steps_[to].codes) steps_[to] = {codes, from, code};
  }
  /// True if there is no shorter one.
  bool is_one_code() const { return steps_.back().codes == 1; }
  std::vector<std::uint16_t> codes() const {
    std::vector<std::uint16_t> found;
    for (std::size_t i = steps_.size() - 1; i > 0; i = steps_[i].from)
      found.push_back(steps_[i].code);
    std::ranges::reverse(found);
    return found;
  }

 private:
  static constexpr std::uint32_t far = std::numeric_limits<std::uint32_t>::max() - 1;
  struct Step {
    std::uint32_t codes, from;
    std::uint16_t code;
  };
  std::vector<Step> steps_;
};

SpanEncoder::SpanEncoder(const PairCodes& codes) : codes_{codes}, alphabet_{codes.values()} {
  std::vector<Spelling> strings;
  for (std::size_t code = 0; code < codes.size(); ++code) {
    strings.push_back({codes.runs(code), static_cast<std::uint16_t>(code)});
    for (Run& run : strings.back().runs)
      run.value = static_cast<std::uint16_t>(std::ranges::lower_bound(alphabet_, run.value) -
                                             alphabet_.begin());
  }
  std::ranges::stable_sort(strings, [](const Spelling& a, const Spelling& b) {
    return std::ranges::lexicographical_compare(a.runs, b.runs, {}, key, key);
  });
  roots_ = add_nodes(strings, 0);
}

// For what follows the first `depth` runs, which these have in common.
SpanEncoder::Nodes SpanEncoder::add_nodes(std::span<const Spelling> strings, std::size_t depth) {
  const auto begin = static_cast<std::uint32_t>(nodes_.size());
  std::vector<std::span<const Spelling>> parts;
  while (!strings.empty()) {
    const Run run = strings.front().runs[depth];
    const auto other = std::ranges::find_if(
        strings, [&](const Spelling& s) { return key(s.runs[depth]) != key(run); });
    parts.push_back(strings.first(static_cast<std::size_t>(other - strings.begin())));
    strings = strings.subspan(parts.back().size());
    nodes_.push_back({run, no_code, 0, {}});
  }
  const auto end = static_cast<std::uint32_t>(nodes_.size());
  for (std::uint32_t n = end; n-- > begin;) {
    const bool goes_on = n + 1 < end && nodes_[n + 1].run.value == nodes_[n].run.value;
    nodes_[n].next_value = goes_on ? nodes_[n + 1].next_value : n + 1;
  }
  for (std::uint32_t n = begin; n < end; ++n) {
    auto part = parts[n - begin];
    // Two strings may be spelled alike; either will do.
    for (; !part.empty() && part.front().runs.size() == depth + 1; part = part.subspan(1))
      nodes_[n].code = part.front().code;
    const Nodes below = add_nodes(part, depth + 1);
    nodes_[n].below = below;
  }
  return {begin, end};
}

// Takes each string that begins at `from`, goes on with these nodes at `at`, and fits.
void SpanEncoder::follow(Nodes nodes, std::uint32_t from, std::uint32_t at, const Fit& fit,
                         Path& path) const {
  for (std::uint32_t n = nodes.begin; n < nodes.end;) {
    const Node& node = nodes_[n];
    const std::uint32_t to = at + node.run.length;
    if (to > fit.end(node.run.value, at)) {
      n = node.next_value;  // they are longer still
      continue;
    }
    if (node.code != no_code) path.go(from, to, node.code);
    if (fit.may_change(node.run.value, to)) follow(node.below, from, to, fit, path);
    ++n;
  }
}

std::vector<std::uint16_t> SpanEncoder::codes(std::span<const std::uint16_t> values) const {
  const Fit fit{alphabet_, values};
  Path path{values.size()};
  for (std::uint32_t i = 0; i < values.size() && !path.is_one_code(); ++i)
    follow(roots_, i, i, fit, path);
  return path.codes();
}

std::optional<EncodedSpans> encode_spans(const PairCodes& codes, std::uint64_t count,
                                         std::uint32_t span_values, const ReadValues& read) {
  const SpanEncoder encoder{codes};
  for (;; span_values /= 2) {
    std::vector<std::uint32_t> begins;
    std::vector<std::byte> spans;
    for (std::uint64_t begin = 0; begin < count; begin += span_values) {
      const auto span = read(begin, std::min<std::uint64_t>(span_values, count - begin));
      if (!span) return {};
      begins.push_back(static_cast<std::uint32_t>(spans.size()));
      encoder.encode(*span, spans);
    }
    begins.push_back(static_cast<std::uint32_t>(spans.size()));
    auto bytes = span_places(begins);
    if (!bytes) continue;
    bytes->insert(bytes->end(), spans.begin(), spans.end());
    return EncodedSpans{span_values, *std::move(bytes)};
  }
}

}  // namespace damiera
